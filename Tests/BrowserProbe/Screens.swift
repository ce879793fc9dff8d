import RandomTesting
import Foundation
import TableAgent
@_spi(Internals) import TableBrowser
import TableSurfaces

/// Writes the frames of random screens to standard output.
///
/// A frame is a line with the width, the height, and the lengths of the difference and of the repaint, then
/// the bytes of both. The first difference of a size is a repaint. Frames of an even seed contain only
/// characters that every terminal knows; those of an odd seed contain emoji and other sequences, too.
func screens(seed: UInt64, count: Int) throws {
    var random = SeededGenerator(seed: seed)
    var scene = Scene(width: 80, height: 24, hasSequences: seed % 2 == 1, using: &random)
    var shown: TerminalScreen?
    for _ in 0..<count {
        if Int.random(in: 0..<60, using: &random) == 0 {
            let isUsual = Bool.random(using: &random)
            scene = Scene(
                width: isUsual ? 80 : .random(in: 1...120, using: &random),
                height: isUsual ? 24 : .random(in: 1...50, using: &random),
                hasSequences: scene.hasSequences, using: &random)
        }
        scene.change(using: &random)
        let screen = scene.screen(after: shown, using: &random)
        let difference = shown.map(screen.difference) ?? screen.repaint()
        let repaint = screen.repaint()
        let head = "\(screen.width) \(screen.height) \(difference.count) \(repaint.count)\n"
        try FileHandle.standardOutput.write(contentsOf: Data(head.utf8) + difference + repaint)
        shown = screen
    }
}

/// A random list with titles, a cursor, and a status line, of which a screen shows a part.
private struct Scene {
    let width: Int
    let height: Int
    let hasSequences: Bool
    private var lines: [Line] = []
    private var top = 0
    private var cursor = (column: 0, line: 0)
    private var status = 0

    private struct Line {
        var text: [UInt8]
        var column: Int
        var style: ScreenStyle
    }

    init(width: Int, height: Int, hasSequences: Bool, using random: inout SeededGenerator) {
        (self.width, self.height, self.hasSequences) = (width, height, hasSequences)
        lines = (0..<200).map { _ in line(using: &random) }
    }

    /// Moves the cursor, scrolls, edits, inserts or deletes.
    mutating func change(using random: inout SeededGenerator) {
        let index = Int.random(in: lines.indices, using: &random)
        switch Int.random(in: 0..<12, using: &random) {
        case 0...2: cursor.line += Int.random(in: -1...1, using: &random)
        case 3: cursor.column = Int.random(in: -2...width, using: &random)
        case 4...5: top += Int.random(in: -2...2, using: &random)
        case 6: top += Bool.random(using: &random) ? height : -height
        case 7: top = index
        case 8: lines.insert(line(using: &random), at: index)
        case 9: lines.remove(at: index)
        case 10: lines[index].column += Int.random(in: -3...3, using: &random)
        default: for _ in 0..<20 { lines[.random(in: lines.indices, using: &random)] = line(using: &random) }
        }
        if lines.count < 100 { lines += (0..<100).map { _ in line(using: &random) } }
        top = min(max(top, 0), lines.count - 1)
        status += 1
    }

    /// Draws the scene into a copy of the last screen, or into a new screen.
    func screen(after shown: TerminalScreen?, using random: inout SeededGenerator) -> TerminalScreen {
        var screen = TerminalScreen(width: width, height: height, palette: .extended)
        if let shown, (shown.width, shown.height) == (width, height),
            Int.random(in: 0..<8, using: &random) > 0
        {
            screen = shown
            screen.clear()
        }
        screen.put("Title  名称  amount", column: 0, line: 0, ScreenStyle(.strong))
        for line in 1..<max(height - 1, 1) where top + line <= lines.count {
            let shown = lines[top + line - 1]
            _ = shown.text.withUnsafeBufferPointer {
                screen.put($0, column: shown.column, line: line, shown.style)
            }
        }
        screen.put("›", column: 0, line: cursor.line)
        screen.restyle(line: cursor.line, cursor.column..<(cursor.column + 9)) { $0.isReversed = true }
        screen.put(
            "line \(top) of \(lines.count), \(status)", column: 0, line: height - 1, ScreenStyle(.muted))
        screen.cursor = cursor
        return screen
    }

    private func line(using random: inout SeededGenerator) -> Line {
        var pieces = [
            "a", "bc", "Ada ", "12.50", "      ", "  ", "東", "京都", "é", "e\u{301}", "o\u{323}\u{302}", "ß",
        ]
        pieces += ["한", "ｶ", "Ω", "…", "│", "—", "ш", "\t", "\u{1B}[2J", "\u{9B}", "\u{7F}", "\u{202E}"]
        if hasSequences {
            pieces += ["👍", "👍🏽", "👩‍👩‍👧", "🏳️‍🌈", "🇩🇪", "🇫🇷", "1️⃣", "☺️", "✅", "❤️‍🔥", "ไท้ย", "नमस्ते", "क्षि"]
            pieces += ["שָׁלוֹם", "مرحبا", "한", "\u{3099}", "葛\u{E0100}"]
        }
        var text = ""
        for _ in 0..<Int.random(in: 0...24, using: &random) {
            text += pieces.randomElement(using: &random) ?? ""
        }
        let column = Bool.random(using: &random) ? 2 : Int.random(in: -4...width, using: &random)
        var style = ScreenStyle(GridRole.allCases.randomElement(using: &random) ?? .plain)
        style.isMatch = Int.random(in: 0..<6, using: &random) == 0
        style.isUnderlined = Int.random(in: 0..<6, using: &random) == 0
        style.isFaint = Int.random(in: 0..<6, using: &random) == 0
        // Some text comes without symbols for its controls, which the screen replaces, too.
        guard Bool.random(using: &random) else {
            return Line(text: Array(text.utf8), column: column, style: style)
        }
        var cell = CellText()
        text.withUTF8 { cell.set($0, width: .random(in: 1...width, using: &random), overflow: .cut) }
        return Line(text: Array(cell.bytes[cell.firstLine.range]), column: column, style: style)
    }
}
