import Testing

@testable import tables

struct InputErrorTests {
    @Test func `An error prints the file, the line, and the reason`() {
        let reason = "the row has 5 fields where the header has 6"
        #expect("\(InputError(file: "orders.csv", line: 12, reason: reason))" == "orders.csv:12: \(reason)")
        #expect("\(InputError(file: "standard input", reason: reason))" == "standard input: \(reason)")
    }

    @Test func `Messages contain no control characters of the input`() {
        let error = InputError(
            file: "a\u{1B}[2J\n.csv", line: 1, reason: "found \("\u{9B}31m\u{202E}".quoted())")
        #expect(error.description == #"a\u{1B}[2J\n.csv:1: found '\u{9B}31m\u{202E}'"#)
    }

    @Test(arguments: [
        ("", "''"), ("a b", "'a b'"), ("a\tb\r\n\0", #"'a\tb\r\n\u{0}'"#), ("é😀", "'é😀'"),
        (String(repeating: "x", count: 40), "'" + String(repeating: "x", count: 40) + "'"),
        (String(repeating: "x", count: 41), "'" + String(repeating: "x", count: 40) + "…'"),
        (
            "a" + String(repeating: "\u{301}", count: 500),
            "'a" + String(repeating: "\u{301}", count: 159) + "…'"
        ),
    ])
    func `A quote is visible and short`(text: String, quote: String) {
        #expect(text.quoted() == quote)
    }
}

struct SpellingTests {
    @Test(arguments: [
        ("", "", 0), ("abc", "", 3), ("", "abc", 3), ("abc", "abc", 0), ("abc", "acb", 1),
        ("kitten", "sitting", 3),
        ("ab", "ba", 1), ("abcd", "abxd", 1), ("abc", "abcd", 1),
    ])
    func `The distance counts changed letters`(first: String, second: String, distance: Int) {
        #expect(Spelling.distance(Array(first), Array(second)) == distance)
    }

    @Test(arguments: [
        ("form", "from"), ("FROM", "from"), ("amuont", "Amount"), ("Amount ", "Amount"),
        ("Custmer Nmae", "Customer Name"),
    ])
    func `A name with few changes is near`(name: String, nearest: String) {
        #expect(Spelling.nearest(to: name, in: ["from", "Amount", "Customer Name", "to"]) == nearest)
    }

    @Test(arguments: ["", "x", "zz", "Total", String(repeating: "a", count: 100)])
    func `A name with many changes is not near any other name`(name: String) {
        #expect(
            Spelling.nearest(to: name, in: ["from", "Amount", "", "to", String(repeating: "a", count: 101)])
                == nil)
    }
}
