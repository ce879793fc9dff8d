import TableAgent
import Testing

/// Compares rows that consist of several runs with an array of the same rows.
@Suite struct RowsTests {
    /// All combinations of up to four runs of up to three rows.
    private static let runLengths: [[Int]] = {
        var all: [[Int]] = [[]]
        var longest = all
        for _ in 0..<4 {
            longest = longest.flatMap { lengths in (0...3).map { lengths + [$0] } }
            all += longest
        }
        return all
    }()

    /// The expected content of a row.
    private struct Expected: Equatable {
        let id: AnyID
        let text: String
    }

    private func make(_ lengths: [Int]) -> (rows: Rows, expected: [Expected]) {
        var rows: Rows = []
        var expected: [Expected] = []
        for (run, length) in lengths.enumerated() {
            let numbers = (0..<length).map { run * 10 + $0 }
            switch run % 4 {
            case 0:
                rows.append(Rows(numbers, id: \.self, as: NumberLine.self))
                expected += numbers.map { Expected(id: AnyID($0), text: "\($0)") }
            case 1:
                let orders = numbers.map { Order(id: $0, customer: "order \($0)") }
                rows.append(Rows(orders, as: OrderLine.self))
                expected += orders.map { Expected(id: AnyID($0.id), text: $0.customer) }
            case 2:
                let notes = numbers.map { "note \($0)" }
                rows.append(Rows(byPosition: notes, as: NoteLine.self))
                expected += notes.enumerated().map { Expected(id: AnyID($0.offset), text: $0.element) }
            default:
                for number in numbers {
                    rows.append([Row("\(number)", id: "row \(number)", as: NoteLine.self)])
                    expected.append(Expected(id: AnyID("row \(number)"), text: "\(number)"))
                }
            }
        }
        return (rows, expected)
    }

    private func expected(_ row: Row) -> Expected {
        var line = GridLine()
        row.fill(&line)
        return Expected(id: row.id, text: line.shown(at: 0))
    }

    @Test(arguments: runLengths)
    func `Rows of several runs behave like an array of rows`(_ lengths: [Int]) throws {
        let (rows, array) = make(lengths)
        #expect(rows.count == array.count)
        #expect(rows.isEmpty == array.isEmpty)
        #expect(rows.indices == array.indices)
        #expect(rows.map(expected) == array)
        #expect(rows.reversed().map(expected) == array.reversed())
        #expect(rows.first.map(expected) == array.first)
        #expect(rows.last.map(expected) == array.last)
        for index in array.indices {
            #expect(expected(rows[index]) == array[index])
            #expect(rows[index...].map(expected) == Array(array[index...]))
            let id = AnyID(array[index].id)
            #expect(rows.firstIndex { $0.id == id } == array.firstIndex { $0.id == array[index].id })
        }
        #expect(rows.firstIndex { $0.id == "nobody" } == nil)
    }

    @Test(arguments: runLengths)
    func `Lines are filled in row order across runs`(_ lengths: [Int]) throws {
        let (rows, array) = make(lengths)
        var line = GridLine()
        line.text("left over")
        var texts: [String] = []
        var numbers: [Int] = []
        try rows.fillLines(&line) { line, row in
            texts.append(line.shown(at: 0))
            numbers.append(row)
        }
        #expect(texts == array.map(\.text))
        #expect(numbers == Array(array.indices))
    }

    @Test(arguments: runLengths)
    func `Rows assembled one by one equal the original rows`(_ lengths: [Int]) {
        let (rows, array) = make(lengths)
        var picked: Rows = []
        for row in rows { picked.append([row]) }
        #expect(picked.map(expected) == array)
    }

    @Test func `Filling ends at a row without a line, and at an error of the closure`() {
        var rows = Rows([1, 2], id: \.self, as: NumberLine.self)
        rows.append([Row("x", id: "x", as: BadgeItem.self)])
        var line = GridLine()
        var count = 0
        let error = #expect(throws: TableError.self) { try rows.fillLines(&line) { _, _ in count += 1 } }
        #expect(error?.code == .itemNotShown)
        #expect(error?.description.contains("BadgeItem at row 2") == true)
        #expect(count == 2)
        #expect(throws: Refused()) { try rows.fillLines(&line) { _, _ in throw Refused() } }
    }

    @Test func `An index outside the rows stops the program`() async {
        await #expect(processExitsWith: .failure) {
            _ = Rows([1, 2], id: \.self, as: NumberLine.self)[2]
        }
        await #expect(processExitsWith: .failure) {
            _ = ([] as Rows)[0]
        }
    }

    @Test func `A slice of raw data is a slice of the table`() throws {
        let notes = (0..<100).map { EditSample.Note($0) }
        let window = Rows(notes[40..<43], as: EditSample.NoteLine.self)
        #expect(window.map(\.id) == [40, 41, 42])
        #expect(window[1].data(as: EditSample.Note.self) == notes[41])
        let read = Rows(notes[40..<43], id: \.text, as: EditSample.NoteLine.self)
        #expect(read.map(\.id) == ["note 40", "note 41", "note 42"])
        let numbered = Rows(byPosition: notes[40..<43], as: EditSample.NoteLine.self)
        #expect(numbered.map(\.id) == [0, 1, 2])

        let changes = TableChanges(
            from: TableInfo { TableSection(id: 0) { Rows(notes[40..<50], as: EditSample.NoteLine.self) } },
            to: TableInfo { TableSection(id: 0) { Rows(notes[45..<55], as: EditSample.NoteLine.self) } })
        #expect(changes.rowDeletes.count == 5 && changes.rowInserts.count == 5 && changes.rowMoves.isEmpty)
    }
}
