public import TableAgent

extension TableError.Code {
    /// A stream got a row after its end.
    public static let streamEnded = Self(rawValue: "streamEnded")
}

extension TableError {
    static var streamEnded: TableError {
        TableError(
            .streamEnded,
            "The stream has ended, as it was finished or a step of it failed; begin another one.")
    }

    static func itemNotShown(
        _ item: ItemType, _ part: GridPart, surface: String
    ) -> TableError {
        TableError(
            .itemNotShown,
            "\(item), the \(part) of a section, is no GridLineItem, which is all that a stream in the \(surface) "
                + "format can show; give it an item that fills a GridLine.")
    }

    static func tooManyCells(
        _ count: Int, limit: Int, item: ItemType, row: Int?, sampleSize: Int?
    ) -> TableError {
        let place = row.map { "row \($0)" } ?? "a head or foot"
        guard let sampleSize else {
            return .tooManyCells(count, columns: limit, item: item, place: place, position: nil)
        }
        return TableError(
            .tooManyCells,
            "\(item) wrote \(count) cells at \(place), where no line of the sample of \(sampleSize) rows has "
                + "more than \(limit); name the columns, or take a larger sample.")
    }
}
