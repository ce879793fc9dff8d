import RandomTesting

@testable import tables

/// Makes valid and nearly valid files.
struct FuzzInput {
    var random: SeededGenerator
    /// The options for reading the last file.
    private(set) var options = InputOptions()

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    /// Returns a file, usually with some changes.
    mutating func next(_ format: InputFormat) -> [UInt8] {
        options = InputOptions()
        if Bool.random(using: &random) {
            options.delimiter = [",", ";", "\t", "|", " "].randomElement(using: &random)
        }
        if Bool.random(using: &random) { options.nulls = ["NA", random.text()] }
        if Int.random(in: 0..<4, using: &random) == 0 { options.path = "rows" }
        options.quote = [nil, nil, QuoteMode.ordinary, .double].randomElement(using: &random) ?? nil
        options.isRagged = Int.random(in: 0..<4, using: &random) == 0
        options.values.decimal = [nil, DecimalSign.comma, .point].randomElement(using: &random) ?? nil
        options.values.dates = [nil, DateOrder.dmy, .mdy].randomElement(using: &random) ?? nil
        var bytes = valid(format)
        for _ in 0..<Int.random(in: 0...4, using: &random) { change(&bytes, format) }
        return bytes
    }

    /// Returns a valid file.
    private mutating func valid(_ format: InputFormat) -> [UInt8] {
        let columns = (0..<Int.random(in: 1...5, using: &random)).map { "c\($0)" + random.text() }
        let rows = (0..<Int.random(in: 0...8, using: &random)).map { _ in columns.map { _ in cell() } }
        let separator =
            options.delimiter ?? (format == .csv ? [",", ";", "|"].randomElement(using: &random) : nil)
        func lines(_ field: (String) -> String) -> String {
            let separator = String(Unicode.Scalar(separator ?? "\t"))
            return ([columns] + rows).map { $0.map(field).joined(separator: separator) + "\r\n" }.joined()
        }
        let text =
            switch format {
            case .csv, .tsv: lines(csv)
            case .tsvEscaped: lines(tsv)
            case .json: around(json(columns, rows))
            case .jsonl: rows.map { object(columns, $0) + "\n" }.joined()
            case .markdown: drawn(columns, rows, rule: "|" + columns.map { _ in ":--|" }.joined())
            case .text: drawn(columns, rows, rule: "+" + columns.map { _ in "---+" }.joined())
            }
        return Array(text.utf8)
    }

    /// Returns rows in one of the structures that JSON has for a table.
    private mutating func json(_ columns: [String], _ rows: [[String]]) -> String {
        let objects = rows.map { object(columns, $0) }
        switch Int.random(in: 0..<8, using: &random) {
        case 0: return objects.joined(separator: ["", "\n"].randomElement(using: &random) ?? "")
        case 1: return objects.map { "[\($0)]" }.joined(separator: "\n")
        case 2: return "{" + objects.map { json(random.text()) + ": " + $0 }.joined(separator: ", ") + "}"
        case 3:
            options.hasHeader = Bool.random(using: &random)
            let arrays = ([columns] + rows).map { "[" + $0.map(value).joined(separator: ", ") + "]" }
            return "[" + arrays.joined(separator: ",\n") + "]"
        case 4: return "[" + rows.compactMap(\.first).map(value).joined(separator: ", ") + "]"
        default: return "[" + objects.joined(separator: ",\n") + "]"
        }
    }

    /// Returns a table with a line below the titles and, if it has corners, around the table.
    private func drawn(_ columns: [String], _ rows: [[String]], rule: String) -> String {
        let lines = ([columns] + rows).map { "|" + $0.map { " \($0) |" }.joined() }
        let edge = rule.hasPrefix("+") ? [rule] : []
        return (edge + [lines[0], rule] + lines.dropFirst() + edge).joined(separator: "\n") + "\n"
    }

    /// Returns a JSON array, or an object that contains the array.
    private mutating func around(_ array: String) -> String {
        switch options.path == nil ? Int.random(in: 0..<5, using: &random) : 3 {
        case 0: "{\"sections\": [{\"id\": 1, \"rows\": \(array)}, {\"rows\": \(array)}], \"total\": {}}"
        case 1: "{\"n\": 1, \(json(random.text())): \(array)}"
        case 2: "{\"a\": \(array), \"b\": \(array)}"
        case 3: "{\"a\": \(array), \"rows\": \(array)}"
        default: array
        }
    }

