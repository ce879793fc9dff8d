import TableAgent

/// Fills lines with cells by means of the rows' items, and refuses lines that the format can't write.
struct LineFiller {
    private let formatName: String
    /// The words for series. Lines don't keep all words of the format.
    private let seriesText: @Sendable (SeriesSummary) -> String
    private let columns: [GridColumn]
    private let audience: GridColumn.Audience
    /// The maximum number of cells in a line.
    private(set) var cellLimit: Int

    init(for format: some GridFormat, columns: [GridColumn]) {
        formatName = format.name
        seriesText = format.words.series
        self.columns = columns
        audience = format.audience
        cellLimit = columns.isEmpty ? Int.max : columns.shown(to: audience).count
    }

    /// Creates an empty line, to be filled again and again.
    func makeLine() -> GridLine {
        GridLine(seriesText: seriesText, columns: columns, audience: audience)
    }

    /// Without columns, limits later lines to the number of cells in the widest measured line.
    mutating func limitCells(toMeasured count: Int) {
        if columns.isEmpty { cellLimit = count }
    }

    /// Fills a line with a head, row or foot.
    func fill(
        _ line: inout GridLine, with row: Row, at position: GridPosition, in state: SectionState
    ) throws(TableError) {
        guard row.fill(&line, in: state, as: position.part) else {
            throw TableError.itemNotShown(
                row.item, place: position.text, surface: "the \(formatName) format",
                position: position.rowPosition)
        }
        if line.cells.count > cellLimit { throw tooManyCells(line.cells.count, of: row.item, at: position) }
    }

    /// Returns the error for a line with more cells than the limit.
    func tooManyCells(
        _ count: Int, of item: any TableItem.Type, at position: GridPosition
    ) -> TableError {
        guard columns.isEmpty else {
            return .tooManyCells(
                count + columns.count - cellLimit, columns: columns.count, item: item, place: position.text,
                position: position.rowPosition)
        }
        return TableError(
            .tooManyCells,
            "\(item) wrote \(count) cells at \(position.text), but the widest measured line has \(cellLimit); "
                + "name the columns.",
            position: position.rowPosition)
    }
}
