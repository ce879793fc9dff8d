import TableAgent
import Testing

@_spi(Internals) @testable import TableBrowser

/// The details of a row, and moves to a column.
struct DetailsTests {
    private enum Line: GridLineItem {
        static func fill(_ line: inout GridLine, with row: (name: String, note: String, json: String)) {
            line.text(row.name)
            line.text(row.note)
            line.json(row.json)
        }
    }

    private func state(note: String = "x", json: String = "{}") -> BrowserState {
        var state = BrowserState(
            TableInfo(columns: ["Name", "Note", "Data"]) {
                TableSection(id: 0) {
                    Rows(byPosition: [("a", note, json), ("b", "y", "[]")], as: Line.self)
                }
            })
        state.resize(width: 40, height: 12)
        return state
    }

    private func leaves(_ effects: [BrowserEffect]) -> Bool {
        effects.contains { if case .leave = $0 { true } else { false } }
    }

    @Test func `The details on the whole screen scroll, and another key returns`() {
        var state = state(note: (1...200).map { "line \($0)" }.joined(separator: "\n"))
        state.type("O")
        #expect(Array(state.paintedLines().prefix(3)) == ["Name  a", "Note  line 1", "      line 2"])
        #expect(state.paintedLines().last == "1–11 of 202, ↑ ↓ scroll; any other key …")
        state.type("j ")
        #expect(state.paintedLines()[0] == "      line 12")
        state.type("G")
        #expect(Array(state.paintedLines()[9...10]) == ["      line 200", "Data  {}"])
        state.resize(width: 40, height: 300)
        #expect(state.paintedLines()[0] == "Name  a")
        #expect(!leaves(state.type("q")))
        #expect(state.paintedLines()[0].hasPrefix("  Name"))
        #expect(leaves(state.type("q")))
    }

    @Test func `The details on the whole screen stay those of the row that was opened`() throws {
        var state = state()
        state.type("O")
        var table = state.table
        let old = table
        try table.edit { try $0.removeRow(.at(RowPosition(section: 0, row: 0))) }
        state.update(TableChanges(from: old, to: table), to: table)
        #expect(state.paintedLines()[0] == "Name  a")
        state.type("q")
        #expect(state.paintedLines()[1].contains("b"))
    }

    @Test(arguments: [
        (
            #"{"a":1,"b":[true,"x, \"y\": {"],"c":{},"d":[]}"#,
            [
                "{", "  \"a\": 1,", "  \"b\": [", "    true,", "    \"x, \\\"y\\\": {\"", "  ],",
                "  \"c\": {},",
                "  \"d\": []", "}",
            ]
        ),
        ("[[1],{}]", ["[", "  [", "    1", "  ],", "  {}", "]"]),
        ("[\"\\\\\",2]", ["[", "  \"\\\\\",", "  2", "]"]),
        ("[ ]", ["[]"]), ("5", ["5"]),
    ])
    func `JSON is indented`(json: String, expected: [String]) {
        var state = state(json: json)
        state.resize(width: 60, height: 20)
        state.type("O")
        let lines = state.paintedLines()[2...].map { $0.dropFirst(6) }
        #expect(lines.prefix(expected.count).map { String($0) } == expected)
    }

    @Test func `q hides the details before it leaves`() {
        var state = state(note: "1\n2\n3\n4\n5\n6\n7\n8")
        state.type("o")
        #expect(state.paintedLines().contains("Details, o hides them, O shows 5 more l…"))
        #expect(!leaves(state.type("q")))
        #expect(!state.paintedLines().contains { $0.hasPrefix("Details") })
        #expect(leaves(state.type("q")))
    }

    @Test func `Hidden columns are among the details`() {
        var state = state(note: "hidden")
        state.type("l-O")
        #expect(state.paintedLines()[1] == "Note  hidden")
    }

    @Test func `The cursor moves to a column by its name, and to the first and last one`() {
        var state = state()
        state.type("|da\n")
        #expect(state.browsed.columns.cursor == 2)
        state.type("|AM\n")
        #expect(state.browsed.columns.cursor == 0)
        state.type("$")
        #expect(state.browsed.columns.cursor == 2)
        state.type("^")
        #expect(state.browsed.columns.cursor == 0)
        state.type("|zz\n")
        #expect(state.message == "No column has “zz” in its name.")
        state.type("|\n")
        #expect(state.browsed.columns.cursor == 0 && state.message.isEmpty)
    }

    @Test func `A key without a command says so`() {
        var state = state()
        state.type("Q")
        #expect(state.message == "Q has no command; F1 lists the keys.")
        _ = state.handle(.paste("x"))
        #expect(state.message.isEmpty)
    }

    private final class Counter: Identifiable {
        let id = 0
        var count = 0
    }

    private enum CountedLine: GridLineItem {
        static func fill(_ line: inout GridLine, with counter: Counter) {
            counter.count += 1
            line.text("text")
        }
    }

    @Test(arguments: [BrowserKey.f1, "O"])
    func `A page that covers the table reads no cell while keys scroll`(page: BrowserKey) {
        let counter = Counter()
        let table = TableInfo(columns: ["Text"]) {
            TableSection(id: 0) { Rows([counter], as: CountedLine.self) }
        }
        var state = BrowserState(table, height: 5)
        _ = state.handle(page)
        _ = state.paintedLines()
        let count = counter.count
        _ = state.handle(.wheel(1))
        _ = state.paintedLines()
        #expect(count > 0 && counter.count == count)
        _ = state.handle("x")
        #expect(state.paintedLines()[1].contains("text") && counter.count > count)
    }
}
