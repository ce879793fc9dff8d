import Testing

@testable import tables

struct JSONReaderTests {
    @Test(arguments: [
        #"[{"b":1,"a":"x"},{"b":2,"a":"y"}]"#, #"[{"b":1,"a":"x"},{"a":"y","b":2}]"#,
        "\u{FEFF} [ { \"b\" : 1 ,\r\n\t\"a\" : \"x\" } , {\"\\u0062\":2,\"a\":\"\\u0079\"}\n]\n",
    ])
    func `The columns are the keys, in the order of first appearance`(text: String) throws {
        let table = try InputFixture.table(text, as: .json)
        #expect(table.columns == ["b", "a"])
        #expect(table.texts == [["1", "x"], ["2", "y"]])
    }

    @Test func `A key that an object lacks is missing, in early and late rows`() throws {
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
    func `A string is unescaped and remains text`(json: String, text: String) throws {
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
    func `A column is numeric if it contains only numbers`(text: String, isNumeric: Bool) throws {
        #expect(try InputFixture.table(text, as: .json).isNumeric(0) == isNumeric)
    }

    @Test(arguments: [
        ("[ ]", "[]"), ("{ }", "{}"), ("[ 1 , [ 2 ] ,\n\"a  \\n b\" ]", #"[1,[2],"a  \n b"]"#),
        ("{ \"a\" : { \"b\\u0041\" : [ ] } ,\t\"c\" : null }", #"{"a":{"b\u0041":[]},"c":null}"#),
        ("[true,false,-1.50e3,[{}]]", "[true,false,-1.50e3,[{}]]"),
    ])
    func `A nested value is its JSON without white space`(json: String, text: String) throws {
        let table = try InputFixture.table(#"[{"a":\#(json),"b":7,"c":\#(json)}]"#, as: .json)
        #expect(table.texts == [[text, "7", text]])
        #expect(table.kinds == [[.json, .number, .json]])
    }

    @Test func `Every row knows its first line`() throws {
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
    func `JSON Lines has one object per line, and blank lines are skipped`(text: String) throws {
        #expect(try InputFixture.table(text, as: .jsonl).texts == [["1"], ["2"]])
    }

    @Test func `Objects with ever new keys are an error before they fill the memory`() throws {
        func message(_ count: Int) -> String? {
            let objects = (0..<count).map { "{\"k\($0)\":1}" }.joined(separator: ",")
            return InputFixture.message("[\(objects)]", as: .json)
        }
        // Object number n has n keys before it that it lacks.
        #expect(message(2896) == nil)
        let reason = "the objects have too few keys in common for a table: 2897 different keys so far"
        #expect(message(3000) == "in:1: \(reason)")
    }

    @Test func `The maximum nesting depth is read, and a deeper value is an error`() throws {
        func text(_ depth: Int) -> String {
            let arrays = depth - 2
            return "[{\"a\":" + String(repeating: "[", count: arrays) + String(repeating: "]", count: arrays)
                + "}]"
        }
        #expect(try InputFixture.table(text(512), as: .json).rows.count == 1)
        let message = "in:1: values are nested more than 512 deep"
        #expect(InputFixture.message(text(513), as: .json) == message)
        let object = text(513).dropFirst().dropLast()
        #expect(try InputFixture.table("\(object)\n\(object)", as: .json).rows.count == 2)
        #expect(InputFixture.message("{}{\"a\":\(object)}", as: .json) == message)
        #expect(
            InputFixture.message("[{\"a\":" + String(repeating: "[", count: 1_000_000), as: .json) == message)
    }
}

struct JSONObjectTests {
    @Test(arguments: [
        #"{"data": [{"a": 1}, {"a": 2}]}"#,
        #"{"n": 2, "data" : [ {"a": 1},{"a": 2} ], "next": null, "tags": ["x"]}"#,
        #"{"errors": [], "data": [{"a": 1}, {"a": 2}], "meta": {"b": [{"c": 1}]}}"#,
        "\u{FEFF}{\n \"sections\": [{\"a\": 1}, {\"a\": 2}]}",
        #"{"sections": [{"rows": [{"a": 1}]}, {"id": "x", "head": [1], "rows": [], "foot": {}}, {"rows": [{"a": 2}]}]}"#,
        #"{"caption": "c", "sections": [{"id": 1, "rows": [{"a": 1}, {"a": 2}]}], "total": [{"a": 3}]}"#,
    ])
    func `An object around one array of objects is that array, and sections are their rows`(text: String)
        throws
    {
        let table = try InputFixture.table(text, as: .json)
        #expect(table.columns == ["a"])
        #expect(table.texts == [["1"], ["2"]])
    }

    @Test(arguments: ["a", "b", #"c\"d"#, "sections"])
    func `A path selects a member`(path: String) throws {
        let members = ["a", "b", #"c\"d"#, "sections"].map { "\"\($0)\": [{\"k\": \"\($0)\", \"rows\": []}]" }
        let text = "{" + members.joined(separator: ",\n") + "}"
        let table = try InputFixture.table(text, as: .json, InputOptions(path: path))
        #expect(table.texts == [[path.replacing("\\", with: ""), "[]"]])
        #expect(table.lines == [1 + (["a", "b", #"c\"d"#, "sections"].firstIndex(of: path) ?? 0)])
    }

    @Test(arguments: ["data.rows", "data.more.rows", "dotted.key"])
    func `A path selects a member of an inner object`(path: String) throws {
        let text = #"""
            {"data": {"x": 1, "rows": [{"k": "data.rows"}], "more": {"rows": [{"k": "data.more.rows"}]}},
            "dotted.key": [{"k": "dotted.key"}], "dotted": {"key": []}}
            """#
        let table = try InputFixture.table(text, as: .json, InputOptions(path: path))
        #expect(table.texts == [[path]])
    }

    @Test(arguments: ["{\"data\": []}", "{\"sections\": [ ]}", "{\"sections\": [{\"id\": 1, \"rows\": []}]}"])
    func `An empty array is an empty table`(text: String) throws {
        let table = try InputFixture.table(text, as: .json)
        #expect(table.columns.isEmpty && table.rows.isEmpty)
    }

    @Test(arguments: [
        (
            #"{"a": [{}], "b": [{}]}"#, nil,
            "several members are arrays; pick one with --path KEY: 'a', 'b'"
        ),
        (
            #"{"a": [], "b\u001b": []}"#, nil,
            "several members are arrays; pick one with --path KEY: 'a', 'b\\u001b'"
        ),
        (
            "{" + "abcdefg".map { "\"\($0)\":[{}]" }.joined(separator: ",") + "}", nil,
            "several members are arrays; pick one with --path KEY: 'a', 'b', 'c', 'd', 'e', …"
        ),
        (#"{"data": [{}]}"#, "dat", "there is no array or object 'dat'; pick one with --path KEY: 'data'"),
        (#"{"data": [{}]}"#, "rows", "there is no array or object 'rows'; pick one with --path KEY: 'data'"),
        (
            #"{"status": {"code": 1}, "data": {"rows": [{}]}}"#, nil,
            "the object has a table inside; use --path 'data.rows', or put the object in [ ] for one row"
        ),
        (
            #"{"data": {"a": 1}}"#, nil,
            "the object has a table inside; use --path 'data', or put the object in [ ] for one row"
        ),
        (
            #"{"name": "Ada", "points": [[1, 2]]}"#, nil,
            "the object has a table inside; use --path 'points', or put the object in [ ] for one row"
        ),
        (
            #"{"n": 1, "data": {"a": 1}}"#, "rows",
            "there is no array or object 'rows'; pick one with --path KEY: 'data'"
        ),
        (
            #"{"n": 1, "data": {"rows": [{}]}, "more": []}"#, "n",
            "there is no array or object 'n'; pick one with --path KEY: 'data.rows', 'more'"
        ),
        (
            #"{"data": {"rows": [{}], "n": 1}}"#, "data.row",
            "there is no array or object 'data.row'; pick one with --path KEY: 'data.rows'"
        ),
        (#"{"n": 1}"#, "rows", "there is no array or object 'rows'; leave out --path"),
    ])
    func `If several arrays could contain the rows, the error lists them`(
        text: String, path: String?, reason: String
    ) {
        #expect(InputFixture.message(text, as: .json, InputOptions(path: path)) == "in:1: " + reason)
    }

    @Test(arguments: [
        (#"{"a": 3}"#, "a", "there is no array or object 'a'; leave out --path"),
        (#"[{}]"#, "a", "there is no array or object 'a'; leave out --path"),
        (#"{"a": []}{"a": []}"#, "a", "expected only one object with --path, found '{'"),
        (#"{"a": [{}], "#, nil, "expected a key in double quotes, found the end of the file"),
        (#"{"a": [{}]} x"#, nil, "expected the end of the file, found 'x'"),
        (#"{"a": [{"b": tru}]}"#, nil, "expected a value, found 'tru'"),
        (
            #"{"sections": [{"rows": [1]}]}"#, nil,
            "expected an object as element 1 of the array, found '1'"
        ),
    ])
    func `Objects without a table are errors`(text: String, path: String?, reason: String) {
        #expect(InputFixture.message(text, as: .json, InputOptions(path: path)) == "in:1: " + reason)
    }
}

/// Tests of JSON whose rows are not those of one array of objects.
struct JSONShapeTests {
    @Test(arguments: [
        "{\n \"a\": 1\n}\n{\n \"a\": 2\n}\n", "{\"a\":1}{\"a\":2}", "{\"a\":1}\n{\"a\":2}",
        "[{\"a\":1}]\n[]\n[{\"a\":2}]", "[] [{\"a\":1},{\"a\":2}]",
    ])
    func `Objects that follow each other are rows, and so are those of arrays`(text: String) throws {
        let table = try InputFixture.table(text, as: .json)
        #expect(table.columns == ["a"])
        #expect(table.texts == [["1"], ["2"]])
    }

    @Test(arguments: [
        ("1\n2.50\n", [["1"], ["2.50"]]), ("\"a\"\n\"b\\n\"", [["a"], ["b\n"]]),
        ("null \"x\" true", [[""], ["x"], ["true"]]),
        ("5", [["5"]]), ("\"a\\n\"\n", [["a\n"]]), (" true ", [["true"]]), ("null", [[""]]),
    ])
    func `A value is a row of one column, and so are values that follow each other`(
        text: String, rows: [[String]]
    ) throws {
        let table = try InputFixture.table(text, as: .json)
        #expect(table.columns == ["value"])
        #expect(table.texts == rows)
        #expect(table.lines.first == 1)
        #expect(
            InputFixture.message("\(text)\n{}", as: .json)?.hasSuffix(
                "expected the end of the file, found '{'") == true)
    }

    @Test(arguments: [
        ("[{\"a\":1},{\"a\":2}x", [["1"], ["2"]]), ("[{\"a\":1},{\"a\":2},{\"a\":3, x", [["1"], ["2"]]),
        ("{\"a\":1}\n{\"a\":2}\n{", [["1"], ["2"]]), ("[[\"a\"],[1],[2],[3", [["1"], ["2"]]),
        ("1\n2\nx", [["1"], ["2"]]),
        ("[[\"a\"],[1],[2],[3,4]]", [["1"], ["2"]]),
    ])
    func `All complete rows before an error are kept on request`(text: String, rows: [[String]]) throws {
        let table = try InputFixture.table(text, as: .json, InputOptions(keepsGoodRows: true))
        #expect(table.texts == rows)
        #expect(table.failure != nil)
        #expect(InputFixture.message(text, as: .json) == table.failure?.description)
    }

    @Test(arguments: [
        (InputFormat.jsonl, "{\"a\":1}\n{\"a\":2,\"zzz\":5,\"q\":}", ["a"]),
        (.json, "{\"a\":1}{\"b\":2}{\"c\":5,\"a\":}", ["a", "b"]),
        (.json, "{\"x\":{\"a\":1},\"y\":{\"key\":2,\"key\":3}}", ["key", "a"]),
        (.json, "[[\"a\",\"b\"],[1,2],[3]]", ["a", "b"]),
    ])
    func `A row with an error adds no columns`(format: InputFormat, text: String, columns: [String]) throws {
        let table = try InputFixture.table(text, as: format, InputOptions(keepsGoodRows: true))
        #expect(table.columns == columns)
        #expect(table.failure != nil)
    }

    @Test func `Each of several objects is a row, also around an array of objects`() throws {
        let table = try InputFixture.table("{\"a\":[{\"b\":1}]}\n\n{\"c\":2,\n\"a\":[]}", as: .json)
        #expect(table.columns == ["a", "c"])
        #expect(table.texts == [["[{\"b\":1}]", ""], ["[]", "2"]])
        #expect(table.lines == [1, 3])
    }

    @Test(arguments: [
        (#"{"name": "Ada", "tags": ["a", "b"]}"#, ["Ada", #"["a","b"]"#]),
        (#"{"name": "Ada", "home": {"city": "Ely"}}"#, ["Ada", #"{"city":"Ely"}"#]), ("{}", []),
    ])
    func `One object without a table inside is one row`(text: String, row: [String]) throws {
        #expect(try InputFixture.table(text, as: .json).texts == [row])
        #expect(try InputFixture.table("[\(text)]", as: .json).texts == [row])
        #expect(
            try InputFixture.table("{\"data\": \(text)}", as: .json, InputOptions(path: "data")).texts == [
                row
            ])
    }

    @Test(arguments: [
        (
            #"[["name", "n"], ["Ada", 36], ["Bo", [1]]]"#, true, ["name", "n"],
            [["Ada", "36"], ["Bo", "[1]"]]
        ),
        (#"[["", "n"], ["Ada", null]]"#, true, ["column_1", "n"], [["Ada", ""]]),
        (
            #"[["name", "n"], ["Ada", 36]]"#, false, ["column_1", "column_2"],
            [["name", "n"], ["Ada", "36"]]
        ),
        (#"[[1, 2], [3, 4]]"#, true, ["column_1", "column_2"], [["1", "2"], ["3", "4"]]),
        (#"[["a", "\u0061"], ["b", "c"]]"#, true, ["column_1", "column_2"], [["a", "a"], ["b", "c"]]),
        (#"[["a"]]"#, true, ["a"], []), ("[[], []]", true, [], [[], []]),
        (#"[1.50, "a", null, true]"#, true, ["value"], [["1.50"], ["a"], [""], ["true"]]),
    ])
    func `Arrays in an array are rows with an optional header, and values are a column`(
        text: String, hasHeader: Bool, columns: [String], rows: [[String]]
    ) throws {
        let table = try InputFixture.table(text, as: .json, InputOptions(hasHeader: hasHeader))
        #expect(table.columns == columns)
        #expect(table.texts == rows)
        let options = InputOptions(path: "a.b", hasHeader: hasHeader)
        #expect(try InputFixture.table("{\"a\": {\"b\": \(text)}}", as: .json, options).texts == rows)
    }

    @Test(arguments: [
        (#"{"ada": {"age": 36}, "b\u006f": {"age": 41}}"#, ["key", "age"], [["ada", "36"], ["bo", "41"]]),
        (
            #"{"a": {"x": 1, "key": 2}, "b": {"key": 3}}"#, ["key_2", "x", "key"],
            [["a", "1", "2"], ["b", "", "3"]]
        ),
        (
            #"{"a": {"key": 1, "key_2": 2}, "b": {}}"#, ["key_3", "key", "key_2"],
            [["a", "1", "2"], ["b", "", ""]]
        ),
    ])
    func `Objects in an object are rows with their keys`(
        text: String, columns: [String], rows: [[String]]
    ) throws {
        for (text, path) in [(text, nil), ("{\"n\": 1, \"data\": \(text)}", "data")] {
            let table = try InputFixture.table(text, as: .json, InputOptions(path: path))
            #expect(table.columns == columns)
            #expect(table.texts == rows)
        }
    }

    @Test func `The members of objects in an object become columns`() throws {
        let text = #"{"a": {"x": {"y": 1}}, "b": {"z": 2}}"#
        let table = try InputFixture.table(text, as: .json, InputOptions(flattens: true))
        #expect(table.columns == ["key", "x.y", "z"])
        #expect(table.texts == [["a", "1", ""], ["b", "", "2"]])
    }

    @Test func `A path names the table, and the object around an array of objects is then one row`() throws {
        let text = #"{"data": {"n": 1, "rows": [{"a": 1}]}}"#
        let table = try InputFixture.table(text, as: .json, InputOptions(path: "data"))
        #expect(table.texts == [["1", #"[{"a":1}]"#]])
    }

    @Test(arguments: ["{\"a\":1}\n{\"a\":2}\n{", "[{\"a\":1},{\"a\":2}x", "[[\"a\"],[1],[2]x", "[1,2 x"])
    func `Reading stops after the maximum number of rows`(text: String) throws {
        let file = InputFile(name: "in", bytes: Array(text.utf8))
        let table = try SourceTable(reading: file, as: .json, limit: 2)
        #expect(table.texts == [["1"], ["2"]])
    }
}

struct JSONKeyTests {
    @Test(arguments: [1, 15, 16, 17, 1000])
    func `Keys keep their columns, regardless of their order in later objects`(count: Int) throws {
        let keys = (0..<count).map { "\"key\($0)\":\($0)" }
        let rotated = keys.dropFirst(count / 2) + keys.prefix(count / 2)
        let orders: [[String]] = [keys, Array(rotated), keys.reversed()]
        let objects = orders.map { "{" + $0.joined(separator: ",") + "}" }
        let table = try InputFixture.table("[" + objects.joined(separator: ",") + "]", as: .json)
        #expect(table.columns == (0..<count).map { "key\($0)" })
        #expect(table.texts == orders.map { _ in (0..<count).map { "\($0)" } })
    }

    @Test func `An empty key is named by its position, and keys differ by their bytes`() throws {
        let table = try InputFixture.table("[{\"\":1,\"\u{E9}\":2,\"e\u{301}\":3}]", as: .json)
        #expect(
            table.columns.map { Array($0.utf8) } == ["column_1", "\u{E9}", "e\u{301}"].map { Array($0.utf8) })
        let taken = try InputFixture.table("[{\"\":1,\"column_1\":2}]", as: .json)
        #expect(taken.columns == ["column_1_2", "column_1"])
    }
}
