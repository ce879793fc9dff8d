import Testing

@testable import TableDemo

struct InputFormatTests {
    @Test(arguments: [
        ("a.csv", InputFormat.csv), ("dir.json/a.TSV", .tsv), ("a.tab", .tsv), ("a.b.json", .json),
        ("a.jsonl", .jsonl), ("/x/a.ndjson", .jsonl),
    ])
    func `An extension stands for a format`(path: String, format: InputFormat) {
        #expect(InputFormat(path: path) == format)
    }

    @Test(arguments: ["-", "a", "a.txt", ".csv", "dir.csv/a", "a.", "", "/"])
    func `A path without a known extension stands for none`(path: String) {
        #expect(InputFormat(path: path) == nil)
    }

    @Test(arguments: [
        ("[{}]", InputFormat.json), (" \r\n\t[", .json), ("\u{FEFF}[", .json), ("{\"a\":1}", .jsonl),
        ("a,b", .csv), ("", .csv), ("\u{FEFF}", .csv), ("\"[\"", .csv),
    ])
    func `The first character speaks for a format`(text: String, format: InputFormat) {
        #expect(InputFormat(sniffing: Array(text.utf8)) == format)
    }
}
