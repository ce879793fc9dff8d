import RandomTesting
import Foundation
import TableAgent
import TableSurfaces
import Testing

@testable import tables

/// Tests nearly valid files with the whole program: read, reformed, and written to each surface.
struct ReaderFuzzTests {
    @Test(arguments: SeededGenerator.seeds(8), InputFormat.allCases)
    func `A nearly valid file is a table on each surface, or an error`(
        seed: UInt64, format: InputFormat
    ) throws {
        var input = FuzzInput(seed: seed)
        for round in 0..<25 * SeededGenerator.fuzzFactor {
            let bytes = input.next(format)
            do {
                let table = try InputFixture.table(bytes, as: format, input.options)
                try check(table, using: &input.random, "seed \(seed), round \(round)")
            } catch let error as InputError {
                #expect(!error.description.utf8.contains { $0 < 0x20 || $0 == 0x7F }, "one line, and visible")
            }
        }
    }

    private func check(
        _ table: SourceTable, using random: inout SeededGenerator, _ place: Comment
    ) throws {
        let column = table.columns.randomElement(using: &random)
        let signs = ["=", "!=", "<", "<=", ">", ">=", "~"]
        let condition = "\(column ?? "")\(signs.randomElement(using: &random) ?? "=")\(random.text())"
        let functions: [Aggregate.Function] = [.count, .sum, .mean, .min, .max]
        let aggregates = column.map { column in
            functions.filter { _ in random.next() % 2 == 0 }.map { Aggregate(function: $0, column: column) }
        }
        let isLong = random.next() % 4 == 0
        let selection = RowSelection(
            conditions: random.next() % 4 == 0 && column != nil ? [condition] : [],
            order: RowOrder(
                columns: random.next() % 4 == 0 ? [column].compactMap(\.self) : [],
                limit: random.next() % 4 == 0 ? Int.random(in: 1...9, using: &random) : nil),
            groupBy: random.next() % 3 == 0 ? table.columns.shuffled(using: &random).suffix(2) : [])
        let uses: [ValueUse] = [.texts, .texts, .json, .people, .workbook, .browser]
        let reformer = RecordsReformer(
            selection: selection,
            columns: random.next() % 4 == 0 ? table.columns.shuffled(using: &random) : nil,
            use: uses.randomElement(using: &random) ?? .texts)
        let info = try reformer.reform(table)
        if isLong, let aggregates, !aggregates.isEmpty {
            do {
                var totals = try Totals(of: table, aggregates, groupBy: selection.groupBy)
                try totals.add(table, selection.groups(in: table))
                _ = try string(
                    TextFormat(), TotalsReformer(order: selection.order, showsTypes: true).reform(totals),
                    place)
            } catch is InputError {}
        }
        let border = TextFormat.Border.allCases.randomElement(using: &random) ?? .light
        let width = random.next() % 2 == 0 ? nil : Int.random(in: 1...40, using: &random)
        let overflow = TextFormat.Overflow.allCases.randomElement(using: &random) ?? .wrap
        let text = try string(
            TextFormat(border: border, width: width, overflow: overflow), info, place)
        #expect(!text.utf8.contains { $0 < 0x20 && $0 != 10 || $0 == 0x7F }, place)
        _ = try string(MarkdownFormat(), info, place)
        _ = try string(HTMLFormat(page: HTMLPage(table.file)), info, place)
        try checkJSON(info, table, place)
        if reformer.columns == nil, reformer.use == .texts, selection == RowSelection(),
            !table.columns.isEmpty
        {
            try checkFields(CSVFormat(), .csv, info, table, place)
            try checkFields(TSVFormat(), .tsv, info, table, place)
            try checkFields(TSVFormat(usesEscapes: true), .tsvEscaped, info, table, place)
        }
    }

    /// Checks that the CSV or TSV output is read back unchanged.
    private func checkFields(
        _ format: some TextualFormat, _ input: InputFormat, _ info: TableInfo, _ table: SourceTable,
        _ place: Comment
    ) throws {
        // The only column of a table can contain another separator in every row.
        let options = InputOptions(
            delimiter: input == .csv ? "," : nil, quote: input == .tsv ? .double : nil)
        let again = try InputFixture.table(Array(string(format, info, place).utf8), as: input, options)
        #expect(again.columns.map { Array($0.utf8) } == table.columns.map { Array($0.utf8) }, place)
        #expect(
            again.texts.map { $0.map { Array($0.utf8) } } == table.texts.map { $0.map { Array($0.utf8) } },
            place)
    }

    private func checkJSON(_ info: TableInfo, _ table: SourceTable, _ place: Comment) throws {
        let lines = try string(JSONLinesFormat(), info, place).split(separator: "\n")
        #expect(lines.count == info.rowCount, place)
        let json = try string(JSONFormat(), info, place)
        // A number can be too large for Foundation's reader.
        guard table.texts.joined().allSatisfy({ Double($0)?.isFinite != false && !$0.contains("e") }) else {
            return
        }
        let isRead = (try? JSONSerialization.jsonObject(with: Data(json.utf8))) != nil
        #expect(isRead, "\(place): \(json.debugDescription)")
    }

    /// Returns the text of a table, and checks that it equals the streamed text and is valid UTF-8.
    private func string(
        _ format: some TextualFormat, _ info: TableInfo, _ place: Comment
    ) throws -> String {
        let sink = MemorySink()
        let container = GridContainer(format, to: sink)
        try container.reload(TableUpdate(from: TableInfo(), to: info) { _ in })
        let text = String(validating: sink.bytes, as: UTF8.self)
        return try #require(text, place)
    }
}

struct ReaderRandomBytesTests {
    @Test(arguments: SeededGenerator.seeds(24), InputFormat.allCases)
    func `Random bytes are a table or an InputError`(seed: UInt64, format: InputFormat) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let count = Int.random(in: 0...40, using: &random)
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            readAll(bytes, as: format)
        }
    }

    @Test(arguments: SeededGenerator.seeds(24), InputFormat.allCases)
    func `Random tokens are a table or an InputError`(seed: UInt64, format: InputFormat) {
        let tokens = [
            "{", "}", "[", "]", ":", ",", "\"", "\\", "\\u", "d83d", "\"a\"", "\"b\":", "{\"a\":", "1", "-",
            ".5",
            "e9", "true", "null", " ", "\n", "\r", "\r\n", "\t", "é", "\u{FEFF}", "\0",
            "| a |\n", "|---|\n", "+---+\n", "| 1 |\n", " a \n---+---\n", "│", "─┼─", "&#9;", "<br>", "`",
            "**", "…",
        ]
        var random = SeededGenerator(seed: seed)
        for _ in 0..<400 {
            var text = format == .json ? ["[", "{", "[[", ""].randomElement(using: &random) ?? "" : ""
            for _ in 0..<Int.random(in: 0...20, using: &random) {
                text += tokens.randomElement(using: &random) ?? ""
            }
            readAll(Array(text.utf8), as: format)
        }
    }

    /// Reads every cell of a table. An invalid range stops the program.
    private func readAll(_ bytes: [UInt8], as format: InputFormat) {
        do {
            let table = try InputFixture.table(bytes, as: format)
            #expect(table.texts.count == table.rows.count)
            #expect(table.kinds.allSatisfy { $0.count == table.columns.count })
            #expect(table.lines == table.lines.sorted())
            for row in table.texts { for text in row { #expect(text.utf8.count <= bytes.count) } }
        } catch {
            #expect(!error.description.utf8.contains { $0 < 0x20 || $0 == 0x7F }, "one line, and visible")
            #expect(error.line ?? 1 >= 1)
        }
    }
}
