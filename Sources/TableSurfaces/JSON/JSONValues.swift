import TableAgent

/// Writes the lines of one table as JSON: a head as an array, a row as an object, a foot as an object of what
/// it has.
struct JSONValues {
    private var keys: JSONKeys
    private let columns: [GridColumn]
    private let notFinite: JSONNotFinite
    private var section = -1
    private var row = 0

    init(of table: TableInfo, notFinite: JSONNotFinite) {
        keys = JSONKeys(of: table)
        columns = table.columns
        self.notFinite = notFinite
    }

    mutating func beginSection() {
        section += 1
        row = 0
    }

    /// Writes a line of the section that was begun last.
    @inline(__always)
    mutating func write(
        _ part: GridPart, _ line: borrowing GridLine, _ output: inout GridOutput
    ) throws(TableError) {
        if notFinite == .refuse { try refuseNotFinite(part, line) }
        switch part {
        case .head: output.writeJSONArray(line)
        case .row:
            output.writeJSONRow(line, keys: &keys)
            row += 1
        case .foot: output.writeJSONObject(line, keys: &keys)
        }
    }

    private func refuseNotFinite(_ part: GridPart, _ line: borrowing GridLine) throws(TableError) {
        for (index, cell) in line.cells.enumerated() where cell.kind == .decimal {
            guard line.withValue(of: cell, { !$0.isFiniteNumber }) else { continue }
            let title = index < columns.count ? columns[index].title : ""
            let position = part == .row ? RowPosition(section: section, row: row) : nil
            throw TableError.numberNotFinite(
                line.value(at: index),
                column: title.isEmpty ? "column \(index + 1)" : "column \"\(visible(title))\"",
                place: position?.description ?? "the \(part) of section \(section)", position: position)
        }
    }
}

/// A text from the data as an error may quote it, with nothing in it that a terminal would obey.
private func visible(_ text: String) -> String {
    var (text, visible) = (text, [UInt8]())
    text.withUTF8 { CellText.appendVisible($0, to: &visible) }
    return String(decoding: visible, as: UTF8.self)
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether the value of a decimal cell is a finite number: what is none is a word, which ends in a
    /// letter.
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
