import TableAgent
import TableSurfaces
import Testing

@_spi(Internals) @testable import TableBrowser

@Suite struct ScreenDifferenceTests {
    /// A screen with titles, rows, a cursor, and a status line, as the browser draws it.
    private func table(
        top: Int, cursor: Int, column: Int = 1, width: Int = 80, height: Int = 24,
        palette: TextFormat.Palette = .extended
    ) -> TerminalScreen {
        var screen = TerminalScreen(width: width, height: height, palette: palette)
        screen.put("  order  customer      city    status  amount", column: 0, line: 0, ScreenStyle(.strong))
        let names = ["Ada Lovelace", "Grace Hopper", "Alan Turing", "名 太郎", "Renée Noël"]
        let states = [("paid", GridRole.positive), ("open", .warning), ("late", .negative)]
        for line in 1..<(height - 1) {
            let row = top + line - 1
            screen.put("\(4000 + row * 7)", column: 2, line: line)
            screen.put(names[row % 5], column: 9, line: line)
            screen.put(["Paris", "London", "京都"][row % 3], column: 23, line: line)
            screen.put(states[row % 3].0, column: 31, line: line, ScreenStyle(states[row % 3].1))
            screen.put("\(row * 137 % 9973).\(10 + row % 90)", column: 39, line: line)
        }
        let line = cursor - top + 1
        screen.put("›", column: 0, line: line)
        screen.restyle(line: line, [2..<7, 9..<21, 23..<29][column]) { $0.isReversed = true }
        screen.cursor = ([2, 9, 23][column], line)
        screen.put("row \(cursor + 1) of 100000", column: 0, line: height - 1, ScreenStyle(.muted))
        return screen
    }

    @Test(arguments: [(1, 1), (2, 1), (1, 2), (3, 3), (80, 24), (200, 50)])
    func `Equal screens have no difference`(width: Int, height: Int) {
        var screen = TerminalScreen(width: width, height: height)
        screen.put("a東👍🏽é\u{301}", column: 0, line: 0, ScreenStyle(.strong))
        #expect(screen.difference(from: screen) == [])
    }

    @Test func `A moved cursor takes only a move of the cursor`() {
        let shown = TerminalScreen(width: 80, height: 24)
        var screen = shown
        screen.cursor = (11, 4)
        #expect(screen.difference(from: shown) == Array("\u{1B}[5;12H".utf8))
    }

    @Test func `A cursor outside of the screen is in the nearest cell`() {
        var (shown, screen) = (TerminalScreen(width: 8, height: 2), TerminalScreen(width: 8, height: 2))
        shown.cursor = (7, 1)
        screen.cursor = (.max, .max)
        #expect(screen.difference(from: shown) == [])
        screen.cursor = (.min, .min)
        #expect(screen.difference(from: shown) == Array("\u{1B}[1H".utf8))
    }

    @Test(arguments: [TextFormat.Palette.basic, .extended], 5..<15)
    func `A key that moves the cursor takes at most 150 bytes`(palette: TextFormat.Palette, cursor: Int) {
        let shown = table(top: 0, cursor: cursor, palette: palette)
        let below = table(top: 0, cursor: cursor + 1, palette: palette)
        let right = table(top: 0, cursor: cursor, column: 2, palette: palette)
        #expect(below.difference(from: shown).count <= 150)
        #expect(shown.difference(from: below).count <= 150)
        #expect(right.difference(from: shown).count <= 150)
    }

    @Test(arguments: [TextFormat.Palette.basic, .extended], 20..<40)
    func `A key that scrolls by a line takes at most 150 bytes`(palette: TextFormat.Palette, top: Int) {
        let atBottom = table(top: top, cursor: top + 21, palette: palette)
        let below = table(top: top + 1, cursor: top + 22, palette: palette)
        #expect(below.difference(from: atBottom).count <= 150)
        let atTop = table(top: top + 1, cursor: top + 1, palette: palette)
        let above = table(top: top, cursor: top, palette: palette)
        #expect(above.difference(from: atTop).count <= 150)
    }

