import Testing

@testable import TableDemo

struct JSONReaderTests {
    @Test(arguments: [
        #"[{"b":1,"a":"x"},{"b":2,"a":"y"}]"#, #"[{"b":1,"a":"x"},{"a":"y","b":2}]"#,
        "\u{FEFF} [ { \"b\" : 1 ,\r\n\t\"a\" : \"x\" } , {\"\\u0062\":2,\"a\":\"\\u0079\"}\n]\n",
    ])
    func `The keys are the columns in the order in which they first appear`(text: String) throws {
        let table = try InputFixture.table(text, as: .json)
        #expect(table.columns == ["b", "a"])
        #expect(table.texts == [["1", "x"], ["2", "y"]])
    }

    @Test func `A key that an object lacks is missing, in early rows and in late ones`() throws {
        let text = #"[{"a":1},{"c":2,"a":null},{},{"b":true,"c":false}]"#
        let table = try InputFixture.table(text, as: .json)
        #expect(table.columns == ["a", "c", "b"])
        #expect(
            table.kinds == [
                [.number, .missing, .missing], [.null, .number, .missing], [.missing, .missing, .missing],
                [.missing, .false, .true],
            ])
        #expect(table.texts == [["1", "", ""], ["", "2", ""], ["", "", ""], ["", "false", "true"]])
    }

    @Test(arguments: [
        (#""""#, ""), (#""a\"\\\/\b\f\n\r\t""#, "a\"\\/\u{8}\u{C}\n\r\t"), (#""\u00e9\u20AC""#, "é€"),
        (#""\ud83d\ude00!""#, "😀!"), (#""x\u0000y""#, "x\0y"), (#""é😀\n""#, "é😀\n"), (#""007""#, "007"),
        ("\"\u{FEFF}x\"", "\u{FEFF}x"),
    ])
    func `A string is unescaped and stays text`(json: String, text: String) throws {
        let table = try InputFixture.table(#"[{"a":\#(json),"b":\#(json)}]"#, as: .json)
        #expect(table.texts == [[text, text]])
        #expect(table.kinds == [[.text, .text]])
    }

    @Test(arguments: ["0", "-0", "1.50", "1e5", "-1.25E-3", "123456789012345678901234567890", "0.1e+10"])
    func `A number keeps its text`(number: String) throws {
        let table = try InputFixture.table(#"[{"a":\#(number)},{"a":\#(number) }]"#, as: .json)
        #expect(table.texts == [[number], [number]])
        #expect(table.isNumeric(0))
    }

    @Test(arguments: [
        (#"[{"a":1},{"a":null},{}]"#, true), (#"[{"a":1},{"a":"2"}]"#, false), (#"[{"a":null}]"#, false),
        (#"[{"a":1},{"a":true}]"#, false), (#"[{"a":1},{"a":[1]}]"#, false),
    ])
    func `A column is numeric if it has numbers and nothing else`(text: String, isNumeric: Bool) throws {
        #expect(try InputFixture.table(text, as: .json).isNumeric(0) == isNumeric)
    }

    @Test(arguments: [
        ("[ ]", "[]"), ("{ }", "{}"), ("[ 1 , [ 2 ] ,\n\"a  \\n b\" ]", #"[1,[2],"a  \n b"]"#),
        ("{ \"a\" : { \"b\\u0041\" : [ ] } ,\t\"c\" : null }", #"{"a":{"b\u0041":[]},"c":null}"#),
        ("[true,false,-1.50e3,[{}]]", "[true,false,-1.50e3,[{}]]"),
    ])
    func `A nested value is its own JSON without white space`(json: String, text: String) throws {
        let table = try InputFixture.table(#"[{"a":\#(json),"b":7,"c":\#(json)}]"#, as: .json)
        #expect(table.texts == [[text, "7", text]])
        #expect(table.kinds == [[.text, .number, .text]])
    }

    @Test func `Every row knows the line it starts on`() throws {
        let text = "[\n{\"a\": [1,\n\n2]},\r\n{\"a\":\r1},{\"a\":2}]"
        #expect(try InputFixture.table(text, as: .json).lines == [2, 5, 6])
        let lines = "\n{\"a\":1}\r\n\r\n{\"a\":2}\r{\"a\":3}"
        #expect(try InputFixture.table(lines, as: .jsonl).lines == [2, 4, 5])
    }

    @Test(arguments: [("[]", 0), (" [\n] ", 0), ("[{}]", 1), ("[{},{ }]", 2)])
    func `Objects without keys make a table without columns`(text: String, rows: Int) throws {
        let table = try InputFixture.table(text, as: .json)
        #expect(table.columns.isEmpty)
        #expect(table.rows.count == rows)
    }

    @Test(arguments: [
        "{\"a\":1}\n{\"a\":2}\n", "{\"a\":1}\r\n\r\n {\"a\":2} ", "\u{FEFF}{\"a\":1}\n\n{\"a\":2}",
    ])
    func `JSON Lines has an object a line, and blank lines are skipped`(text: String) throws {
        #expect(try InputFixture.table(text, as: .jsonl).texts == [["1"], ["2"]])
    }

    @Test func `Objects with ever new keys are an error before they fill the memory`() throws {
        func message(_ count: Int) -> String? {
            let objects = (0..<count).map { "{\"k\($0)\":1}" }.joined(separator: ",")
            return InputFixture.message("[\(objects)]", as: .json)
        }
        // The object with number n comes after n keys that it does not have.
        #expect(message(2896) == nil)
        let reason = "the objects have too few keys in common for a table: 2897 different keys so far"
        #expect(message(3000) == "in:1: \(reason)")
    }

    @Test func `The deepest nesting is read and a deeper one is an error`() throws {
        func text(_ depth: Int) -> String {
            let arrays = depth - 2
            return "[{\"a\":" + String(repeating: "[", count: arrays) + String(repeating: "]", count: arrays)
                + "}]"
        }
        #expect(try InputFixture.table(text(512), as: .json).rows.count == 1)
        let message = "in:1: values are nested more than 512 deep"
        #expect(InputFixture.message(text(513), as: .json) == message)
        #expect(
            InputFixture.message("[{\"a\":" + String(repeating: "[", count: 1_000_000), as: .json) == message)
    }
}

struct JSONKeyTests {
    @Test(arguments: [1, 15, 16, 17, 1000])
    func `Keys keep their columns, in whatever order they come again`(count: Int) throws {
        let keys = (0..<count).map { "\"key\($0)\":\($0)" }
        let rotated = keys.dropFirst(count / 2) + keys.prefix(count / 2)
        let orders: [[String]] = [keys, Array(rotated), keys.reversed()]
        let objects = orders.map { "{" + $0.joined(separator: ",") + "}" }
        let table = try InputFixture.table("[" + objects.joined(separator: ",") + "]", as: .json)
        #expect(table.columns == (0..<count).map { "key\($0)" })
        #expect(table.texts == orders.map { _ in (0..<count).map { "\($0)" } })
    }

    @Test func `The empty key is a key, and keys differ by their bytes`() throws {
        let table = try InputFixture.table("[{\"\":1,\"\u{E9}\":2,\"e\u{301}\":3}]", as: .json)
        #expect(table.columns.count == 3)
        #expect(table.columns[0] == "")
    }
}
