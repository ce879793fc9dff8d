import RandomTesting
import TableAgent
import Testing

@testable import TableSurfaces

extension TextFormatTests {
    /// Data that counts how often its item fills a line.
    private final class Counter {
        var fills = 0
        let text: String

        init(_ text: String = "text") {
            self.text = text
        }
    }

    private enum CountedLine: GridLineItem {
        static func fill(_ line: inout GridLine, with counter: Counter) {
            counter.fills += 1
            line.text(counter.text)
        }
    }

    /// An item that writes one more cell at each filling.
    private enum GrowingLine: GridLineItem {
        static func fill(_ line: inout GridLine, with counter: Counter) {
            counter.fills += 1
            for _ in 0..<counter.fills { line.text(counter.text) }
        }
    }

    private static let formats: [@Sendable () -> any MeasuringFormat] = [
        { TextFormat() }, { MarkdownFormat() }, { HTMLFormat() },
    ]
    /// A text longer than the buffer of kept lines.
    private static let tooLong = String(repeating: "x", count: 1000)

    @Test(arguments: formats.indices)
    func `An item fills a kept line once, and each line that is not kept twice`(
        index: Int
    ) throws {
        let counters = ["head", "a", "b", Self.tooLong, "c", "foot"].map { Counter($0) }
        let table = TableInfo(columns: ["One"]) {
            TableSection(id: 0) {
                Head(counters[0], as: CountedLine.self)
                Rows(byPosition: [counters[1], counters[2]], as: CountedLine.self)
                Rows(byPosition: [counters[3], counters[4]], as: CountedLine.self)
                Foot(counters[5], as: CountedLine.self)
            }
        }

        _ = try Self.string(Self.formats[index](), of: table, keeping: 1000)

        #expect(counters.map(\.fills) == [1, 1, 1, 2, 2, 2])
    }

    @Test func `Additional cells of a second filling are detected`() throws {
        func table(_ texts: [String]) -> TableInfo {
            TableInfo {
                TableSection(id: 0) { Rows(byPosition: texts.map { Counter($0) }, as: GrowingLine.self) }
            }
        }

        #expect(try TextFormat(border: .none).string(of: table(["a", "b"])) == "a\nb\n")
        let error = #expect(throws: TableError.self) {
            try Self.string(TextFormat(), of: table([Self.tooLong, "b"]), keeping: 1000)
        }
        #expect(error?.code == .tooManyCells)
        #expect(error?.description.contains("2 cells") == true)
    }

    private static func string(
        _ format: some MeasuringFormat, of table: TableInfo, keeping size: Int
    ) throws -> String {
        let text = try GridOutput.bytes { output in
            var lines = GridWalk(of: table, in: format)
            var writer = format.makeMeasurer(for: table.columns, caption: table.caption)
            try lines.measure(with: &writer, keeping: size)
            try writer.begin(with: lines.sample, to: &output)
            try lines.write(with: &writer, to: &output)
        }
        return String(decoding: text, as: UTF8.self)
    }

    @Test(arguments: SeededGenerator.seeds(4))
    func `The text is the same for any number of kept lines`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<40 {
            let sections = (0..<3).map { number in
                TableSection(
                    number, head: number < 2 ? [.text(random.text(of: Self.pieces), role: .strong)] : nil,
                    rows: random.rows(columns: 3, of: Self.pieces).map { row in
                        row.map { .text($0, role: GridRole.allCases.randomElement(using: &random) ?? .plain) }
                    }, foot: number > 0 ? [.word("Sum"), 1, nil] : nil)
            }
            let table = TableInfo(
                columns: ["A", GridColumn("B", alignment: .center), GridColumn("C", alignment: .right)],
                sections: sections)
            var format = TextFormat(palette: Bool.random(using: &random) ? .extended : nil)
            format.border = TextFormat.Border.allCases.randomElement(using: &random) ?? .none

            let unkept = try Self.string(format, of: table, keeping: 0)
            #expect(try format.string(of: table) == unkept, "seed \(seed)")
            for _ in 0..<4 {
                let limit = Int.random(in: 1...3000, using: &random)
                #expect(try Self.string(format, of: table, keeping: limit) == unkept, "seed \(seed)")
            }
        }
    }

    @Test func `A table with more rows than the buffer can keep is complete`() throws {
        let text = String(repeating: "0123456789", count: 100)
        let count = GridSample.standardLimit / 1000 + 100
        let table = TableInfo(
            ["Number", ""], rows: (0..<count).map { [SampleCell(.integer($0)), .text(text)] })

        let lines = try TextFormat(border: .none).string(of: table).split(separator: "\n")

        #expect(lines.count == count + 1)
        for (number, line) in lines.dropFirst().enumerated() where number % 997 == 0 || number > count - 5 {
            #expect(line.drop { $0 == " " } == "\(number)  \(text)")
        }
    }
}
