import TableAgent

extension GridOutput {
    /// Writes the text of a cell, with a link around it if the cell is a link.
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
        guard !cell.shown.isEmpty, let link = line.address(of: cell) ?? own else {
            return writeText(of: line, cell)
        }
        write("<a href=\"")
        writeHTML(link.text)
        write("\">")
        writeText(of: line, cell)
        write("</a>")
    }

    @inline(__always)
    private mutating func writeText(of line: borrowing GridLine, _ cell: GridCell) {
        line.withShown(of: cell) {
            // A number needs no escaping.
            if cell.showsNumber { append($0) } else { writeHTML($0) }
        }
    }

    /// Escapes and writes text so that a page shows it unchanged, in content and in attributes in double
    /// quotes.
    mutating func writeHTML(_ text: String, lineBreak: String = "<br>") {
        var text = text
        text.withUTF8 { writeHTML($0, lineBreak: lineBreak) }
    }

    /// Escapes and writes UTF-8 text so that a page shows it unchanged, in content and in attributes in
    /// double quotes.
    ///
    /// Line breaks become `lineBreak`. Characters that HTML does not allow become U+FFFD.
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

    /// Returns a mask of the bytes that start a scalar that HTML may read as markup or does not allow.
    @inline(__always)
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
