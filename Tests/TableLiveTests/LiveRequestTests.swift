import TableLive
import Testing

struct LiveRequestTests {
    private func query(_ text: String) throws -> [String: String] {
        try LiveRequest(method: "GET", target: "/\(text)", host: "a").query()
    }

    private func form(_ body: [UInt8], _ type: String?) throws -> [String: String] {
        let headers = type.map { [("Content-Type", $0)] } ?? []
        return try LiveRequest(method: "POST", target: "/?x=1", host: "a", headers: headers, body: body)
            .form()
    }

    private func code(_ body: () throws -> [String: String]) -> String? {
        do {
            _ = try body()
            return nil
        } catch {
            return (error as? LiveRefusal).map { "\($0.status) \($0.code)" }
        }
    }

    @Test(arguments: [
        ("", [:]), ("?", [:]), ("?a=1", ["a": "1"]), ("?a=1&b=", ["a": "1", "b": ""]), ("?a", ["a": ""]),
        ("?&&a=1&", ["a": "1"]), ("?=1", ["": "1"]), ("?a=b=c", ["a": "b=c"]),
        ("?a=1+2%2B3", ["a": "1 2+3"]),
        ("?%61=%C3%A9%26%3d", ["a": "é&="]), ("?a=?", ["a": "?"]), ("?a=\u{E9}", ["a": "é"]),
    ])
    func `The query of an address has fields`(text: String, fields: [String: String]) throws {
        #expect(try query(text) == fields)
    }

    @Test(arguments: [
        ("?a=1&a=1", "400 repeatedField"), ("?a=1&%61=2", "400 repeatedField"),
        ("?=1&=2", "400 repeatedField"),
        ("?a=%", "400 invalidText"), ("?a=%4", "400 invalidText"), ("?a=%4g", "400 invalidText"),
        ("?a=%+1", "400 invalidText"), ("?a=%FF", "400 invalidText"), ("?%C3=1", "400 invalidText"),
        ("?a=%ED%A0%80", "400 invalidText"), ("?a=%４１", "400 invalidText"),
    ])
    func `A query that can't be read without a guess is refused`(text: String, expected: String) {
        #expect(code { try query(text) } == expected)
    }

    @Test func `Any fields survive the query of an address`() throws {
        #expect(
            LiveRequest.encodedQuery(["customer": "Müller & Co", "page": "2"])
                == "customer=M%C3%BCller%20%26%20Co&page=2")
        #expect(LiveRequest.encodedQuery([:]) == "")
        let texts = [
            "", " ", "+", "%41", "a=b&c", "é\u{301}", "漢😀", "\u{0}\r\n\t", "'\"<>#?/;", "-._~", "\u{7F}",
        ]
        let fields = Dictionary(uniqueKeysWithValues: zip(texts, texts.reversed()))
        let text = LiveRequest.encodedQuery(fields)
        #expect(text.utf8.allSatisfy { 0x21...0x7E ~= $0 && !"#\"<>'?/;+".utf8.contains($0) })
        #expect(try query("?" + text) == fields)
        #expect(try form(Array(text.utf8), "application/x-www-form-urlencoded") == fields)
    }

    @Test(arguments: [
        #"{"a":"1","b":2,"c":-1.50,"d":null,"e":1e3,"f":0.1,"g":12345678901234567890123456789012345678901234567890}"#,
        "\r\n{ \"\\u0061\" :\t\"\\u0031\" , \"b\":2,\"c\" : -1.50,\n\"d\":null,\"e\":1e3 ,\"f\":0.1,"
            + "\"g\" : 12345678901234567890123456789012345678901234567890 } ",
    ])
    func `A form or a JSON object has fields`(json: String) throws {
        for type in ["application/x-www-form-urlencoded", "Application/X-WWW-Form-Urlencoded; charset=UTF-8"]
        {
            #expect(try form(Array("a=1&b=%20".utf8), type) == ["a": "1", "b": " "])
        }
        let expected = [
            "a": "1", "b": "2", "c": "-1.50", "e": "1e3", "f": "0.1",
            "g": "12345678901234567890123456789012345678901234567890",
        ]
        for type in ["application/json", "APPLICATION/JSON ; charset=utf-8"] {
            #expect(try form(Array(json.utf8), type) == expected)
        }
    }

    @Test func `Another body is refused`() {
        let notFlat = [
            "", "[]", "1", "{", #"{"a":[1]}"#, #"{"a":true}"#, #"{"a":{}}"#, #"{"a":"b"}}"#, #"["a","b"]"#,
            "{\"a\":\"\u{1}\"}", #"{"a":"\ud83d"}"#, #"{"a":01}"#, #"{"a":1,}"#, #"{a:1}"#, "\"a\"",
            #"{"a"}"#,
        ]
        for json in notFlat {
            #expect(code { try form(Array(json.utf8), "application/json") } == "400 invalidJSON", "\(json)")
        }
        #expect(
            code { try form([0x61, 0x3D, 0xFF], "application/x-www-form-urlencoded") } == "400 invalidText")
        for type in [nil, "", "text/plain", "multipart/form-data; boundary=x", "application/jsonx"] {
            #expect(code { try form(Array("{}".utf8), type) } == "415 unsupportedMediaType")
        }
    }

    @Test(arguments: [
        #"{"a":1,"a":2}"#, #"{"a":1,"a":null}"#, #"{"a":1,"\u0061":1}"#, "{\"é\":1,\"e\u{301}\":2}",
    ])
    func `Members with the same name have two readings, and are refused`(json: String) {
        #expect(code { try form(Array(json.utf8), "application/json") } == "400 repeatedField")
    }

    @Test func `Texts of a JSON object have all their escapes`() throws {
        let json = #"{"":"\"\\\/\b\f\n\r\t\u20AC\ud83d\ude00 é,:{}[]"}"#
        #expect(
            try form(Array(json.utf8), "application/json")
                == ["": "\"\\/\u{8}\u{C}\n\r\t€😀 é,:{}[]"])
        #expect(try form(Array("{}".utf8), "application/json") == [:])
        let body: [UInt8] = Array(#"{"a":""#.utf8) + [0xFF] + Array(#""}"#.utf8)
        #expect(code { try form(body, "application/json") } == "400 invalidJSON")
    }

    @Test func `A form that the server has not read is refused`() {
        let type = [("Content-Type", "application/json")]
        let request = LiveRequest(
            method: "POST", target: "/", headers: type, body: nil as [UInt8]?)
        #expect(code { try request.form() } == "413 contentTooLarge")
    }

    @Test func `Headers have names in any case, and all their values`() {
        let request = LiveRequest(
            method: "GET", target: "/",
            headers: [
                ("HOST", "a"), ("cookie", "a=1"), ("Accept", "text/html"), ("Cookie", "b=2"),
                ("accept", "*/*"),
            ])
        #expect(request.header("host") == "a")
        #expect(request.header("Cookie") == "a=1; b=2")
        #expect(request.header("ACCEPT") == "text/html, */*")
        #expect(request.header("Origin") == nil)
    }
}
