import TableAgent

extension GridOutput {
    /// Writes what a cell shows, and a link around it where the cell is one.
    @inline(__always)
    mutating func writeContent(of line: borrowing GridLine, at index: Int) {
        let cell = line.cells[index]
        if cell.linkCount > 0 || cell.role == .link {
            writeLink(of: line, cell)
        } else {
            writeText(of: line, cell)
        }
    }

    private mutating func writeLink(of line: borrowing GridLine, _ cell: GridCell) {
        let own =
            cell.role == .link
            ? LinkAddress(line.withValue(of: cell) { String(decoding: $0, as: UTF8.self) }) : nil
        guard let link = line.address(of: cell) ?? own else { return writeText(of: line, cell) }
        write("<a href=\"")
        writeHTML(link.text)
        write("\">")
        writeText(of: line, cell)
        write("</a>")
    }

    @inline(__always)
    private mutating func writeText(of line: borrowing GridLine, _ cell: GridCell) {
        line.withShown(of: cell) {
            // A number holds nothing to escape.
            if cell.showsNumber { append($0) } else { writeHTML($0) }
        }
    }

    /// Writes text so that a page shows it as it is, in content and in attributes in double quotes.
    mutating func writeHTML(_ text: String, lineBreak: String = "<br>") {
        var text = text
        text.withUTF8 { writeHTML($0, lineBreak: lineBreak) }
    }

    /// Does the same for text in UTF-8.
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
}

extension GridOutput {
    /// Writes a page up to where its content begins.
    mutating func writePageStart(title: String, language: String?) {
        write("<!DOCTYPE html>\n<html")
        if let language {
            write(" lang=\"")
            writeHTML(language, lineBreak: " ")
            write("\"")
        }
        write(">\n<head>\n<meta charset=\"utf-8\">\n")
        write("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        write("<meta name=\"color-scheme\" content=\"light dark\">\n<title>")
        // A page must have a title.
        writeHTML(title.allSatisfy(\.isWhitespace) ? "Table" : title, lineBreak: " ")
        write("</title>\n<style>\n\(Self.stylesheet)</style>\n</head>\n<body>\n")
    }

    /// Writes the end of a page.
    mutating func writePageEnd() {
        write("</body>\n</html>\n")
    }

    private static var stylesheet: String {
        """
        :root {
          --page: #fff; --text: #1c1d1f; --faint: #666a70; --line: #e2e4e8; --band: #f5f6f8;
          --positive: #15692f; --negative: #b3261e; --warning: #855500; --link: #0b57d0;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --page: #17181a; --text: #e8e9eb; --faint: #9a9fa7; --line: #33363b; --band: #212326;
            --positive: #63d48c; --negative: #ff8a80; --warning: #f2c14e; --link: #8ab4f8;
          }
        }
        body {
          margin: clamp(0.75rem, 4vw, 2rem);
          font: 15px/1.45 system-ui, sans-serif; color: var(--text); background: var(--page);
        }
        table { width: max-content; border-collapse: collapse; font-variant-numeric: tabular-nums; }
        caption { padding: 0 0.75rem 0.75rem; font-size: 1.4rem; font-weight: 600; text-align: left; }
        th, td {
          max-width: 44ch; padding: 0.4rem 0.75rem; text-align: left; vertical-align: top;
          white-space: pre-wrap; overflow-wrap: anywhere;
        }
        tr { border-bottom: 1px solid var(--line); }
        thead th {
          position: sticky; top: 0; vertical-align: bottom;
          background: var(--page); box-shadow: inset 0 -2px var(--text);
        }
        .head > * { padding-top: 1.25rem; }
        .foot { background: var(--band); font-weight: 600; }
        .foot th { font-weight: inherit; }
        tfoot .foot { border-top: 2px solid var(--text); }
        .right { text-align: right; }
        .center { text-align: center; }
        .strong { font-weight: 600; }
        .muted { color: var(--faint); }
        .positive { color: var(--positive); }
        .negative { color: var(--negative); }
        .warning { color: var(--warning); }
        a { color: var(--link); }

        """
    }
}
