public import TableAgent

extension JSONFormat: StreamableFormat {
    /// `false`: each row is written at once.
    public var needsSample: Bool { false }

    /// Prepares to write one JSON value row by row.
    ///
    /// - Parameter sample: The columns.
    /// - Returns: The writer.
    public func makeWriter(for sample: TableInfo) -> some StreamWriter {
        JSONWriter(of: sample, layout: layout, notFinite: notFinite)
    }
}

/// Writes a table part by part as one JSON value.
struct JSONWriter: StreamWriter {
    private var values: JSONValues
    private let layout: JSONFormat.Layout
    private var hasSections = false
    private var rows = Rows.missing

    /// How far the array of rows is written: that of a section, or of the table.
    private enum Rows {
        case missing, empty, some, closed
    }

    init(of table: TableInfo, layout: JSONFormat.Layout, notFinite: JSONNotFinite) {
        values = JSONValues(of: table, notFinite: notFinite)
        self.layout = layout
    }

    mutating func begin(_ output: inout GridOutput) {
        switch layout {
        case .sections: output.write("{\"sections\": [")
        case .rows:
            output.write("[")
            rows = .empty
        }
    }

    mutating func beginSection(_ id: AnyID, _ output: inout GridOutput) {
        values.beginSection()
        guard layout == .sections else { return }
        output.write(hasSections ? ",\n  {\"id\": " : "\n  {\"id\": ")
        output.writeJSON(id)
        hasSections = true
        rows = .missing
    }

    @inline(__always)
    mutating func write(_ part: GridPart, _ line: borrowing GridLine, _ output: inout GridOutput) throws {
        switch (layout, part) {
        case (.rows, .row):
            output.bytes.append(literal: rows == .empty ? "\n  " : ",\n  ")
            rows = .some
        case (.rows, _): return
        case (.sections, .head): output.write(", \"head\": ")
        case (.sections, .row):
            beginRows(&output)
            output.bytes.append(literal: rows == .empty ? "\n    " : ",\n    ")
            rows = .some
        case (.sections, .foot):
            endRows(&output)
            output.write(", \"foot\": ")
        }
        try values.write(part, line, &output)
    }

    mutating func endSection(_ output: inout GridOutput) {
        guard layout == .sections else { return }
        endRows(&output)
        output.write("}")
    }

    func end(_ output: inout GridOutput) {
        switch layout {
        case .sections: output.write(hasSections ? "\n]}\n" : "]}\n")
        case .rows: output.write(rows == .some ? "\n]\n" : "]\n")
        }
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
