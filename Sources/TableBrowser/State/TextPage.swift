import TableAgent
import TableSurfaces

/// Texts below their titles: the help, or the details of a row. They fill the screen, where keys scroll them, or some lines.
struct TextPage {
    /// A text with a title before it.
    struct Entry: Equatable {
        let title: String
        let text: [UInt8]
        /// Whether the text is an array or an object of JSON, which the page shows indented.
        var isJSON = false
        var role = GridRole.plain
    }

    private var entries: [Entry] = []
    private let titleRole: GridRole
    private var size = (width: 0, height: 0)
    private var policy = TextFormat.WidthPolicy.standard
    /// The visible text of each entry.
    private var texts: [[UInt8]] = []
    /// The lines: the entry, and the range of its visible text.
    private var lines: [(entry: Int, range: Range<Int>)] = []
    /// The index of the first visible line of a page that fills the screen.
    private var first = 0

    /// Creates a page whose titles have a role.
    init(_ entries: [Entry] = [], titleRole: GridRole) {
        self.entries = entries
        self.titleRole = titleRole
    }

    /// The number of lines.
    var count: Int { lines.count }

    /// The terminal columns before the texts.
    private var indent: Int {
        min(entries.map { $0.title.displayWidth(policy) }.max() ?? 0, size.width / 2) + 2
    }

    /// The number of visible lines of a page that fills the screen.
    private var room: Int { max(size.height - 1, 1) }

    /// Shows other texts. Texts that have not changed are not laid out again, because a cell can have megabytes.
    mutating func show(_ new: [Entry]) {
        if new == entries { return }
        entries = new
        size.width = 0
    }

    /// Lays out the texts for a screen, in terminal columns and lines.
    mutating func fit(width: Int, height: Int, _ newPolicy: TextFormat.WidthPolicy) {
        defer { first = max(0, min(first, count - room)) }
        size.height = height
        if size.width == width, policy == newPolicy { return }
        size.width = width
        policy = newPolicy
        texts = []
        lines = []
        for (index, entry) in entries.enumerated() {
            var text = CellText(policy: policy)
            let shown = entry.isJSON ? entry.text.indentedJSON : entry.text
            shown.withUnsafeBufferPointer { text.set($0, width: max(1, width - indent), overflow: .wrap) }
            for line in text.lines { lines.append((index, line.range)) }
            texts.append(text.bytes)
        }
    }

    /// Scrolls a page that fills the screen. Returns `false` for a key that hides the page.
    mutating func scroll(by key: BrowserKey) -> Bool {
        switch key {
        case .down, "j": first += 1
        case .up, "k": first -= 1
        case .pageDown, " ": first += room
        case .pageUp: first -= room
        case .home, "g": first = 0
        case .end, "G": first = count
        case .wheel(let distance): first += distance
        default: return false
        }
        first = max(0, min(first, count - room))
        return true
    }

    /// Paints the visible lines on the whole screen.
    func paint(on screen: inout TerminalScreen, _ words: BrowserWords.Help) {
        screen.clear()
        paint(in: 0..<room, on: &screen)
        let place = count > room ? words.place(first + 1, min(first + room, count), count) : ""
        if screen.height > 1 {
            let text = (place + words.returns).cut(to: screen.width, policy)
            screen.put(text, column: 0, line: room, ScreenStyle(.muted))
        }
        screen.cursor = (0, screen.height - 1)
    }

    /// Paints as many lines as there is room for on some lines of a screen.
    func paint(in range: Range<Int>, on screen: inout TerminalScreen) {
        let indent = indent
        for (index, y) in zip(lines.indices.dropFirst(first), range) {
            let line = lines[index]
            let entry = entries[line.entry]
            if index == 0 || lines[index - 1].entry != line.entry {
                let title = entry.title.cut(to: indent - 2, policy)
                screen.put(title, column: 0, line: y, ScreenStyle(titleRole))
            }
            texts[line.entry][line.range].withUnsafeBufferPointer {
                _ = screen.put($0, column: indent, line: y, end: screen.width, ScreenStyle(entry.role))
            }
        }
    }

    /// Returns the titles and the texts, with a line for each entry.
    func spoken(in words: BrowserWords) -> String {
        entries.map {
            words.spoken(String(decoding: $0.text, as: UTF8.self), titled: $0.title).visible(policy)
        }
        .joined(separator: "\n")
    }
}

extension BrowsedTable {
    /// Returns all cells of a line with their whole texts, and the details that its item adds.
    func details(of line: BrowserLine) -> [TextPage.Entry] {
        let lines = view.lines
        var grid = GridLine()
        let isExtending = lines.fill(&grid, with: line)
        func entry(_ cell: GridCell, of grid: borrowing GridLine, titled title: String) -> TextPage.Entry {
            TextPage.Entry(
                title: title.visible(widthPolicy), text: grid.withShown(of: cell) { Array($0) },
                isJSON: cell.kind == .json, role: cell.role)
        }
        var entries: [TextPage.Entry] = []
        for (index, cell) in grid.cells.enumerated() where !isExtending || !cell.shown.isEmpty {
            entries.append(entry(cell, of: grid, titled: lines.title(ofColumn: index)))
        }
        for detail in lines.row(of: line)?.details(in: words)?.entries ?? [] {
            for (number, cell) in detail.line.cells.enumerated() {
                entries.append(entry(cell, of: detail.line, titled: number == 0 ? detail.title : ""))
            }
        }
        return entries
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
            let wasInString = isInString
            if byte == UInt8(ascii: "\""), !isEscaped { isInString.toggle() }
            isEscaped = wasInString && byte == UInt8(ascii: "\\") && !isEscaped
            switch byte {
            case _ where wasInString: text.append(byte)
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