    private mutating func cell() -> String {
        switch Int.random(in: 0..<6, using: &random) {
        case 4: "NA"
        case 5:
            [
                ".5", "-.5e3", "12.", "1E5", "-0", "5%", "-$1,234.50", "1.234,5 €", "1/2/2024",
                "31.12.2024 8:59",
                "8:59 PM", "2024-02-30", "Feb 29, 2024", "2024-01-01T10:00:00Z", "99999999999999999999",
            ].randomElement(using: &random) ?? ""
        case 0: "\(Int.random(in: -999...999, using: &random))"
        case 1: "\(Double(Int.random(in: -99999...99999, using: &random)) / 100)"
        default: random.text()
        }
    }

    private func csv(_ text: String) -> String {
        "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }

    private func tsv(_ text: String) -> String {
        text.unicodeScalars.map { "\t\n\r\\".unicodeScalars.contains($0) ? "\\\\" : String($0) }.joined()
    }

    private mutating func object(_ keys: [String], _ values: [String]) -> String {
        "{" + zip(keys, values).map { json($0) + ": " + value($1) }.joined(separator: ", ") + "}"
    }

    private func value(_ text: String) -> String {
        let isBare = Double(text) != nil && !text.hasPrefix(".") && !text.hasSuffix(".")
        return isBare ? text : json(text)
    }

    private func json(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"", "\\": "\\\(scalar)"
            case "\u{0}"..."\u{1F}":
                "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
            default: String(scalar)
            }
        }
        return "\"" + scalars.joined() + "\""
    }

    private mutating func place(in bytes: [UInt8]) -> Int { Int.random(in: 0...bytes.count, using: &random) }

    private mutating func part(of bytes: [UInt8]) -> Range<Int> {
        let start = place(in: bytes)
        return start..<min(bytes.count, start + Int.random(in: 0...12, using: &random))
    }

    /// Makes a small change: replaces a byte or token, or removes, doubles, moves, or inserts a part.
    private mutating func change(_ bytes: inout [UInt8], _ format: InputFormat) {
        switch Int.random(in: 0..<8, using: &random) {
        case 0 where !bytes.isEmpty:
            bytes[Int.random(in: bytes.indices, using: &random)] ^=
                1 << UInt8.random(in: 0...7, using: &random)
        case 1:
            bytes.removeSubrange(part(of: bytes))
        case 2:
            bytes.removeLast(bytes.count - place(in: bytes))
        case 3:
            bytes.insert(contentsOf: bytes[part(of: bytes)], at: place(in: bytes))
        case 4:
            let other = valid(format)
            bytes.replaceSubrange(part(of: bytes), with: other[part(of: other)])
        case 5:
            let byte = UInt8.random(in: 0...255, using: &random)
            bytes.insert(
                contentsOf: repeatElement(byte, count: Int.random(in: 1...700, using: &random)),
                at: place(in: bytes))
        default:
            let token = Self.tokens.randomElement(using: &random) ?? ""
            bytes.insert(contentsOf: token.utf8, at: place(in: bytes))
        }
    }

    private static let tokens = [
        "\"", "\"\"", ",", "\t", "\n", "\r", "\r\n", "\\", "\\u", "\\ud83d", "\\ude00", "\\u0000", "\\\"",
        "{",
        "}", "[", "]", "[[[[[[[[", "{\"a\":", ":", "null", "true", "fals", "-", "-0", "0", "00", "1e999",
        "1e-9",
        ".5", "5.", "1e5", "NA", ";", "|", "{\"sections\":[{\"rows\":", "\"rows\":",
        "123456789012345678901234567890", "\u{0}", "\u{1B}[31m", "\u{202E}", "\u{FEFF}", "\u{200D}",
        "👩‍👩‍👧‍👦", "e\u{301}\u{301}\u{301}", "漢字", "🇩🇪🇩", "=1+1", "<script>", "|", "*", "&amp;", "http://x",
        "`", "**", "<br>", "&#9;", "| a |\n|---|\n", "+---+\n", "│", "─┼─", "…", " | ",
    ]
}
