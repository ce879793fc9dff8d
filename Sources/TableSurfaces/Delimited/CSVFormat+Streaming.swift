public import TableAgent

extension CSVFormat: StreamableFormat {
    /// `false`: each row is written at once.
    public var needsSample: Bool { false }

    /// Prepares to write comma-separated values row by row; heads and feet are left out.
    ///
    /// - Parameter sample: The columns.
    /// - Returns: The writer.
    public func makeWriter(for sample: TableInfo) -> some StreamWriter {
        CSVWriter(format: self, columns: sample.columns)
    }
}

private struct CSVWriter: StreamWriter {
    let format: CSVFormat
    let columns: [GridColumn]

    func begin(_ output: inout GridOutput) {
        format.lines.writeTitles(of: columns, &output) { format.writeField($0, isAlone: $1, &$2) }
    }

    func write(_ part: GridPart, _ line: borrowing GridLine, _ output: inout GridOutput) {
        guard part == .row else { return }
        format.lines.write(line, columnCount: columns.count, &output) {
            format.writeField($0, isAlone: $1, &$2)
        }
    }
}
