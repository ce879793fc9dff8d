import Foundation
import TableAgent
import TableSurfaces
import Testing

@testable import TableDemo

/// Files that are nearly right, through all of the demo: read, reformed, and written to each surface.
struct ReaderFuzzTests {
    @Test(arguments: Fuzz.seeds, InputFormat.allCases)
    func `A file that is nearly right is a table on each surface or an error`(
        seed: UInt64, format: InputFormat
    ) throws {
        var input = FuzzInput(seed: seed)
        for round in 0..<Fuzz.rounds {
            let bytes = input.next(format)
            let start = ContinuousClock.now
            do {
                let table = try InputFixture.table(bytes, as: format)
                try check(table, using: &input.random, "seed \(seed), round \(round)")
            } catch let error as InputError {
                #expect(!error.description.utf8.contains { $0 < 0x20 || $0 == 0x7F }, "one line, and visible")
            }
            #expect(ContinuousClock.now - start < .seconds(20), "seed \(seed), round \(round)")
        }
    }

    private func check(
        _ table: SourceTable, using random: inout InputFixture.Random, _ place: Comment
    ) throws {
        let column = table.columns.randomElement(using: &random)
        let reformer = RecordsReformer(
            groupBy: random.next() % 3 == 0 ? column : nil,
            sums: random.next() % 4 == 0 ? [column].compactMap(\.self) : [],
            columns: random.next() % 4 == 0 ? table.columns.shuffled(using: &random) : nil)
        let info = try reformer.reform(table)
        let border = TextBorder.allCases.randomElement(using: &random) ?? .light
        let width = random.next() % 2 == 0 ? nil : Int.random(in: 1...40, using: &random)
        let overflow = TextOverflow.allCases.randomElement(using: &random) ?? .wrap
        let text = try string(
            TextFormat(border: border, width: width, overflow: overflow), info, place)
        #expect(!text.utf8.contains { $0 < 0x20 && $0 != 10 || $0 == 0x7F }, place)
        _ = try string(MarkdownFormat(), info, place)
        _ = try string(HTMLFormat(pageTitle: table.file), info, place)
        _ = try string(TSVFormat(), info, place)
        try checkJSON(info, table, place)
        if reformer.groupBy == nil, reformer.columns == nil, !table.columns.isEmpty {
            try checkCSV(info, table, place)
        }
    }

    /// What is written as CSV is read back the same.
    private func checkCSV(_ info: TableInfo, _ table: SourceTable, _ place: Comment) throws {
        let csv = try string(CSVFormat(), info, place)
        let isBlank = info.columns.allSatisfy(\.title.isEmpty)
        guard !isBlank else { return }
        let again = try InputFixture.table(Array(csv.utf8), as: .csv)
        #expect(again.columns.count == table.columns.count, place)
        #expect(
            again.texts.map { $0.map { Array($0.utf8) } } == table.texts.map { $0.map { Array($0.utf8) } },
            place)
    }

    private func checkJSON(_ info: TableInfo, _ table: SourceTable, _ place: Comment) throws {
        let lines = try string(JSONLinesFormat(), info, place).split(separator: "\n")
        #expect(lines.count == info.rowCount, place)
        let json = try string(JSONFormat(), info, place)
        // A number may be greater than Foundation's reader takes.
        guard table.texts.joined().allSatisfy({ Double($0)?.isFinite != false }) else { return }
        let isRead = (try? JSONSerialization.jsonObject(with: Data(json.utf8))) != nil
        #expect(isRead, "\(place): \(json.debugDescription)")
    }

    /// The text of a table, which is the same as one stream and is valid UTF-8.
    private func string(
        _ format: some StreamableFormat, _ info: TableInfo, _ place: Comment
    ) throws -> String {
        let sink = MemorySink()
        let container = GridContainer(format, to: sink)
        try container.reload(TableUpdate(from: TableInfo(), to: info) {})
        let text = String(validating: sink.bytes, as: UTF8.self)
        return try #require(text, place)
    }
}
