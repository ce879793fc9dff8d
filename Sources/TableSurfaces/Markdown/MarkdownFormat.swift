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
            default: break
            }
            let isAtEdge = bytes.lowerBound == 0 || bytes.upperBound == utf8.count
            if isAtEdge, let scalar = Unicode.Scalar(scalar), scalar.properties.isWhitespace {
                return "&#\(scalar.value);"
            }
            return Self.escapes[scalar]
        }
    }

    /// What Markdown would read as markup, each with a backslash before it.
    private static let escapes: [UInt32: String] = Dictionary(
        uniqueKeysWithValues: "\\`*_[]<>|~&#!".unicodeScalars.map { ($0.value, "\\\($0)") })
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
