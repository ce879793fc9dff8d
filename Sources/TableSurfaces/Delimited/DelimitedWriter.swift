import TableAgent

/// What CSV and TSV do not share.
protocol DelimitedFormat {
    var includesTitles: Bool { get }
    static var separator: UInt8 { get }
    static var lineEnd: StaticString { get }

    /// Writes a field that holds no number.
    ///
    /// - Parameters:
    ///   - field: The text of the field.
    ///   - isAlone: Whether the field is the only one of its line.
    ///   - output: Takes the field.
    func writeField(_ field: UnsafeBufferPointer<UInt8>, isAlone: Bool, _ output: inout GridOutput)
}

/// A writer of titles and rows as fields between separators.
struct DelimitedWriter<Format: DelimitedFormat>: GridWriter {
    private let format: Format
    private let columns: [GridColumn]

    init(_ format: Format, _ columns: [GridColumn]) {
        self.format = format
        self.columns = columns
    }

    /// Writes the line of titles, if there are any.
    func begin(_ output: inout GridOutput) {
        guard format.includesTitles, columns.contains(where: { !$0.title.isEmpty }) else { return }
        for (index, column) in columns.enumerated() {
            if index > 0 { output.append(Format.separator) }
            var title = column.title
            title.withUTF8 { format.writeField($0, isAlone: columns.count == 1, &output) }
        }
        output.append(literal: Format.lineEnd)
    }

    @inline(__always)
    func write(_ part: GridPart, _ line: borrowing GridLine, _ output: inout GridOutput) {
        guard part == .row else { return }
        let cells = line.cells
        let count = max(columns.count, cells.count)
        line.bytes.withBytes { utf8 in
            for index in 0..<count {
                if index > 0 { output.append(Format.separator) }
                let range = index < cells.count ? cells[index].value : 0..<0
                let value = UnsafeBufferPointer(rebasing: utf8[range])
                if index < cells.count, cells[index].isNumber {
                    output.append(value)  // which holds nothing to escape
                } else {
                    format.writeField(value, isAlone: count == 1, &output)
                }
            }
            output.append(literal: Format.lineEnd)
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether a field starts with U+FEFF, which readers take for a byte order mark at the start of a file.
    var startsWithMark: Bool { first == 0xEF && starts(with: "\u{FEFF}".utf8) }

    /// Whether a spreadsheet may take a field for a formula (OWASP, CSV Injection): it starts with an equals,
    /// plus, minus or at sign, ASCII or fullwidth, or with a tab or line break, perhaps behind U+FEFF.
    var startsFormula: Bool {
        guard let first else { return false }
        switch first {
        case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 9, 10, 13:
            return true
        case 0xEF where startsWithMark: return UnsafeBufferPointer(rebasing: self[3...]).startsFormula
        case 0xEF: return ["＝", "＋", "－", "＠"].contains { starts(with: $0.utf8) }
        default: return false
        }
    }
}
