import TableAgent

extension GridOutput {
    /// Writes the text of a cell, with a link around it if the cell is a link.
    @inline(__always)
    mutating func writeContent(of line: borrowing GridLine, at index: Int) {
        let cell = line.cells[index]
        if cell.linkCount > 0 || cell.role == .link {
            writeLink(of: line, cell) { $0.writeText(of: line, cell) }
        } else {
            writeText(of: line, cell)
        }
    }

    /// Writes the content of a cell with a link around it, if the cell has a valid address.
    mutating func writeLink(
        of line: borrowing GridLine, _ cell: GridCell, around writeContent: (inout GridOutput) -> Void
    ) {
        let own =
            cell.role == .link
            ? LinkAddress(line.withValue(of: cell) { String(decoding: $0, as: UTF8.self) }) : nil
        guard !cell.shown.isEmpty, let link = line.address(of: cell) ?? own else {
            return writeContent(&self)
        }
        write("<a href=\"")
        writeHTMLValue(link.text)
        write("\">")
        writeContent(&self)
        write("</a>")
    }

    @inline(__always)
    private mutating func writeText(of line: borrowing GridLine, _ cell: GridCell) {
        line.withShown(of: cell) {
            // A number needs no escaping.
            if cell.showsNumber { append($0) } else { writeHTML($0) }
        }
    }

    /// Escapes and writes text that a page shows.
    mutating func writeHTML(_ text: String) {
        var text = text
        text.withUTF8 { writeHTML($0) }
    }

    /// Escapes and writes UTF-8 text that a page shows.
    ///
    /// Line breaks become `<br>`. Characters that HTML does not allow become U+FFFD. So do the characters that change the
    /// direction of the text after them, because such a text could look like another text.
    mutating func writeHTML(_ utf8: UnsafeBufferPointer<UInt8>) {
        write(utf8, where: Self.mayNeedHTMLEscape) { scalar, bytes in
            scalar.changesDirection
                ? "\u{FFFD}" : Self.htmlEscape(of: scalar, at: bytes, in: utf8, lineBreak: "<br>")
        }
    }

    /// Escapes and writes text for the value of an attribute in double quotes. The value is the text, except that each
    /// line break becomes a line feed, and characters that HTML does not allow become U+FFFD.
    mutating func writeHTMLValue(_ text: String, lineBreak: String = "&#10;") {
        var text = text
        text.withUTF8 { utf8 in
            write(utf8, where: Self.mayNeedHTMLEscape) {
                Self.htmlEscape(of: $0, at: $1, in: utf8, lineBreak: lineBreak)
            }
        }
    }

    /// Returns what replaces a scalar in HTML, or `nil` to keep the scalar.
    @inline(__always)
    private static func htmlEscape(
        of scalar: UInt32, at bytes: Range<Int>, in utf8: UnsafeBufferPointer<UInt8>, lineBreak: String
    ) -> String? {
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

    /// Returns a mask of the bytes that start a scalar that HTML may read as markup or does not allow.
    @inline(__always)
    private static func mayNeedHTMLEscape(_ word: ByteWord) -> UInt64 {
        let markup =
            word.isEqual(to: UInt8(ascii: "&")) | word.isEqual(to: UInt8(ascii: "<"))
            | word.isEqual(to: UInt8(ascii: ">")) | word.isEqual(to: UInt8(ascii: "\""))
            | word.isEqual(to: UInt8(ascii: "'"))
        let controls = word.isASCII(in: 0...0x1F) | word.isEqual(to: 0x7F) | word.isEqual(to: 0xC2)
        // The characters that change the direction start with the first byte, and noncharacters (U+FDD0...U+FDEF
        // and the last two of each plane) with the others.
        let others = word.isEqual(to: 0xE2) | word.isEqual(to: 0xEF) | word.startsFourBytes
        return markup | controls | others
    }
}
