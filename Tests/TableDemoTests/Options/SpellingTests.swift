import Testing

@testable import TableDemo

struct SpellingTests {
    @Test(arguments: [
        ("", "", 0), ("abc", "", 3), ("", "abc", 3), ("abc", "abc", 0), ("abc", "acb", 1),
        ("kitten", "sitting", 3),
        ("ab", "ba", 1), ("abcd", "abxd", 1), ("abc", "abcd", 1),
    ])
    func `The distance counts changes of a letter`(first: String, second: String, distance: Int) {
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
    func `A name with many changes has none near`(name: String) {
        #expect(
            Spelling.nearest(to: name, in: ["from", "Amount", "", "to", String(repeating: "a", count: 101)])
                == nil)
    }
}
