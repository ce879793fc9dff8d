public import TableAgent

/// A Markdown table as GitHub reads it (GFM): one table, in which heads and feet are strong rows.
///
/// Whatever Markdown would read in a cell is escaped, so that the page shows the text itself. Line breaks
/// become `<br>`, control characters U+FFFD. The rows of collapsed sections are left out.
public struct MarkdownFormat: GridFormat {
    /// Creates a format.
    public init() {}

    /// The format's name, "Markdown".
    public var name: String { "Markdown" }

    /// Writes a table in two passes over its rows: one for the columns, one for the text.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - output: Takes the text.
    /// - Throws: For a row with more cells than the table has columns, or what the output throws.
    /// - Complexity: O(rows × columns); memory does not grow with the rows.
    public func write(_ table: TableInfo, to output: inout GridOutput) throws {
        let survey = try TextSurvey(of: table, spansHeads: false)
        let layout = TextLayout(
            survey, columns: table.columns, border: TextBorder.markdown.strokes, limit: nil)
        guard !layout.columns.isEmpty else { return }
        var line = GridLine()
        for index in layout.columns.indices {
            line.text(index < table.columns.count ? table.columns[index].title : "")
        }
        write(line, .row, count: layout.columns.count, &output)
        for column in layout.columns {
            switch column.alignment {
            case .right: output.write("| ---: ")
            case .center: output.write("| :---: ")
            case .left, .automatic: output.write("| --- ")
            }
        }
        output.write("|\n")
        for (index, section) in table.sections.enumerated() {
            try table.walk(section: index, rows: section.visibleRows, line: &line) { part, line in
                write(line, part, count: layout.columns.count, &output)
                try output.endLine()
            }
        }
    }

    private func write(_ line: borrowing GridLine, _ part: GridPart, count: Int, _ output: inout GridOutput) {
        for index in 0..<count {
            output.write("| ")
            guard index < line.cells.count, !line.cells[index].shown.isEmpty else { continue }
            let cell = line.cells[index]
            let isStrong = part != .row || cell.role == .strong
            if isStrong { output.write("**") }
            line.withShown(of: cell) { output.writeMarkdown($0) }
            output.write(isStrong ? "** " : " ")
        }
        output.write("|\n")
    }
}

extension GridOutput {
    /// Writes text so that Markdown shows it as it is.
    fileprivate mutating func writeMarkdown(_ utf8: UnsafeBufferPointer<UInt8>) {
        write(utf8) { scalar, bytes in
            switch scalar {
            case 0x0A: return bytes.lowerBound > 0 && utf8[bytes.lowerBound - 1] == 0x0D ? "" : "<br>"
            case 0x0D: return "<br>"
            case 0x00...0x1F, 0x7F...0x9F: return "\u{FFFD}"
            case 0x3A: return Self.startsAddress(utf8[bytes.upperBound...]) ? "\\:" : nil
            case 0x2E: return Self.followsWWW(utf8[..<bytes.lowerBound]) ? "\\." : nil
            case 0x21...0x7E: return Self.escape(of: UInt8(scalar))
            default: break
            }
            let isAtEdge = bytes.lowerBound == 0 || bytes.upperBound == utf8.count
            if isAtEdge, let scalar = Unicode.Scalar(scalar),
                scalar.properties.isWhitespace
            {
                return "&#\(scalar.value);"
            }
            return nil
        }
    }

    /// Whether a colon stands before `//`, where GFM would make a link of the text and keep the backslashes
    /// in it. With the colon escaped it makes none.
    private static func startsAddress(_ rest: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        rest.starts(with: "//".utf8)
    }

    /// Whether a full stop stands behind `www`, where GFM would make a link, too.
    private static func followsWWW(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        text.suffix(3).elementsEqual("www".utf8) { $0 | 0x20 == $1 }
    }

    /// What Markdown would read as markup, with a backslash before it.
    private static func escape(of byte: UInt8) -> String? {
        switch byte {
        case UInt8(ascii: "\\"): "\\\\"
        case UInt8(ascii: "`"): "\\`"
        case UInt8(ascii: "*"): "\\*"
        case UInt8(ascii: "_"): "\\_"
        case UInt8(ascii: "["): "\\["
        case UInt8(ascii: "]"): "\\]"
        case UInt8(ascii: "<"): "\\<"
        case UInt8(ascii: ">"): "\\>"
        case UInt8(ascii: "|"): "\\|"
        case UInt8(ascii: "~"): "\\~"
        case UInt8(ascii: "&"): "\\&"
        case UInt8(ascii: "#"): "\\#"
        case UInt8(ascii: "!"): "\\!"
        default: nil
        }
    }
}

/// A container that writes tables as Markdown.
public typealias MarkdownContainer = GridContainer<MarkdownFormat>

extension MarkdownContainer {
    /// Creates a container that writes Markdown.
    ///
    /// - Parameter sink: Takes the tables.
    public convenience init(to sink: any ByteSink = HandleSink.standardOutput) {
        self.init(MarkdownFormat(), to: sink)
    }
}
