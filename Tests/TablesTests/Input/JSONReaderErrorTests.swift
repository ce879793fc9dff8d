import Testing

@testable import tables

struct JSONReaderErrorTests {
    @Test(arguments: [
        ("", "in: the file is empty; expected an array of objects"),
        (" \n", "in: the file is empty; expected an array of objects"),
        ("nil", "in:1: expected a value, found 'nil'"),
        ("[{}, 1]", "in:1: expected an object as element 2 of the array, found '1'"),
        ("[{},\n[1]]", "in:2: expected an object as element 2 of the array, found '['"),
        ("[1, {}]", "in:1: expected a simple value as element 2 of the array, found '{'"),
        ("[1, [2]]", "in:1: expected a simple value as element 2 of the array, found '['"),
        ("[[1],\n\"a\"]", "in:2: expected an array as element 2 of the array, found '\"'"),
        ("[[1, 2],\n[\n3]]", "in:2: the row has 1 element where the first has 2"),
        ("[[\"a\"],\n[1, 2]]", "in:2: the row has 2 elements where the first has 1"),
        ("{\"a\": {},\n\"b\": {},\n\"a\": {}}", "in:3: the key 'a' appears twice in one object"),
        ("{\"a\": 1,\n\"a\": 2}", "in:2: the key 'a' appears twice in one object"),
        ("{\"a\": 1}\n[{\"a\": 2}]", "in:2: expected the end of the file, found '['"),
        ("[{\"a\": 1}]\n{\"a\": 2}", "in:2: expected the end of the file, found '{'"),
        ("{\"a\": 1}\n{\"a\": x}", "in:2: expected a value, found 'x'"),
        ("{\"a\": 1}\n{\"a\":\n", "in:3: expected a value, found the end of the file"),
        ("[{}]\n[[1]]", "in:2: expected an object as element 1 of the array, found '['"),
        ("[[1]]\n[[2]]", "in:2: expected the end of the file, found '['"),
        ("[1]\n[2]", "in:2: expected the end of the file, found '['"),
    ])
    func `JSON without a table is an error that names the expected structure`(text: String, message: String) {
        #expect(InputFixture.message(text, as: .json) == message)
    }

    @Test(arguments: [
        ("[", "expected a value, found the end of the file"),
        ("[{}", "expected ',' or ']' after a value, found the end of the file"),
        ("[{} {}]", "expected ',' or ']' after a value, found '{'"),
        ("[{},]", "expected an object as element 2 of the array, found ']'"),
        ("[{}] x", "expected the end of the file, found 'x'"),
        ("[{]", "expected a key in double quotes, found ']'"),
        ("[{a:1}]", "expected a key in double quotes, found 'a'"),
        ("[{\"a\" 1}]", "expected ':' after a key, found '1'"),
        ("[{\"a\":}]", "expected a value, found '}'"),
        ("[{\"a\":True}]", "expected a value, found 'True'"),
        ("[{\"a\":nullx}]", "expected a value, found 'nullx'"),
        ("[{\"a\":é}]", "expected a value, found 'é'"),
        ("[{\"a\":\u{1B}[2J}]", "expected a value, found '\\u{1B}'"),
        ("[{\"a\":1,}]", "expected a key in double quotes, found '}'"),
        ("[{\"a\":1;}]", "expected ',' or '}' after a value, found ';'"),
        ("[{\"a\":1,\"a\":2}]", "the key 'a' appears twice in one object"),
        ("[{\"a\":[1}]", "expected ',' or ']' after a value, found '}'"),
        ("[{\"a\":[1,]}]", "expected a value, found ']'"),
        ("[{\"a\":{1}}]", "expected a key in double quotes, found '1'"),
        ("[{\"a\":{\"b\"}}]", "expected ':' after a key, found '}'"),
        ("[{\"a\":{\"b\":1,}}]", "expected a key in double quotes, found '}'"),
        ("[{\"a\":[", "expected a value, found the end of the file"),
        ("[{\"a\":[\"\\x\"]}]", "expected an escape such as \\n or \\\" after a backslash, found 'x'"),
    ])
    func `Invalid JSON is an error that names the found text`(text: String, reason: String) {
        #expect(InputFixture.message(text, as: .json) == "in:1: " + reason)
    }

    @Test(arguments: ["01", "-", "1.", ".5", "+1", "1e", "1e+", "0x10", "1.2.3", "1-2", "-01", "00", "--1"])
    func `A number outside the JSON grammar is an error`(number: String) throws {
        let message = try #require(InputFixture.message("[{\"a\":\(number)}]", as: .json))
        #expect(message.contains("is not a number") || message.contains("expected a value"))
    }

    @Test(arguments: [
        ("\"", "a string is not closed before the end of the file"),
        ("\"a\n\"", "a string is not closed, or contains a control character, written \\u000A"),
        ("\"\u{1}\"", "a string is not closed, or contains a control character, written \\u0001"),
        ("\"\t\"", "a string is not closed, or contains a control character, written \\u0009"),
        ("\"\\ud800\"", "the escape \\uD800 is half of a surrogate pair without the other half"),
        ("\"\\ud800\\u0041\"", "the escape \\uD800 is half of a surrogate pair without the other half"),
        ("\"\\udc00\\ud800\"", "the escape \\uDC00 is half of a surrogate pair without the other half"),
        ("\"\\u00g0\"", "expected four hexadecimal digits after \\u, found 'g0'"),
        ("\"\\u12", "expected four hexadecimal digits after \\u, found the end of the file"),
        ("\"\\", "expected an escape such as \\n or \\\" after a backslash, found the end of the file"),
    ])
    func `An invalid string is an error, on its own and nested`(string: String, reason: String) {
        #expect(InputFixture.message("[{\"a\":\(string)", as: .json) == "in:1: " + reason)
        #expect(InputFixture.message("[{\"a\":[\(string)", as: .json) == "in:1: " + reason)
        #expect(InputFixture.message("[{\(string)", as: .json) == "in:1: " + reason)
    }

    @Test(arguments: [
        ("\n", "in: the file is empty; expected an object on each line"),
        (
            "{\"a\":1}\n[1]",
            "in:2: expected an object on each line, or --from json for other JSON, found '['"
        ),
        (
            "{\"a\":1}\n\n{\"a\":\n1}",
            "in:3: expected a value, found the end of the line; for objects of several lines use --from json"
        ),
        (
            "{\"a\":1}\n{\"a\":",
            "in:2: expected a value, found the end of the line; for objects of several lines use --from json"
        ),
        ("{\"a\":1} {\"a\":2}", "in:1: expected only one object on the line, found '{'"),
        ("{\"a\":1}\r\n{\"a\":\"x", "in:2: a string is not closed before the end of the line"),
    ])
    func `The error names the invalid line of JSON Lines`(text: String, message: String) {
        #expect(InputFixture.message(text, as: .jsonl) == message)
    }

    @Test func `An error after a nested value of several lines names the correct line`() {
        let text = "[{\"a\":[\n1,\r\n2\r]},\n{\"b\":x}]"
        #expect(InputFixture.message(text, as: .json) == "in:5: expected a value, found 'x'")
    }
}
