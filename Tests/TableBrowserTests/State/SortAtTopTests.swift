import TableAgent
import Testing

@_spi(Internals) @testable import TableBrowser

/// The cursor after a sort: at the top it stays there, elsewhere it follows its row.
struct SortAtTopTests {
    private func state(_ count: Int = 40, sections: Int = 1, height: Int = 12) -> BrowserState {
        BrowserState(.orders((0..<count).map { SampleOrder($0) }, sections: sections), height: height)
    }

    private func customer(_ state: BrowserState) -> String? {
        state.cursorLine.flatMap { state.lines.row(of: $0) }?.data(as: SampleOrder.self)?.customer
    }

    @Test(arguments: ["lss", "l+s", "jk&a\nlss"])
    func `A sort at the top shows the first rows of the new order`(keys: String) {
        var state = state()
        state.type(keys)
        #expect(customer(state) == "株式会社さくら商店")
        #expect(state.browsed.view.viewport.top == 0 && state.browsed.view.viewport.cursor == 0)
        #expect(state.paintedLines()[1].hasPrefix(">"))
    }

    @Test func `The original order at the top shows the first rows again`() {
        var state = state()
        state.type("lss")
        #expect(state.cursorLine != BrowserLine(section: 0, part: .row(0)))
        state.type("S")
        #expect(state.cursorLine == BrowserLine(section: 0, part: .row(0)))
        #expect(state.cursorOffset == 0)
    }

    @Test(arguments: ["", "j"])
    func `A sort from the first head or the first row below it moves to the new first row`(keys: String) {
        var state = state(sections: 4)
        state.type(keys + "lss")
        #expect(customer(state) == "株式会社さくら商店")
        #expect(state.browsed.view.viewport.top == 0 && state.browsed.view.viewport.cursor == 1)
    }

    @Test(arguments: ["j", "Gk"])
    func `A sort elsewhere follows the row of the cursor`(keys: String) {
        var state = state()
        state.type(keys)
        let line = state.cursorLine
        let offset = state.cursorOffset
        for sort in ["lss", "+", "S"] {
            state.type(sort)
            #expect(state.cursorLine == line)
        }
        #expect(state.cursorOffset == offset)
    }

    @Test func `A sort follows the first row if the first lines are above the screen`() {
        var state = state()
        state.type("lss")
        _ = state.handle(.wheel(3))
        let line = state.cursorLine
        #expect(state.cursorOffset == 0)
        state.type("s")
        #expect(state.cursorLine == line)
    }

    @Test func `A filter at the top follows the row of the cursor`() {
        var state = state()
        state.type("j&grace\n")
        #expect(state.cursorLine == BrowserLine(section: 0, part: .row(1)))
        _ = state.handle(.escape)
        state.type("")
        #expect(state.cursorLine == BrowserLine(section: 0, part: .row(1)))
    }

    @Test(arguments: ["s", "S"])
    func `Enter after a sort at the top is not for a first row that was not painted`(key: Character) {
        var state = state()
        state.type(key == "S" ? "lss" : "l")
        _ = state.handle(.character(key))
        while state.work(for: .seconds(1)) {}
        #expect(state.handle(.enter).isEmpty)
        #expect(state.message == "This is another line now. Press the key again for it.")
        state.wasPainted()
        #expect(state.handle(.enter).count == 1)
    }

    @Test func `A painted first row of a sort is selected by the first Enter`() {
        var state = state()
        state.type("lss")
        #expect(state.handle(.enter).count == 1)
    }

    @Test func `A key that was pressed during a sort at the top is not for the new first row`() {
        var state = state()
        state.type("l")
        _ = state.handle("s")
        _ = state.handle("o")
        while state.work(for: .seconds(1)) {}
        state.wasPainted()
        #expect(state.handle(.enter).isEmpty)
    }
}