    @Test(arguments: [1, 2, 5, 11, 21, 22, 44, 5000])
    func `A difference is not longer than a repaint`(distance: Int) {
        let (old, new) = (table(top: 0, cursor: 21), table(top: distance, cursor: 21 + distance))
        #expect(new.difference(from: old).count <= new.repaint().count)
        #expect(old.difference(from: new).count <= old.repaint().count)
    }

    @Test func `Lines that moved are scrolled within margins`() {
        let output = String(
            decoding: table(top: 8, cursor: 10).difference(from: table(top: 6, cursor: 10)), as: UTF8.self)
        #expect(output.contains("\u{1B}[2;23r\u{1B}[23H\n\n\u{1B}[r"))
        let back = String(
            decoding: table(top: 6, cursor: 10).difference(from: table(top: 8, cursor: 10)), as: UTF8.self)
        #expect(back.contains("\u{1B}[2;23r\u{1B}[2H\u{1B}M\u{1B}M\u{1B}[r"))
    }

    @Test func `A short equal gap is written again, and a long one is skipped`() {
        var shown = TerminalScreen(width: 40, height: 1)
        shown.put("a12b123456c", column: 0, line: 0)
        var screen = shown
        screen.put("A12B123456C", column: 0, line: 0)
        #expect(screen.difference(from: shown) == Array("A12B\u{1B}[11GC\r".utf8))
    }

    @Test func `A long blank end is erased in plain style`() {
        var shown = TerminalScreen(width: 40, height: 1)
        shown.put("abcdefghijkl", column: 0, line: 0, ScreenStyle(.strong))
        var screen = TerminalScreen(width: 40, height: 1)
        screen.put("x", column: 0, line: 0, ScreenStyle(.strong))
        #expect(screen.difference(from: shown) == Array("\u{1B}[1mx\u{1B}[m\u{1B}[K\r".utf8))
    }

    @Test func `The cursor is moved after a cluster whose width differs between terminals`() {
        var screen = TerminalScreen(width: 40, height: 2)
        screen.put("a👍b", column: 0, line: 0)
        let output = screen.difference(from: TerminalScreen(width: 40, height: 2))
        #expect(output == Array("a  \u{1B}[1;2H👍\u{1B}[1;4Hb\r".utf8))
    }

    @Test func `Cells that a terminal may overwrite are drawn again`() {
        var shown = TerminalScreen(width: 40, height: 1)
        shown.put("ab👍👍cdefgh", column: 0, line: 0)
        var screen = shown
        screen.put("👩‍👩‍👧", column: 0, line: 0)
        let output = String(decoding: screen.difference(from: shown), as: UTF8.self)
        #expect(output.contains("👍") && !output.contains("c"))
    }

    @Test func `A cluster that may be too wide for the line is not wrapped`() {
        var screen = TerminalScreen(width: 8, height: 1)
        screen.put("👩‍👩‍👧", column: 5, line: 0)
        let output = String(decoding: screen.repaint(), as: UTF8.self)
        #expect(output.contains("\u{1B}[K\u{1B}[?7l👩‍👩‍👧\u{1B}[?7h\u{1B}[1;8H "))
    }

    @Test(arguments: [(81, 24, TextFormat.Palette.extended), (80, 23, .extended), (80, 24, .basic)])
    func `A screen of another size or palette is painted as a whole`(
        width: Int, height: Int, palette: TextFormat.Palette
    ) {
        let screen = table(top: 3, cursor: 5)
        let other = table(top: 3, cursor: 5, width: width, height: height, palette: palette)
        #expect(screen.difference(from: other) == screen.repaint())
    }

    @Test func `A basic palette has no colors`() {
        let screen = table(top: 0, cursor: 3, palette: .basic)
        #expect(!String(decoding: screen.repaint(), as: UTF8.self).contains("38;5"))
    }

    @Test func `A repaint erases no cell before the cell is drawn`() {
        let output = String(decoding: table(top: 0, cursor: 3).repaint(), as: UTF8.self)
        #expect(!output.contains("\u{1B}[2J") && !output.contains("\u{1B}[J"))
    }
}
