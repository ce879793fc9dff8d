import TableAgent

/// Fills lines with cells by means of the rows' items, and refuses lines that the format can't write.
struct LineFiller {
    private let formatName: String
    /// The words for series. Lines don't keep all words of the format.
    private let seriesText: @Sendable (SeriesSummary) -> String
    private let hasColumns: Bool
    /// The maximum number of cells in a line.
    private(set) var cellLimit: Int

    init(for format: some GridFormat, columns: [GridColumn]) {
        formatName = format.name
        seriesText = format.words.series
        hasColumns = !columns.isEmpty
        cellLimit = columns.isEmpty ? Int.max : columns.count
    }

    /// Creates an empty line, to be filled again and again.
    func makeLine() -> GridLine { GridLine(seriesText: seriesText) }

    /// Without columns, limits later lines to the number of cells in the widest measured line.
    mutating func limitCells(toMeasured count: Int) {
        if !hasColumns { cellLimit = count }
    }

    /// Fills a line with a head, row or foot.
    func fill(
        _ line: inout GridLine, with row: Row, at position: GridPosition, in state: SectionState
    ) throws(TableError) {
        guard row.fill(&line, in: state) else {
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
        guard !hasColumns else {
            return .tooManyCells(
                count, columns: cellLimit, item: item, place: position.text, position: position.rowPosition)
        }
        return TableError(
            .tooManyCells,
            "\(item) wrote \(count) cells at \(position.text), but the widest measured line has \(cellLimit); "
                + "name the columns.",
            position: position.rowPosition)
    }
}
