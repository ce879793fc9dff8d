import RandomTesting
import Foundation
import Testing

@testable import tables

struct JSONReaderRandomTests {
    /// Without the byte order mark, because Foundation removes it within strings.
    private static let characters = InputFixture.characters.filter { $0 != "\u{FEFF}" }

    @Test(arguments: SeededGenerator.seeds(24))
    func `Random objects are read like Foundation reads them`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let keys = (0..<Int.random(in: 1...5, using: &random)).map {
            "\($0)" + random.text(of: Self.characters)
        }
        let objects = (0..<Int.random(in: 0...30, using: &random)).map { _ in
            let chosen = keys.filter { _ in Int.random(in: 0..<5, using: &random) > 0 }
            let members = (Bool.random(using: &random) ? chosen : chosen.shuffled(using: &random)).map {
                key in
                written(key, &random) + space(&random) + ":" + value(&random, depth: 0)
            }
            return "{" + members.joined(separator: ",") + space(&random) + "}"
        }
        let text = "[" + objects.joined(separator: space(&random) + ",") + "]"
        let table = try InputFixture.table(text, as: .json)
        let lines = try InputFixture.table(
            objects.map(withoutBreaks).joined(separator: "\n") + "\n{}", as: .jsonl)
        let documents = try InputFixture.table(
            "{}" + objects.joined(separator: space(&random)) + "{}", as: .json)
        let members =
            objects.indices.map { "\"\($0)\":" + space(&random) + objects[$0] } + ["\"x\":{}", "\"y\":{}"]
        let keyed = try InputFixture.table(
            "{\"data\":{" + members.joined(separator: ",") + "}}", as: .json, InputOptions(path: "data"))

        let whole = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
        let model = try #require(whole as? [[String: Any]])
        #expect(table.rows.count == model.count)
        #expect(lines.columns == table.columns && documents.columns == table.columns, "seed \(seed)")
        #expect(keyed.columns == ["key"] + table.columns, "seed \(seed)")
        #expect(documents.texts.dropFirst().dropLast() == table.texts[...], "seed \(seed)")
        #expect(
            keyed.texts.dropLast(2) == table.texts.enumerated().map { ["\($0)"] + $1 }[...], "seed \(seed)")
        for (row, object) in model.enumerated() {
            #expect(Set(object.keys).isSubset(of: table.columns), "seed \(seed)")
            for (column, key) in table.columns.enumerated() {
                let kind = table.kind(row: row, column: column)
                let text = table.text(row: row, column: column)
                try check(kind, text, against: object[key], seed: seed)
                #expect(lines.kind(row: row, column: column) == kind)
                #expect(lines.text(row: row, column: column) == text)
            }
        }
    }

    private func check(_ kind: SourceTable.Kind, _ text: String, against value: Any?, seed: UInt64) throws {
        switch kind {
        case .missing: #expect(value == nil, "seed \(seed)")
        case .null: #expect(value is NSNull, "seed \(seed)")
        case .true: #expect(value as? Bool == true, "seed \(seed)")
        case .false: #expect(value as? Bool == false, "seed \(seed)")
        case .number: #expect(value as? Double == Double(text), "seed \(seed)")
        case .text:
            let string = try #require(value as? String)
            #expect(Array(string.unicodeScalars) == Array(text.unicodeScalars), "seed \(seed)")
        case .json:
            let nested = try JSONSerialization.jsonObject(with: Data(text.utf8))
            let expected = try #require(value as? NSObject)
            #expect(expected == nested as? NSObject, "seed \(seed)")
        }
    }

    private func value(_ random: inout SeededGenerator, depth: Int) -> String {
        let choice = Int.random(in: 0..<(depth < 3 ? 9 : 7), using: &random)
        let text: String
        switch choice {
        case 0: text = "null"
        case 1: text = "true"
        case 2: text = "false"
        case 3: text = "\(Int.random(in: -1000...1000, using: &random))"
        case 4:
            text = "\(Int.random(in: -9...9, using: &random)).25e\(Int.random(in: -3...3, using: &random))"
        case 5, 6: text = written(random.text(of: Self.characters), &random)
        default:
            var items: [String] = []
            for index in 0..<Int.random(in: 0...3, using: &random) {
                let key =
                    choice == 7 ? "" : written("\(index)" + random.text(of: Self.characters), &random) + ":"
                items.append(space(&random) + key + value(&random, depth: depth + 1))
            }
            let list = items.joined(separator: ",") + space(&random)
            text = choice == 7 ? "[\(list)]" : "{\(list)}"
        }
        return space(&random) + text + space(&random)
    }

    /// Returns a JSON string in which some characters have unneeded escapes.
    private func written(_ text: String, _ random: inout SeededGenerator) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case _ where scalar.value < 0x20 || Int.random(in: 0..<4, using: &random) == 0:
                for unit in String(scalar).utf16 {
                    let hex = String(unit, radix: 16, uppercase: Bool.random(using: &random))
                    result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
                }
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    private func space(_ random: inout SeededGenerator) -> String {
        ["", "", "", " ", "\n", "\t", "\r\n"].randomElement(using: &random) ?? ""
    }

    /// Removes line breaks, which occur only between tokens because strings escape them.
    private func withoutBreaks(_ json: String) -> String {
        String(String.UnicodeScalarView(json.unicodeScalars.filter { $0 != "\n" && $0 != "\r" }))
    }
}
