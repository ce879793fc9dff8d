import TableAgent
import TableSurfaces
import Testing

/// Texts are scanned eight bytes at a time, so an escaped byte is tested at every offset.
@Suite struct EscapingTests {
    /// A format's output for a piece of text, without the output around the text.
    struct Escape: CustomTestStringConvertible, Sendable {
        let format: @Sendable () -> any TextualFormat
        let piece: String
        let written: String
        let start: String
        let end: String

        var testDescription: String { "\(format().name): \(piece.debugDescription)" }

        init(
            _ format: @escaping @Sendable () -> any TextualFormat, _ piece: String, _ written: String,
            _ start: String,
            _ end: String
        ) {
            (self.format, self.piece, self.written, self.start, self.end) = (
                format, piece, written, start, end
            )
        }
    }

    private static func escapes(
        _ format: @escaping @Sendable () -> any TextualFormat, _ start: String, _ end: String,
        _ pairs: KeyValuePairs<String, String>
    ) -> [Escape] {
        pairs.map { Escape(format, $0, $1, start, end) }
    }

    /// Returns a scalar that can't be written as a literal.
    private static func scalar(_ value: UInt32) -> String {
        Unicode.Scalar(value).map { String($0) } ?? ""
    }

    static let all: [Escape] =
        escapes(
            { CSVFormat() }, "\"", "\"\r\n",
            [",": ",", "\"": "\"\"", "\n": "\n", "\r": "\r", "\"\"": "\"\"\"\""])
        + escapes({ CSVFormat() }, "", "\r\n", ["|": "|", "東": "東", "\u{7F}": "\u{7F}"])
        + escapes(
            { TSVFormat() }, "\"", "\"\n",
            ["\t": "\t", "\n": "\n", "\r": "\r", "\t\"": "\t\"\"", "\"\n": "\"\"\n"])
        + escapes({ TSVFormat() }, "", "\n", [",": ",", "\\": "\\", "東": "東"])
        + escapes(
            { TSVFormat(usesEscapes: true) }, "", "\n",
            ["\t": "\\t", "\n": "\\n", "\r": "\\r", "\\": "\\\\", "\"": "\""])
        + escapes(
            { JSONLinesFormat() }, "{\"column_1\": \"", "\"}\n",
            [
                "\"": "\\\"", "\\": "\\\\", "\n": "\\n", "\u{1}": "\\u0001", "\u{1F}": "\\u001f",
                "\u{8}": "\\b",
                "\u{7F}": "\u{7F}", "東": "東",
            ])
        + escapes(
            { HTMLFormat() }, "<tr><td dir=\"auto\">", "</td></tr>\n</tbody>\n</table>\n",
            [
                "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;", "\n": "<br>",
                "\r": "<br>",
                "\r\n": "<br>", "\t": "\t", "\u{1}": "\u{FFFD}", "\u{7F}": "\u{FFFD}", "\u{85}": "\u{FFFD}",
                "\u{A0}": "\u{A0}", scalar(0xFDCF): scalar(0xFDCF), scalar(0xFDD0): "\u{FFFD}",
                scalar(0xFDEF): "\u{FFFD}",
                scalar(0xFFFE): "\u{FFFD}", scalar(0xFFFF): "\u{FFFD}", "\u{1F600}": "\u{1F600}",
                scalar(0x1FFFE): "\u{FFFD}", scalar(0x10FFFF): "\u{FFFD}", "東": "東",
            ])
        + escapes(
            { MarkdownFormat() }, "| ", " |\n",
            [
                "|": "\\|", "*": "*", "*a*": "\\*a\\*", "\\": "\\", "\\.": "\\\\.", "_": "_",
                " _a_ ": " \\_a\\_ ",
                "#": "#", "~": "~", "~a~": "\\~a\\~", "!": "!", ",": ",", "[a]": "\\[a]", "&a;": "\\&a;",
                "\r\n": "<br>", "\u{1}": "\u{FFFD}", "\u{7F}": "\u{FFFD}", "\u{9F}": "\u{FFFD}",
                "+-\"": "+-\"",
                "\u{A1}": "\u{A1}", "://": "://", "www.": "www.", "://|": "\\://\\|", "www.|": "www\\.\\|",
                "東": "東",
            ])

    @Test(arguments: all)
    func `A piece is escaped at every position`(escape: Escape) throws {
        for filler in ["x", "é", "東"] {
            for before in 0...16 {
                for after in [0, 1, 2, 3, 7, 8, 9] {
                    // Both ends have a one-byte letter, because blank and empty texts are written
                    // differently.
                    let head = "x" + String(repeating: filler, count: before)
                    let tail = String(repeating: filler, count: after) + "x"
                    let table = TableInfo([""], rows: [[.text(head + escape.piece + tail)]])
                    let text = try escape.format().string(of: table)
                    let expected = escape.start + head + escape.written + tail + escape.end
                    guard
                        text.utf8.reversed().starts(with: expected.utf8.reversed())
                            || text.contains(expected)
                    else {
                        Issue.record("\(before) \(filler) before, \(after) behind: \(text)")
                        return
                    }
                }
            }
        }
    }
}
