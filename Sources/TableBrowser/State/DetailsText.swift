import TableAgent
import TableSurfaces

/// All cells of a row with their whole texts, and the details that its item adds, in lines of a screen.
struct DetailsText {
    /// A cell with the title of its column. The texts of arrays and objects in JSON are indented.
    private struct Entry: Equatable {
        let title: String
        let cell: GridCell
        let text: [UInt8]
    }

    private var entries: [Entry] = []
    private var width = 0
    private var policy = TextFormat.WidthPolicy.standard
    /// The visible text of each entry.
    private var texts: [[UInt8]] = []
    /// The lines: the entry, and the range of its visible text.
    private var lines: [(entry: Int, range: Range<Int>)] = []

    /// The number of lines.
    var count: Int { lines.count }

    /// The terminal columns before the texts.
    private var indent: Int {
        min(entries.map { $0.title.displayWidth(policy) }.max() ?? 0, width / 3) + 2
    }

    /// Shows a line of a table. Texts that have not changed are not laid out again, because a cell can have megabytes.
    mutating func show(_ line: BrowserLine, in browsed: BrowsedTable) {
        let lines = browsed.view.lines
        var grid = GridLine()
        let isExtending = lines.fill(&grid, with: line)
        var new: [Entry] = []
        func add(_ cell: GridCell, of grid: borrowing GridLine, titled title: String) {
            let text = grid.withShown(of: cell) { Array($0) }
            new.append(Entry(title: title.visible(browsed.widthPolicy), cell: cell, text: text))
        }
        for (index, cell) in grid.cells.enumerated() where !isExtending || !cell.shown.isEmpty {
            add(cell, of: grid, titled: lines.title(ofColumn: index))
        }
        for detail in lines.row(of: line)?.details(in: browsed.words)?.entries ?? [] {
            for (number, cell) in detail.line.cells.enumerated() {
                add(cell, of: detail.line, titled: number == 0 ? detail.title : "")
            }
        }
        if new == entries, policy == browsed.widthPolicy { return }
        entries = new
        policy = browsed.widthPolicy
        width = 0
    }

    /// Lays out the texts for a screen of some terminal columns.
    mutating func wrap(toWidth newWidth: Int) {
        if width == newWidth { return }
        width = newWidth
        texts = []
        lines = []
        let room = max(1, width - indent)
        for (index, entry) in entries.enumerated() {
            var text = CellText(policy: policy)
            let shown = entry.cell.kind == .json ? entry.text.indentedJSON : entry.text
            shown.withUnsafeBufferPointer { text.set($0, width: room, overflow: .wrap) }
            for line in text.lines { lines.append((index, line.range)) }
            texts.append(text.bytes)
        }
    }

    /// Paints as many lines as there is room for.
    ///
    /// - Parameters:
    ///   - first: The index of the first line.
    ///   - range: The lines of the screen.
    func paint(from first: Int, in range: Range<Int>, on screen: inout TerminalScreen) {
        let indent = indent
        for (index, y) in zip(lines.indices.dropFirst(first), range) {
            let line = lines[index]
            let entry = entries[line.entry]
            if index == 0 || lines[index - 1].entry != line.entry {
                screen.put(entry.title.cut(to: indent - 2, policy), column: 0, line: y, ScreenStyle(.muted))
            }
            texts[line.entry][line.range].withUnsafeBufferPointer {
                _ = screen.put($0, column: indent, line: y, end: screen.width, ScreenStyle(entry.cell.role))
            }
        }
    }

    /// Returns the titles and the texts.
    func spoken(in words: BrowserWords) -> String {
        entries.map { words.spoken(String(decoding: $0.text, as: UTF8.self), titled: $0.title) }
            .joined(separator: "\n")
    }
}

extension BrowserWords {
    /// Returns the text of a cell below the title of its column, as a part of a sentence.
    func spoken(_ text: String, titled title: String) -> String {
        if title.isEmpty { return text }
        return text.isEmpty ? emptyCell(title) : "\(title): \(text)"
    }
}

extension [UInt8] {
    /// The text of a JSON value with a line for each element, indented by two spaces for each level.
    fileprivate var indentedJSON: [UInt8] {
        var text: [UInt8] = []
        var depth = 0
        var isInString = false
        var isEscaped = false
        func isOpening(_ byte: UInt8?) -> Bool { byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") }
        func breakLine() {
            text.append(UInt8(ascii: "\n"))
            text += [UInt8](repeating: UInt8(ascii: " "), count: 2 * depth)
        }
        for byte in self {
            let isQuote = byte == UInt8(ascii: "\"") && !isEscaped
            if isInString || isQuote {
                if isOpening(text.last), !isInString { breakLine() }
                isEscaped = isInString && byte == UInt8(ascii: "\\") && !isEscaped
                if isQuote { isInString.toggle() }
                text.append(byte)
                continue
            }
            switch byte {
            case UInt8(ascii: " "): break
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if !isOpening(text.last) { breakLine() }
                text.append(byte)
            case UInt8(ascii: ","):
                text.append(byte)
                breakLine()
            case UInt8(ascii: ":"): text += [byte, UInt8(ascii: " ")]
            default:
                if isOpening(text.last) { breakLine() }
                text.append(byte)
                if isOpening(byte) { depth += 1 }
            }
        }
        return text
    }
}
