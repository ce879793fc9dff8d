import Testing

@testable import TableDemo

struct InputErrorTests {
    @Test func `It prints the file, the line and the reason`() {
        let reason = "the row has 5 fields where the header has 6"
        #expect("\(InputError(file: "orders.csv", line: 12, reason: reason))" == "orders.csv:12: \(reason)")
        #expect("\(InputError(file: "standard input", reason: reason))" == "standard input: \(reason)")
    }

    @Test func `Nothing of the input steers the terminal`() {
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
