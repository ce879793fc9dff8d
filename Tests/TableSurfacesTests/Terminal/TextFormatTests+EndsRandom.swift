import RandomTesting
import TableAgent
import Testing

@testable import TableSurfaces

/// Tests of random tables and streams that show only the first and last rows, and of their memory and
/// fillings.
extension TextFormatTests {
    private final class Counter {
        var fills = 0
    }

    private enum CountedLine: GridLineItem {
        static func fill(_ line: inout GridLine, with counter: Counter) {
            counter.fills += 1
            line.text("text")
        }
    }

    @Test func `Only items of shown rows fill a line, each once`() throws {
        let counters = (0..<50).map { _ in Counter() }
        let table = TableInfo(columns: ["One"]) {
            for number in 0..<5 {
                let part = Array(counters[number * 10..<number * 10 + 10])
                TableSection(id: number) {
                    Head(part[0], as: CountedLine.self)
                    Rows(byPosition: Array(part[1..<9]), as: CountedLine.self)
                    Foot(part[9], as: CountedLine.self)
                }
            }
        }

        _ = try TextFormat(rows: .ends(10)).string(of: table)

        let shown = [[0...9], [10...12, 19...19], [], [30...30, 37...39], [40...49]].joined().joined()
        let expected = counters.indices.map { shown.contains($0) ? 1 : 0 }
        #expect(counters.map(\.fills) == expected)
    }

    /// An id that the test can follow, since a line keeps its section, and a section its id.
    private final class Token: Hashable, Sendable {
        static func == (lhs: Token, rhs: Token) -> Bool { lhs === rhs }

        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }

    private struct WeakToken {
        weak var token: Token?
    }

    @Test(arguments: [1, 2, 7, 30])
    func `A row limit releases the lines that it drops`(limit: Int) {
        var tokens: [WeakToken] = []
        func line(_ part: TablePart) -> RowLimit.Step {
            let token = Token()
            tokens.append(WeakToken(token: token))
            return .line(GridPosition(part, of: TableSection(id: token), at: 0), GridLine())
        }
        var (ends, most) = (RowLimit(limit), 0)
        for number in 0..<10_000 {
            ends.append(line(.row))
            if number % 10 == 9 {
                for step in [RowLimit.Step.endSection, .beginSection, line(.head)] {
                    ends.append(step)
                }
            }
            tokens.removeAll { $0.token == nil }
            most = max(most, tokens.count)
        }

        #expect(limit...3 * limit + 10 ~= most)
        #expect(ends.finish().count { $0.isRow } == limit)
    }

    @Test(.timeLimit(.minutes(15)), arguments: SeededGenerator.seeds(4))
    func `A stream shows the same ends as a table`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for round in 0..<150 {
            let columns = (0..<Int.random(in: 1...5, using: &random)).map { GridColumn("T\($0)x") }
            let sections = random.sectionsOfWidth3(columns: columns.count)
            let count = Int.random(in: 1...6, using: &random)
            let format = TextFormat(
                border: TextFormat.Border.allCases.randomElement(using: &random) ?? .none,
                width: Bool.random(using: &random) ? Int.random(in: 14...30, using: &random) : nil,
                rows: .ends(count), palette: Bool.random(using: &random) ? .basic : nil)

            let text = try format.string(of: TableInfo(columns, sections))

            if sections.allSatisfy(\.rows.isEmpty) { continue }
            let place: Comment = "seed \(seed), round \(round), \(format)\n\(text)"
            #expect(try format.streamed(columns, sections, sample: 1000).text == text, place)
            #expect(
                MeasuredText.widths(ofLinesIn: MeasuredText.withoutStyles(text)).count <= 1, place)
            checkCounts(text, sections, count, place)
        }
    }

    /// Checks that the shown and omitted rows together are all rows.
    private func checkCounts(_ text: String, _ sections: [SampleSection], _ count: Int, _ place: Comment) {
        let text = MeasuredText.withoutCount(MeasuredText.withoutStyles(text))
        let rowCount = sections.reduce(0) { $0 + $1.rows.count }
        // The first cell of a row is its number.
        let shown = (0..<rowCount).filter { text.contains("r\($0 + 10)") }
        let isWhole = shown.count == rowCount
        if isWhole { #expect(!text.contains("…") || text.contains("T0x"), place) }
        let ends = shown.count / 2
        #expect(isWhole || shown == Array(0..<ends) + Array(rowCount - ends..<rowCount), place)
        #expect(isWhole || ends == count || (2..<count).contains(ends), place)
    }
}

extension SeededGenerator {
    /// Returns sections with cells of equal width. The first cell of a row is its number in the table.
    mutating func sectionsOfWidth3(columns: Int) -> [SampleSection] {
        var number = 9
        func cells(_ text: String) -> [SampleCell] {
            (0..<columns).map { $0 == 0 ? .text(text) : "xyz" }
        }
        return (0..<Int.random(in: 0...8, using: &self)).map { section in
            let rows = (0..<[0, 0, 1, 2, 3, 5, 8][Int.random(in: 0..<7, using: &self)]).map { _ in
                number += 1
                return cells("r\(number)")
            }
            return SampleSection(
                id: "\(section)", head: next() % 2 == 0 ? [["abc"], cells("abc")][Int(next() % 2)] : nil,
                rows: rows,
                foot: next() % 2 == 0 ? [["def"], cells("def")][Int(next() % 2)] : nil)
        }
    }
}

extension RowLimit.Step {
    fileprivate var isRow: Bool {
        if case .line(let position, _) = self { position.part == .row } else { false }
    }
}
