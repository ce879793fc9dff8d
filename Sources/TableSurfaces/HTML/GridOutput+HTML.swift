import TableAgent

extension GridOutput {
    /// Writes text so that a page shows it as it is, in content and in attributes in double quotes.
    ///
    /// Line breaks become `<br>` (where that is a tag) and characters that HTML does not allow U+FFFD.
    mutating func writeHTML(_ utf8: UnsafeBufferPointer<UInt8>, lineBreak: String = "<br>") {
        write(utf8, where: Self.mayNeedHTMLEscape) { scalar, bytes in
            switch scalar {
            case 0x26: "&amp;"
            case 0x3C: "&lt;"
            case 0x3E: "&gt;"
            case 0x22: "&quot;"
            case 0x27: "&#39;"
            case 0x0A: bytes.lowerBound > 0 && utf8[bytes.lowerBound - 1] == 0x0D ? "" : lineBreak
            case 0x0D: lineBreak
            case 0x09, 0x20...0x7E: nil
            case 0x00...0x9F, 0xFDD0...0xFDEF: "\u{FFFD}"
            default: scalar & 0xFFFE == 0xFFFE ? "\u{FFFD}" : nil
            }
        }
    }

    /// Where a byte starts a scalar that HTML may read as markup or not allow.
    private static func mayNeedHTMLEscape(_ word: ByteWord) -> UInt64 {
        let markup =
            word.isEqual(to: UInt8(ascii: "&")) | word.isEqual(to: UInt8(ascii: "<"))
            | word.isEqual(to: UInt8(ascii: ">")) | word.isEqual(to: UInt8(ascii: "\""))
            | word.isEqual(to: UInt8(ascii: "'"))
        let controls = word.isASCII(in: 0...0x1F) | word.isEqual(to: 0x7F) | word.isEqual(to: 0xC2)
        // Noncharacters start with these: U+FDD0...U+FDEF and the last two of each plane.
        let others = word.isEqual(to: 0xEF) | word.startsFourBytes
        return markup | controls | others
    }

    mutating func writePageStart(title: String) {
        write(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n<title>"
        )
        var title = title
        title.withUTF8 { writeHTML($0, lineBreak: " ") }
        write("</title>\n<style>\n\(Self.stylesheet)</style>\n</head>\n<body>\n")
    }

    mutating func writePageEnd() {
        write("</body>\n</html>\n")
    }

    private static var stylesheet: String {
        """
        :root { color-scheme: light dark; }
        body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem; overflow-x: auto; }
        table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
        th, td { padding: 0.35rem 0.75rem; text-align: left; vertical-align: top; }
        thead th { border-bottom: 2px solid; }
        tbody tr { border-bottom: 1px solid color-mix(in srgb, currentColor 15%, transparent); }
        th.head { padding-top: 1.25rem; font-size: 1.05em; }
        tr.foot { border-bottom: 0; font-weight: 600; }
        .right { text-align: right; }
        .center { text-align: center; }
        .strong { font-weight: 600; }
        .muted { opacity: 0.65; }
        .positive { color: light-dark(#15692f, #5fd38a); }
        .negative { color: light-dark(#b3261e, #ff8a80); }
        .warning { color: light-dark(#8a5a00, #f2c14e); }

        """
    }
}

extension GridColumn.Alignment {
    /// The class attribute of a cell with this alignment, a role and a name, with a blank before it.
    func htmlClass(with role: GridRole = .plain, and name: String? = nil) -> String {
        let alignment: String? =
            switch self {
            case .right, .decimal, .decimalComma: "right"
            case .center: "center"
            case .left, .automatic: nil
            }
        let classes = [name, alignment, role == .plain ? nil : "\(role)"].compactMap(\.self)
        return classes.isEmpty ? "" : " class=\"\(classes.joined(separator: " "))\""
    }
}
