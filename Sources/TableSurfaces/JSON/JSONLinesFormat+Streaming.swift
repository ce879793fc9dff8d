public import TableAgent

extension JSONLinesFormat: StreamableFormat {
    /// `false`: each row is written at once.
    public var needsSample: Bool { false }

    /// Prepares to write JSON Lines row by row; heads and feet are left out.
    ///
    /// - Parameter sample: The columns.
    /// - Returns: The writer.
    public func makeWriter(for sample: TableInfo) -> some StreamWriter {
        JSONLinesWriter(keys: JSONKeys(of: sample))
    }
}

private struct JSONLinesWriter: StreamWriter {
    var keys: JSONKeys

    mutating func write(_ part: GridPart, _ line: borrowing GridLine, _ output: inout GridOutput) {
        guard part == .row else { return }
        output.writeJSONRow(line, keys: &keys)
        output.bytes.append(literal: "\n")
    }
}
