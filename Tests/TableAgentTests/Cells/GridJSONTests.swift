import RandomTesting
import Foundation
import TableAgent
import Testing

@Suite("GridLine: JSON") struct GridJSONTests {
    private func cell(_ text: String?) -> (kind: GridCell.Kind?, value: String) {
        var line = GridLine()
        line.json(text)
        return (line.cells.first?.kind, line.value(at: 0))
    }

    @Test(arguments: [
        "[]", "{}", " [ 1 , -2.5e+3, 0 ] ", #"{"a": {"b": [true, false, null]}, "": "é"}"#, "null", "0.10",
        #""\"\\\/\b\f\n\r\t\u00e9""#, #"[[],[[]],{"a":{}}]"#, "\"\u{7F}\"",
    ])
    func `A JSON value is kept unchanged`(text: String) {
        #expect(cell(text).kind == .json)
        #expect(cell(text).value == text)
    }

    @Test func `A JSON value is written on one line`() {
        #expect(cell("{\r\n\t\"a b\": [\n1, 2]}\n").value == #"{"a b": [1, 2]}"#)
    }

    @Test(arguments: [
        "", " ", "[", "]", "[1,]", "[,1]", "[1 2]", "{]", "[}", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{1:2}",
        "{a:1}",
        "[1]]", "[1] 2", "01", "1.", ".5", "-", "+1", "1e", "tru", "nulls", "True", "NaN", "\"", "\"a",
        "\"a\nb\"",
        "\"\t\"", #""\x""#, #""\u12g4""#, #""\"#, "'a'", "[1,\u{A0}2]", "\u{FEFF}[]", "1\n2", "tr\nue",
    ])
    func `Any other text becomes a text cell`(text: String) {
        #expect(cell(text).kind == .text)
        #expect(cell(text).value == text)
    }

    @Test func `An empty text becomes an empty cell`() {
        #expect(cell(nil).kind == .empty)
    }

    @Test func `Deep nesting does not exhaust the stack`() {
        let deep = String(repeating: "[", count: 1_000_000)
        #expect(cell(deep).kind == .text)
        #expect(cell(deep + String(repeating: "]", count: 1_000_000)).kind == .json)
    }

    @Test(arguments: SeededGenerator.seeds(4))
    func `Random tokens are JSON if Foundation reads them`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let tokens = ["{", "}", "[", "]", ",", ":", "\"a\"", "\"\"", "1", "-0.5", "true", "null", " ", "\n"]
        for _ in 0..<5_000 {
            let text = (0..<Int.random(in: 1...7, using: &random)).map { _ in
                tokens.randomElement(using: &random) ?? ""
            }.joined()
            // Foundation accepts a comma after the last element.
            let tokens = text.filter { !$0.isWhitespace }
            if tokens.contains(",]") || tokens.contains(",}") { continue }
            let object = try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
            #expect((cell(text).kind == .json) == (object != nil), "seed \(seed): \(text.debugDescription)")
        }
    }
}
