import Testing

@testable import TableDemo

struct ReaderRandomBytesTests {
    @Test(arguments: InputFixture.seeds, InputFormat.allCases)
    func `Random bytes are a table or an InputError`(seed: UInt64, format: InputFormat) {
        var random = InputFixture.Random(seed: seed)
        for _ in 0..<200 {
            let count = Int.random(in: 0...40, using: &random)
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            readAll(bytes, as: format)
        }
    }

    @Test(arguments: InputFixture.seeds, InputFormat.allCases)
    func `Random tokens are a table or an InputError`(seed: UInt64, format: InputFormat) {
        let tokens = [
            "{", "}", "[", "]", ":", ",", "\"", "\\", "\\u", "d83d", "\"a\"", "\"b\":", "{\"a\":", "1", "-",
            ".5",
            "e9", "true", "null", " ", "\n", "\r", "\r\n", "\t", "é", "\u{FEFF}", "\0",
        ]
        var random = InputFixture.Random(seed: seed)
        for _ in 0..<400 {
            var text = format == .json ? "[" : ""
            for _ in 0..<Int.random(in: 0...20, using: &random) {
                text += tokens.randomElement(using: &random) ?? ""
            }
            readAll(Array(text.utf8), as: format)
        }
    }

    /// Reads every cell of what is read; a bad place would trap.
    private func readAll(_ bytes: [UInt8], as format: InputFormat) {
        do {
            let table = try InputFixture.table(bytes, as: format)
            #expect(table.texts.count == table.rowCount)
            #expect(table.kinds.allSatisfy { $0.count == table.columns.count })
            #expect(table.lines == table.lines.sorted())
            for row in table.texts { for text in row { #expect(text.utf8.count <= bytes.count) } }
        } catch {
            #expect(!error.description.utf8.contains { $0 < 0x20 || $0 == 0x7F }, "one line, and visible")
            #expect(error.line ?? 1 >= 1)
        }
    }
}
