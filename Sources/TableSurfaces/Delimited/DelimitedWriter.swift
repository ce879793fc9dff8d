import TableAgent

/// A writer of titles and rows as fields between separators: CSV and TSV.
struct DelimitedWriter: GridWriter {
    enum Style {
        case csv, tsv, escapedTSV
    }

    private let style: Style
    private let columns: [GridColumn]
    private let includesTitles: Bool
    private let guardsFormulas: Bool
    private let separator: UInt8
    private let lineEnd: StaticString

    init(
        _ style: Style, _ columns: [GridColumn], includesTitles: Bool, guardsFormulas: Bool,
        separator: UInt8, lineEnd: CSVFormat.LineEnd
    ) {
        self.style = style
        self.columns = columns
        self.includesTitles = includesTitles
        self.guardsFormulas = guardsFormulas
        self.separator = separator
        self.lineEnd = lineEnd == .crlf ? "\r\n" : "\n"
    }

    /// Writes the line of column keys, even if all keys are empty. Otherwise a reader would mistake the first
    /// row for the line of keys.
    func begin(to output: inout GridOutput) {
        guard includesTitles, !columns.isEmpty else { return }
        // A reader removes a U+FEFF at the start of a file, so write two. The other styles quote the key
        // instead.
        let mark = "\u{FEFF}"
        if style == .escapedTSV, columns[0].key.utf8.starts(with: mark.utf8) { output.write(mark) }
        for (index, column) in columns.enumerated() {
            if index > 0 { output.append(separator) }
            var key = column.key
            key.withUTF8 { writeField($0, isAlone: columns.count == 1, to: &output) }
        }
        output.append(literal: lineEnd)
    }

    @inline(__always)
    func write(_ line: borrowing GridLine, at position: GridPosition, to output: inout GridOutput) {
        let cells = line.cells
        let count = max(columns.count, cells.count)
        line.bytes.withBytes { utf8 in
            for index in 0..<count {
                if index > 0 { output.append(separator) }
                let range = index < cells.count ? cells[index].value : 0..<0
                let value = UnsafeBufferPointer(rebasing: utf8[range])
                if index < cells.count, cells[index].isNumber {
                    output.append(value)  // a number needs no escaping
                } else {
                    writeField(value, isAlone: count == 1, to: &output)
                }
            }
            output.append(literal: lineEnd)
        }
    }

    /// Writes a field that is not a number.
    @inline(__always)
    private func writeField(
        _ field: UnsafeBufferPointer<UInt8>, isAlone: Bool, to output: inout GridOutput
    ) {
        let isGuarded = guardsFormulas && field.startsFormula
        let isQuoted = field.isEmpty ? isAlone && style != .escapedTSV : needsQuotes(field)
        if isQuoted { output.append(literal: "\"") }
        if isGuarded { output.append(literal: "'") }
        if isQuoted {
            output.write(field, where: { $0.isEqual(to: UInt8(ascii: "\"")) }) { _, _ in "\"\"" }
        } else if style != .escapedTSV {
            output.append(field)
        } else {
            output.write(field, where: { Self.endsLineOrTab($0) | $0.isEqual(to: UInt8(ascii: "\\")) }) {
                scalar, _ in
                scalar == 9 ? "\\t" : scalar == 10 ? "\\n" : scalar == 13 ? "\\r" : "\\\\"
            }
        }
        if isQuoted { output.append(literal: "\"") }
    }

    /// Returns whether a field that is not empty must be quoted.
    @inline(__always)
    private func needsQuotes(_ field: UnsafeBufferPointer<UInt8>) -> Bool {
        switch style {
        case .csv: field.startsWithMark || field.firstOffset(where: isSpecialInCSV) < field.count
        case .tsv:
            field[0] == UInt8(ascii: "\"") || field.startsWithMark
                || field.firstOffset(where: Self.endsLineOrTab) < field.count
        case .escapedTSV: false
        }
    }

    private func isSpecialInCSV(_ word: ByteWord) -> UInt64 {
        word.isEqual(to: separator) | word.isEqual(to: UInt8(ascii: "\""))
            | word.isEqual(to: 10) | word.isEqual(to: 13)
    }

    private static func endsLineOrTab(_ word: ByteWord) -> UInt64 {
        word.isEqual(to: 9) | word.isEqual(to: 10) | word.isEqual(to: 13)
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether a field starts with U+FEFF, which readers interpret as a byte order mark at the start of a
    /// file.
    fileprivate var startsWithMark: Bool { first == 0xEF && starts(with: "\u{FEFF}".utf8) }

    /// Whether a spreadsheet may evaluate a field as a formula (OWASP, CSV Injection). Such a field starts
    /// with an equals, plus, minus or at sign, ASCII or fullwidth, or with a tab or line break, optionally
    /// after U+FEFF.
    fileprivate var startsFormula: Bool {
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
