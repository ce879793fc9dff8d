public import TableAgent

extension TSVFormat: StreamableFormat {
    /// `false`: each row is written at once.
    public var needsSample: Bool { false }

    /// Prepares to write tab-separated values row by row; heads and feet are left out.
    ///
    /// - Parameter sample: The columns.
    /// - Returns: The writer.
    public func makeWriter(for sample: TableInfo) -> some StreamWriter {
        TSVWriter(format: self, columns: sample.columns)
    }
}

private struct TSVWriter: StreamWriter {
    let format: TSVFormat
    let columns: [GridColumn]

    func begin(_ output: inout GridOutput) {
        format.lines.writeTitles(of: columns, &output) { field, _, output in format.writeField(field, &output)
        }
    }

    func write(_ part: GridPart, _ line: borrowing GridLine, _ output: inout GridOutput) {
        guard part == .row else { return }
        format.lines.write(line, columnCount: columns.count, &output) { field, _, output in
            format.writeField(field, &output)
        }
    }
}
