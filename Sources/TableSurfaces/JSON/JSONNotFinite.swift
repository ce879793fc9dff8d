import TableAgent

/// What becomes of decimal numbers that JSON has not: not-a-number and the infinities (RFC 8259, section 6).
public enum JSONNotFinite: Hashable, Sendable {
    /// They are written as `null`.
    case null
    /// The table is refused with an error that names the first of them.
    case refuse
}

extension JSONNotFinite {
    /// Throws for a line with a number that is to be refused.
    func check(
        _ line: borrowing GridLine, of table: TableInfo, place: @autoclosure () -> String,
        position: RowPosition? = nil
    ) throws(TableError) {
        guard self == .refuse else { return }
        for (index, cell) in line.cells.enumerated() where cell.kind == .decimal {
            guard line.withValue(of: cell, { !$0.isFiniteNumber }) else { continue }
            let title = index < table.columns.count ? table.columns[index].title : ""
            throw TableError.numberNotFinite(
                line.value(at: index), column: title.isEmpty ? "column \(index + 1)" : "column \"\(title)\"",
                place: place(), position: position)
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether the value of a decimal cell is a finite number: what is none is a word, which ends in a letter.
    var isFiniteNumber: Bool { last.map { $0 < 0x3A } ?? false }
}

extension TableError {
    fileprivate static func numberNotFinite(
        _ value: String, column: String, place: String, position: RowPosition?
    ) -> TableError {
        TableError(
            .numberNotFinite,
            "\(column) at \(place) holds \(value), which JSON has no number for; "
                + "give the cell another value, or let the format write null.",
            position: position)
    }
}
