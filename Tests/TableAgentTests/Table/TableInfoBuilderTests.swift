import TableAgent
import Testing

/// Tables are listed with `for`, `if`, and `switch`.
@Suite("Builders of tables and sections") struct TableInfoBuilderTests {
    private enum Mood { case good, bad }

    private func table(_ numbers: [Int], hasNote: Bool = false, mood: Mood = .good) -> TableInfo {
        TableInfo {
            for number in numbers {
                TableSection(id: number) {
                    for square in [number * number] {
                        Row(square, id: "square", as: NumberLine.self)
                    }
                    if number > 1 {
                        Rows(Array(0..<number), id: \.self, as: NumberLine.self)
                    }
                }
            }
            if hasNote {
                TableSection(id: "note") { Row("note", id: 0, as: NoteLine.self) }
            }
            switch mood {
            case .good: TableSection(id: "good") {}
            case .bad:
                TableSection(id: "bad") {}
                TableSection(id: "worse") {}
            }
        }
    }

    @Test func `A loop makes a section for each element, with rows`() {
        let info = table([1, 3])
        #expect(info.sections.map(\.id) == [1, 3, "good"])
        #expect(info.sections.map(\.rows.count) == [1, 4, 0])
        #expect(info.numbers == [1, 9, 0, 1, 2])
    }

    @Test(arguments: [true, false])
    func `A condition includes or omits sections`(_ hasNote: Bool) {
        #expect(table([], hasNote: hasNote).sections.map(\.id) == (hasNote ? ["note", "good"] : ["good"]))
    }

    @Test func `A switch selects a section`() {
        #expect(table([], mood: .bad).sections.map(\.id) == ["bad", "worse"])
    }

    @Test(arguments: [true, false])
    func `An else branch is used if the condition is false`(_ isShort: Bool) {
        let section = TableSection(id: 0) {
            if isShort {
                Row(1, id: 1, as: NumberLine.self)
            } else {
                Head("long", as: NoteLine.self)
                Rows([1, 2], id: \.self, as: NumberLine.self)
            }
        }
        #expect(section.rows.count == (isShort ? 1 : 2))
        #expect((section.head == nil) == isShort)
    }

    @Test func `The head comes first and the foot last, wherever they are listed`() {
        let section = TableSection(id: 0) {
            Foot("foot", as: NoteLine.self)
            Row(1, id: 1, as: NumberLine.self)
            Head("head", as: NoteLine.self)
        }
        #expect(section.head?.data(as: String.self) == "head")
        #expect(section.foot?.data(as: String.self) == "foot")
        #expect(section.rows.count == 1)
    }

    @Test func `A body can contain parts that were built elsewhere`() {
        let sections = [TableSection(id: 1) {}, TableSection(id: 2) {}]
        let rows = Rows([5, 6], id: \.self, as: NumberLine.self)
        let info = TableInfo {
            sections
            TableSection(id: 3) {
                content
                rows
                rows[1]
            }
        }
        #expect(info.sections.map(\.id) == [1, 2, 3])
        #expect(info.numbers == [4, 5, 6, 6])
    }

    @SectionBuilder private var content: SectionContent {
        Head("title", as: NoteLine.self)
        Row(4, id: 4, as: NumberLine.self)
    }

    @Test(arguments: [true, false])
    func `Single sections and lists of sections combine in any order`(_ isFirst: Bool) {
        let (one, list) = (TableSection(id: 1), [TableSection(id: 2), TableSection(id: 3)])
        func ids(@TableBuilder _ sections: () -> [TableSection]) -> [AnyID] { sections().map(\.id) }
        #expect(ids { one } == [1])
        #expect(ids { list } == [2, 3])
        let afterOne = ids {
            one
            list
            one
            list
        }
        #expect(afterOne == [1, 2, 3, 1, 2, 3])
        let afterTwo = ids {
            one
            one
            one
        }
        #expect(afterTwo == [1, 1, 1])
        let optional = ids {
            if isFirst { one }
            if !isFirst { list }
        }
        #expect(optional == (isFirst ? [1] : [2, 3]))
        let either = ids { if isFirst { one } else { list } }
        #expect(either == optional)
        let swapped = ids { if isFirst { list } else { one } }
        #expect(swapped == (isFirst ? [2, 3] : [1]))
        let loops = ids {
            for _ in 0..<2 { one }
            for index in 0..<2 {
                if index > 0 { one }
                list
            }
        }
        #expect(loops == [1, 1, 2, 3, 1, 2, 3])
    }

    @Test func `An empty builder makes an empty table, and an empty section`() {
        #expect(TableInfo {}.sections.isEmpty)
        #expect(TableSection(id: 0) {}.rows.isEmpty)
    }

    @Test func `The error of a body is rethrown`() {
        func number(_ text: String) throws -> Int {
            guard let number = Int(text) else { throw Refused(reason: text) }
            return number
        }
        #expect(throws: Refused(reason: "two")) {
            try TableInfo {
                for text in ["1", "two"] {
                    try TableSection(id: text) {
                        Row(try number(text), id: text, as: NumberLine.self)
                    }
                }
            }
        }
    }

    @Test func `A second head in one section stops the program`() async {
        await #expect(processExitsWith: .failure) {
            _ = TableSection(id: 0) {
                Head("one", as: NoteLine.self)
                Head("two", as: NoteLine.self)
            }
        }
    }
}
