import TableAgent
import Testing

@testable import TableDemo

struct ChangeLineTests {
    private func lines(_ comparison: Comparison) throws -> [[(shown: String, role: GridRole)]] {
        var result: [[(String, GridRole)]] = []
        var line = GridLine()
        for section in ChangeReformer().reform(ChangeReport(comparison)).sections {
            try section.rows.fillLines(&line) { line, _ in
                result.append(line.cells.indices.map { (line.shown(at: $0), line.cells[$0].role) })
            }
        }
        return result
    }

    @Test func `Only what changed stands out in a changed row`() throws {
        let line = try #require(try lines(Comparison("id,v,w\n1,a,b\n", "id,v,w\n1,a,c\n")).first)
        #expect(line.map(\.shown) == ["1", "1", "a", "b → c"])
        #expect(line.map(\.role) == [.muted, .muted, .muted, .warning])
    }

    @Test func `A moved row shows both its numbers`() throws {
        let line = try #require(try lines(Comparison("id\n1\n2\n3\n", "id\n3\n1\n2\n")).first)
        #expect(line.map(\.shown) == ["3 → 1", "3"])
        #expect(line.map(\.role) == [.warning, .muted])
    }

    @Test func `Rows that came and went are good and bad news`() throws {
        let lines = try lines(Comparison("id\n1\n2\n", "id\n1\n3\n"))
        #expect(lines.map { $0.map(\.shown) } == [["2", "3"], ["2", "2"]])
        #expect(lines.map { $0.map(\.role) } == [[.positive, .positive], [.negative, .negative]])
    }

    @Test(arguments: [
        (#""a""#, #""b""#, "a → b"),
        ("1", "2.0", "1 → 2.0"),
        ("5", #""5""#, #"5 → "5""#),
        (#""true""#, "true", #""true" → true"#),
        (#""""#, "null", #""" → null"#),
        ("null", "false", "(empty) → false"),
        (#""a""#, #""a ""#, #"a → "a ""#),
        (#""a\nb""#, #""c""#, "a\nb\n→ c"),
        (#"" ""#, #""""#, #"" " → (empty)"#),
    ])
    func `A change shows both values so that they can be told apart`(
        old: String, new: String, shown: String
    ) throws {
        let comparison = try Comparison(
            #"[{"id": 1, "v": \#(old)}]"#, #"[{"id": 1, "v": \#(new)}]"#, as: .json)
        let line = try #require(try lines(comparison).first)
        #expect(line.last?.shown == shown)
    }
}
