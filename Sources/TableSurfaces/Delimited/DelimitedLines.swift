import TableAgent

/// What CSV and TSV share: titles and rows as fields between separators.
struct DelimitedLines {
    let separator: UInt8
    let lineEnd: [UInt8]
    let includesTitles: Bool

    /// Writes titles and rows.
    ///
    /// - Parameter field: Writes one field that holds no number; it is told whether the field is the only one
    ///   of its line.
    @inline(__always)
    func write(
        _ table: TableInfo, to output: inout GridOutput,
        field: (UnsafeBufferPointer<UInt8>, Bool, inout GridOutput) -> Void
    ) throws {
        writeTitles(of: table.columns, &output, field: field)
        var line = GridLine()
        for (index, section) in table.sections.enumerated() {
            try table.walkRows(ofSection: index, rows: section.rows, line: &line) { line in
                write(line, columnCount: table.columns.count, &output, field: field)
                try output.endLine()
            }
        }
    }

    /// Writes the line of titles, if there are any.
    func writeTitles(
        of columns: [GridColumn], _ output: inout GridOutput,
        field: (UnsafeBufferPointer<UInt8>, Bool, inout GridOutput) -> Void
    ) {
        guard includesTitles, columns.contains(where: { !$0.title.isEmpty }) else { return }
        for (index, column) in columns.enumerated() {
            if index > 0 { output.bytes.append(separator) }
            var title = column.title
            title.withUTF8 { field($0, columns.count == 1, &output) }
        }
        output.bytes.append(lineEnd)
    }

    /// Writes a row.
    @inline(__always)
    func write(
        _ line: borrowing GridLine, columnCount: Int, _ output: inout GridOutput,
        field: (UnsafeBufferPointer<UInt8>, Bool, inout GridOutput) -> Void
    ) {
        let count = max(columnCount, line.cells.count)
        let cells = line.cells
        line.bytes.withBytes { utf8 in
            for index in 0..<count {
                if index > 0 { output.bytes.append(separator) }
                let range = index < cells.count ? cells[index].value : 0..<0
                let value = UnsafeBufferPointer(rebasing: utf8[range])
                if index < cells.count, cells[index].isNumber {
                    output.bytes.append(value)  // which holds nothing to escape
                } else {
                    field(value, count == 1, &output)
                }
            }
            output.bytes.append(lineEnd)
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether a spreadsheet may take a field for a formula (OWASP, CSV Injection): it starts with an equals,
    /// plus, minus or at sign, ASCII or fullwidth, or with a tab or line break.
    var startsFormula: Bool {
        guard let first else { return false }
        switch first {
        case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 9, 10, 13:
            return true
        case 0xEF: return ["＝", "＋", "－", "＠"].contains { starts(with: $0.utf8) }
        default: return false
        }
    }
}
