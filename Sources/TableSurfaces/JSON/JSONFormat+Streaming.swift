public import TableAgent

extension JSONFormat: StreamableFormat {
    /// `false`: each row is written at once.
    public var needsSample: Bool { false }

    /// Prepares to write one JSON object row by row.
    ///
    /// - Parameter sample: The columns.
    /// - Returns: The writer.
    public func makeWriter(for sample: TableInfo) -> some StreamWriter {
        JSONWriter(of: sample)
    }
}

/// Writes the object of a table part by part.
struct JSONWriter: StreamWriter {
    private var keys: JSONKeys
    private var hasSections = false
    private var rows = Rows.missing

    /// How far the array of rows is written.
    private enum Rows {
        case missing, empty, some, closed
    }

    init(of table: TableInfo) {
        keys = JSONKeys(of: table)
    }

    func begin(_ output: inout GridOutput) {
        output.write("{\"sections\": [")
    }

    mutating func beginSection(_ id: AnyID, _ output: inout GridOutput) {
        output.write(hasSections ? ",\n  {\"id\": " : "\n  {\"id\": ")
        output.writeJSON(id)
        hasSections = true
        rows = .missing
    }

    @inline(__always)
    mutating func write(_ part: GridPart, _ line: borrowing GridLine, _ output: inout GridOutput) {
        switch part {
        case .head:
            output.write(", \"head\": ")
            output.writeJSONArray(line)
        case .row:
            beginRows(&output)
            output.bytes.append(literal: rows == .empty ? "\n    " : ",\n    ")
            output.writeJSONRow(line, keys: &keys)
            rows = .some
        case .foot:
            endRows(&output)
            output.write(", \"foot\": ")
            output.writeJSONObject(line, keys: &keys)
        }
    }

    mutating func endSection(_ output: inout GridOutput) {
        endRows(&output)
        output.write("}")
    }

    func end(_ output: inout GridOutput) {
        output.write(hasSections ? "\n]}\n" : "]}\n")
    }

    private mutating func beginRows(_ output: inout GridOutput) {
        guard rows == .missing else { return }
        output.write(", \"rows\": [")
        rows = .empty
    }

    private mutating func endRows(_ output: inout GridOutput) {
        beginRows(&output)
        if rows != .closed { output.write(rows == .empty ? "]" : "\n  ]") }
        rows = .closed
    }
}
