import Testing

@testable import TableDemo

struct CSVReaderRandomTests {
    @Test(arguments: InputFixture.seeds)
    func `A random table that is written as CSV is read back equal`(seed: UInt64) throws {
        var random = InputFixture.Random(seed: seed)
        let lineEnd = ["\n", "\r\n", "\r"].randomElement(using: &random) ?? "\n"
        let (header, rows) = randomTable(using: &random)
        var text = Bool.random(using: &random) ? "\u{FEFF}" : ""
        for record in [header] + rows {
            for (index, field) in record.enumerated() {
                if index > 0 { text += "," }
                let mustQuote = record.count == 1 && field.isEmpty || field.hasPrefix("\u{FEFF}")
                let isSpecial = field.unicodeScalars.contains { ",\"\r\n".unicodeScalars.contains($0) }
                if isSpecial || mustQuote || Int.random(in: 0..<4, using: &random) == 0 {
                    text +=
                        "\""
                        + field.split(separator: "\"", omittingEmptySubsequences: false)
                        .joined(separator: "\"\"") + "\""
                } else {
                    text += field
                }
            }
            text += lineEnd
        }
        try check(text, .csv, header: header, rows: rows, seed: seed)
    }

    @Test(arguments: InputFixture.seeds)
    func `A random table that is written as TSV is read back equal`(seed: UInt64) throws {
        var random = InputFixture.Random(seed: seed)
        let (header, rows) = randomTable(using: &random)
        var text = "\u{FEFF}"
        for record in [header] + rows where record.count > 1 || !record[0].isEmpty {
            let fields = record.map { field in
                field.unicodeScalars.map { scalar in
                    switch scalar {
                    case "\t": "\\t"
                    case "\n": "\\n"
                    case "\r": "\\r"
                    case "\\": "\\\\"
                    default: String(scalar)
                    }
                }.joined()
            }
            text += fields.joined(separator: "\t") + "\n"
        }
        // TSV has no way to write a record of one empty field.
        let kept = rows.filter { $0.count > 1 || !$0[0].isEmpty }
        try check(text, .tsv, header: header, rows: kept, seed: seed)
    }

    private func randomTable(
        using random: inout InputFixture.Random
    ) -> (header: [String], rows: [[String]]) {
        let count = Int.random(in: 1...6, using: &random)
        let header = (0..<count).map { "\($0)" + random.text() }
        let rows = (0..<Int.random(in: 0...40, using: &random)).map { _ in
            (0..<count).map { column in
                column % 2 == 0 ? random.text() : "\(Int.random(in: -99...99, using: &random))"
            }
        }
        return (header, rows)
    }

    private func check(
        _ text: String, _ format: InputFormat, header: [String], rows: [[String]], seed: UInt64
    ) throws {
        let table = try InputFixture.table(text, as: format)
        // Compared as scalars: CRLF is one character, and é can be two scalars.
        #expect(table.columns.map { Array($0.unicodeScalars) } == header.map { Array($0.unicodeScalars) })
        let scalars = table.texts.map { $0.map { Array($0.unicodeScalars) } }
        #expect(scalars == rows.map { $0.map { Array($0.unicodeScalars) } }, "seed \(seed)")
        for column in header.indices where column % 2 == 1 {
            #expect(table.isNumeric(column: column) == !rows.isEmpty, "seed \(seed)")
        }
    }
}
