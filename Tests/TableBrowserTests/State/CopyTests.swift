import TableAgent
import Testing

@_spi(Internals) @testable import TableBrowser

/// Copies of cells and marked rows.
struct CopyTests {
    private func state(sections: Int = 1) -> BrowserState {
        BrowserState(.orders((0..<8).map { SampleOrder($0) }, sections: sections))
    }

    private func copied(_ keys: String, _ state: inout BrowserState) -> String? {
        for effect in state.type(keys) {
            if case .copy(let text) = effect { return String(decoding: text, as: UTF8.self) }
        }
        return nil
    }

    @Test func `Marked rows are copied without hidden columns`() {
        var state = state()
        #expect(copied("jmmll-y", &state) == "1\tgrace\topen\n2\tMüller & Söhne\topen\n")
        #expect(copied("^-Y", &state) == "Customer\tStatus\ngrace\topen\nMüller & Söhne\topen\n")
        #expect(state.message == "Copied 2 rows.")
        #expect(
            copied("z\nY", &state)?.hasPrefix("Order\tCustomer\tAmount\tStatus\n1\tgrace\t9.19\topen\n")
                == true)
    }

    @Test func `Without marks, the title and the cell of the cursor are copied`() {
        var state = state()
        #expect(copied("jlY", &state) == "Customer\ngrace")
        #expect(state.message == "Copied the cell.")
    }

    @Test func `The text of a head is copied without a title, and a sum with the title of its column`() {
        var state = state(sections: 2)
        #expect(copied("llY", &state) == "Batch 0 (4)")
        #expect(copied(":6\nY", &state) == "Amount\n25.14")
    }

    @Test func `Tabs and line breaks in titles and cells become spaces`() {
        enum Line: GridLineItem {
            static func fill(_ line: inout GridLine, with text: String) {
                line.text(text)
                line.text("z")
            }
        }
        var state = BrowserState(
            TableInfo(columns: [GridColumn("A\tB\n")]) {
                TableSection(id: 0) { Rows(byPosition: ["x\ty\r\nz"], as: Line.self) }
            })
        #expect(copied("mY", &state) == "A B \t\nx y z\tz\n")
    }

    @Test func `Y asks before it copies a cell of a row that replaced the cursor's row`() throws {
        var state = state()
        state.type("j")
        try state.edit { try $0.removeRow(.at(section: 0, row: 1)) }
        #expect(copied("Y", &state) == nil)
        #expect(copied("Y", &state) == "Order\n2")
    }

    @Test func `The help lists Y`() {
        var state = state()
        _ = state.handle(.f1)
        #expect(state.paintedLines().contains { $0.hasPrefix("Y ") && $0.contains("titles") })
    }
}

/// Cells without a value, which look alike in all columns.
struct EmptyCellTests {
    private enum Line: GridLineItem {
        static func fill(_ line: inout GridLine, with isEmpty: Bool?) {
            line.text("x")
            switch isEmpty {
            case true:
                line.empty()
                line.empty()
                line.empty()
            case nil:
                line.missing()
                line.text("")
                line.missing()
            case false:
                line.text("a")
                line.decimal(15, scale: 1)
                line.decimal(15, scale: 1)
            }
        }
    }

    private func state() -> BrowserState {
        let columns: [GridColumn] = ["Key", "Text", "Number", GridColumn("Point", alignment: .decimal)]
        return BrowserState(
            TableInfo(columns: columns) {
                TableSection(id: 0) { Rows(byPosition: [false, true, nil], as: Line.self) }
            }, height: 14)
    }

    @Test func `Missing numbers and texts are the same blank cells, also in the details`() {
        var state = state()
        let lines = state.paintedLines()
        #expect(lines[2] == "  x" && lines[3] == "  x")
        state.type("jo")
        let details = state.paintedLines()
        #expect(details.contains("Number") && details.contains("Text"))
        state.type("j")
        #expect(state.paintedLines().dropFirst(5).dropLast() == details.dropFirst(5).dropLast())
    }

    @Test(arguments: [("l", "Text"), ("ll", "Number"), ("lll", "Point")])
    func `A filter by a missing value says that the column is empty`(keys: String, title: String) {
        var state = state()
        state.type("j" + keys + "*")
        #expect(state.lines.all.count == 2)
        #expect(state.paintedLines().last?.contains("  \(title) is empty  ") == true)
    }

    @Test func `A spoken line says that a cell is empty`() {
        var state = state()
        for _ in 0..<2 {
            state.type("j")
            #expect(
                state.spokenLine.hasSuffix(" of 3. Key: x, Text is empty, Number is empty, Point is empty"))
        }
        state.type("O")
        #expect(state.spokenLine.contains("Number is empty"))
    }

    @Test func `A spoken foot leaves out the cells beside its sum`() {
        var state = BrowserState(.orders((0..<4).map { SampleOrder($0) }, sections: 2))
        state.type("jjj")
        #expect(state.spokenLine == "4 of 8. Order: Total, Amount: 9.19")
    }
}
