/// An independent measurement of text in terminal columns, for the characters that tests use.
enum MeasuredText {
    static func width(_ text: some StringProtocol) -> Int {
        text.reduce(0) { $0 + width(of: $1) }
    }

    /// Returns the lines of a printed table.
    static func lines(_ text: String) -> [String] {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last == "" { lines.removeLast() }
        return lines
    }

    /// Returns a printed table without the lines below its border, which count the omitted rows and columns.
    static func withoutCount(_ text: String) -> String {
        let lines = lines(text)
        // Without a border, an empty line precedes them.
        let end =
            lines.lastIndex(of: "") ?? lines.lastIndex { "└╰┗╚+".contains($0.first ?? " ") }.map { $0 + 1 }
        return lines[..<(end ?? lines.count)].map { $0 + "\n" }.joined()
    }

    /// Returns the widths of a printed table's lines, without those below its border. A rectangle has one
    /// width.
    static func widths(ofLinesIn text: String) -> Set<Int> {
        Set(lines(withoutCount(text)).map { width($0) })
    }

    /// Returns the text without escape sequences for looks (ECMA-48, SGR).
    static func withoutStyles(_ text: String) -> String {
        var result = ""
        var isInside = false
        for scalar in text.unicodeScalars {
            if scalar == "\u{1B}" { isInside = true }
            if !isInside { result.unicodeScalars.append(scalar) }
            if scalar == "m" { isInside = false }
        }
        return result
    }

    /// Returns a line without trailing blanks.
    static func trimmed(_ line: some StringProtocol) -> String {
        String(line.reversed().drop { $0 == " " }.reversed())
    }

    private static func width(of character: Character) -> Int {
        let scalars = character.unicodeScalars
        guard let first = scalars.first, !"\u{61C}\u{200E}\u{200F}".unicodeScalars.contains(first) else {
            return 0
        }
        if scalars.contains("\u{FE0F}") || first.properties.isEmojiPresentation { return 2 }
        return isWide(first) ? 2 : 1
    }

    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xAC00...0xD7A3,
            0xF900...0xFAFF, 0xFF01...0xFF60:
            true
        default:
            false
        }
    }
}
