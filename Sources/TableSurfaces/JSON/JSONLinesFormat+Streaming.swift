public import TableAgent

extension JSONLinesFormat: StreamableFormat {
    /// `false`: each row is written at once.
    public var needsSample: Bool { false }

    /// Prepares to write JSON Lines row by row; heads and feet are left out.
    ///
    /// - Parameter sample: The columns.
    /// - Returns: The writer.
    public func makeWriter(for sample: TableInfo) -> some StreamWriter {
        JSONLinesWriter(values: JSONValues(of: sample, notFinite: notFinite))
    }
}

/// Writes rows as objects, each on a line.
struct JSONLinesWriter: StreamWriter {
    var values: JSONValues

    mutating func beginSection(_ id: AnyID, _ output: inout GridOutput) {
        values.beginSection()
    }

    @inline(__always)
    mutating func write(_ part: GridPart, _ line: borrowing GridLine, _ output: inout GridOutput) throws {
        guard part == .row else { return }
        try values.write(part, line, &output)
        output.bytes.append(literal: "\n")
    }
}
