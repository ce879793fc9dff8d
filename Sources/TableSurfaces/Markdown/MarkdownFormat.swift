public import TableAgent

/// A Markdown table for GitHub (GFM): one table, whose heads and feet are rows of strong text. The caption is
/// a strong paragraph above the table. A cell with an address is a link.
///
/// Only characters that Markdown would read as markup are escaped, so `original_title`, `2 * 3` and addresses
/// stay unchanged. A line break becomes `<br>`. Tabs, and spaces at the edges of a cell, become character
/// references. Other control characters become U+FFFD, and so do characters that change the direction of text, such as
/// U+202E. The rows of collapsed sections are omitted.
///
/// GitHub finds mentions (`@name`), emoji (`:tada:`) and formulas (two `$` in a cell) in the rendered page,
/// where a backslash has no effect. Their characters are wrapped in a `<span>`. GitHub still links web and
/// mail addresses and, in comments, references such as `#12`; their text does not change.
public struct MarkdownFormat: TextualFormat, MeasuringFormat, Sendable {
    /// The words of series.
    public var words: TableWords

    /// Creates a format.
    public init(words: TableWords = .english) { self.words = words }

    /// The format's name, "Markdown".
    public var name: String { "Markdown" }

    /// `text/markdown; charset=utf-8; variant=GFM` (RFC 7763).
    public var mediaType: String { "text/markdown; charset=utf-8; variant=GFM" }

    /// `md`.
    public var fileExtension: String { "md" }

    /// Returns a writer of a Markdown table.
    public func makeWriter(for columns: [GridColumn], caption: String?) -> some GridWriter {
        makeMeasurer(for: columns, caption: caption)
    }

    package func makeMeasurer(for columns: [GridColumn], caption: String?) -> some MeasuringWriter {
        MarkdownWriter(columns, caption)
    }
}

private struct MarkdownWriter: MeasuringWriter {
    private let columns: [GridColumn]
    private let caption: String
    private var counts: LineCounts
    private var columnCount = 0
    private var scales = BarScales()
    private var bars = ColumnBars.none
    private var hasBars = false

    init(_ columns: [GridColumn], _ caption: String?) {
        self.columns = columns
        self.caption = caption ?? ""
        counts = LineCounts(columns, countsFractions: false)
    }

    mutating func measure(_ line: borrowing GridLine, of part: TablePart) {
        counts.add(line, of: part)
    }

    /// Writes the caption as a strong paragraph, then the line of titles, which Markdown requires, and the
    /// line of alignments.
    mutating func begin(with sample: GridSample, to output: inout GridOutput) {
        if !caption.isEmpty {
            var caption = caption
            output.write("**")
            caption.withUTF8 { output.writeMarkdown($0, in: .strong) }
            output.write("**\n\n")
        }
        scales = counts.scales
        bars = .markup(on: scales) { " " + $0 }
        hasBars = !bars.isEmpty
        // Markdown has no row without cells.
        columnCount = max(counts.columnCount, min(counts.lineCount, 1))
        guard columnCount > 0 else { return }
        var titles = GridLine()
        for index in 0..<columnCount {
            titles.text(index < columns.count ? columns[index].title : "")
        }
        writeCells(of: titles, isStrong: false, hasCharts: false, isRow: false, to: &output)
        for index in 0..<columnCount {
            switch index < counts.columnCount ? counts.alignment(ofColumn: index) : .left {
            case .right: output.write("| ---: ")
            case .center: output.write("| :---: ")
            default: output.write("| :--- ")
            }
        }
        output.write("|\n")
    }

    mutating func write(
        _ line: borrowing GridLine, at position: GridPosition, to output: inout GridOutput
    ) {
        if line.hasSeries || hasBars {
            writeCellsWithCharts(of: line, isRow: position.part == .row, to: &output)
        } else {
            writeCells(
                of: line, isStrong: position.part != .row, hasCharts: false, isRow: false, to: &output)
        }
    }

    /// A separate function, so that lines without charts cost nothing more.
    @inline(never)
    private func writeCellsWithCharts(
        of line: borrowing GridLine, isRow: Bool, to output: inout GridOutput
    ) {
        writeCells(of: line, isStrong: !isRow, hasCharts: true, isRow: isRow, to: &output)
    }

    @inline(__always)
    private func writeCells(
        of line: borrowing GridLine, isStrong: Bool, hasCharts: Bool, isRow: Bool,
        to output: inout GridOutput
    ) {
        let cells = line.cells
        for index in 0..<columnCount {
            output.append(literal: "| ")
            guard index < cells.count, !cells[index].shown.isEmpty else { continue }
            let cell = cells[index]
            let isStrong = isStrong || cell.role == .strong
            if isStrong { output.append(literal: "**") }
            let link = line.address(of: cell)
            let context: MarkdownContext = link != nil ? .link : isStrong ? .strong : .cell
            if link != nil { output.append(literal: "[") }
            let scale = hasCharts && isRow && cell.kind == .series ? scales[index] : nil
            if hasCharts, let series = line.textChart(of: cell, on: scale) {
                // Missing numbers at the edges become character references, so that their blanks remain.
                var glyphs = series.text(on: scale, .blocksInMarkup)
                glyphs.withUTF8 { output.writeMarkdown($0, in: context) }
            } else {
                line.withShown(of: cell) {
                    // A number needs no escaping.
                    cell.showsNumber ? output.append($0) : output.writeMarkdown($0, in: context)
                }
            }
            if let link { output.writeMarkdown(link) }
            if hasCharts, isRow {
                _ = bars.withBar(of: line, cell, inColumn: index) { output.append($0) }
            }
            output.append(literal: isStrong ? "** " : " ")
        }
        output.append(literal: "|\n")
    }
}

extension GridFormat where Self == MarkdownFormat {
    /// A Markdown table, with default options.
    public static var markdown: MarkdownFormat { MarkdownFormat() }

    /// A Markdown table, with the options of the format's initializer.
    public static func markdown(words: TableWords = .english) -> MarkdownFormat {
        MarkdownFormat(words: words)
    }
}
