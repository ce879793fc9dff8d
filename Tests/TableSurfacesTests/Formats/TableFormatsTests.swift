import TableAgent
import TableSurfaces
import Testing

/// Tests of choosing a format by name, by path, or by a client's Accept header.
struct TableFormatsTests {
    private let formats = TableFormats.standard

    @Test func `Each format has a name, a media type, and a file extension`() {
        let types = formats.formats.map { "\($0.fileExtension): \($0.mediaType)" }
        #expect(
            types == [
                "html: text/html; charset=utf-8", "json: application/json", "jsonl: application/jsonl",
                "csv: text/csv; charset=utf-8; header=present",
                "tsv: text/tab-separated-values; charset=utf-8",
                "md: text/markdown; charset=utf-8; variant=GFM", "txt: text/plain; charset=utf-8",
            ])
    }

    @Test func `A custom format is plain text by default`() {
        struct Names: GridFormat, GridWriter {
            let name = "names"
            func write(_ line: borrowing GridLine, at position: GridPosition, to output: inout GridOutput) {}
        }
        #expect(Names().mediaType == "text/plain; charset=utf-8" && Names().fileExtension == "txt")
    }

    @Test func `The bytes of a table equal its string`() throws {
        for format in StreamedFormats.all {
            #expect(try Array(format.string(of: .store).utf8) == format.bytes(of: .store))
        }
    }

    @Test(arguments: [
        ("csv", "CSV"), ("CSV", "CSV"), ("Json lines", "JSON Lines"), ("jsonl", "JSON Lines"),
        ("md", "Markdown"),
        ("xml", nil), ("", nil), (".csv", nil),
    ])
    func `A format is found by its name or file extension`(name: String, found: String?) {
        #expect(formats[name]?.name == found)
    }

    @Test(arguments: [
        ("/orders.csv", "CSV"), ("/orders.v2.JSON", "JSON"), ("orders.jsonl", "JSON Lines"), ("/csv", nil),
        ("/orders.csv/7", nil), ("/orders", nil), ("", nil),
    ])
    func `A file extension at the end of a path selects a format`(path: String, found: String?) {
        #expect(formats.format(ofPath: path)?.name == found)
    }

    @Test(
        arguments: [
            (nil, "HTML"), ("", "HTML"), (" ", "HTML"), ("*/*", "HTML"), ("text/csv", "CSV"),
            ("TEXT/CSV", "CSV"),
            ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "HTML"),
            ("application/*", "JSON"), ("application/jsonl, application/json;q=0.9", "JSON Lines"),
            ("text/csv;q=0.5, text/plain", "text"), ("text/csv; q=0.5 , application/json ; q=0.50", "JSON"),
            // The most specific range counts, regardless of its position.
            ("text/*, text/html;q=0", "CSV"), ("*/*;q=0.1, text/csv;q=0", "HTML"),
            ("text/html;q=0.2, text/*;q=0.3", "CSV"),
            ("text/csv;charset=utf-8", "CSV"), ("text/csv;charset=\"utf-8\";q=1", "CSV"),
            ("text/csv;charset=latin1, text/tab-separated-values;q=0.1", "TSV"),
            ("text/markdown;variant=GFM", "Markdown"),
            // Every format is UTF-8, and a weight can be anywhere among the parameters.
            ("application/json; charset=utf-8", "JSON"), ("text/csv; header=present", "CSV"),
            ("text/csv; header=absent", nil), ("text/csv;q=0.5;charset=latin1", nil),
            ("text/*;charset=utf-8;q=0.1, text/csv;q=0.9", "CSV"),
            ("text/*;charset=utf-8;q=0, text/csv", "CSV"),
            // No format.
            ("image/png", nil), ("text/csv;q=0", nil), ("*/*;q=0", nil), ("*/*;q=0.0001", nil),
            // Invalid ranges are ignored.
            ("csv", nil), ("*/csv", nil), ("text/", nil), ("text/csv;q=2", nil), ("text/csv;q=x", nil),
            ("text/csv;q", nil),
            (",,text/csv,,", "CSV"), ("text/csv;", "CSV"), ("nonsense, text/csv", "CSV"),
        ] as [(String?, String?)])
    func `The client's preferred format is selected`(header: String?, found: String?) {
        #expect(formats.accepted(by: header)?.name == found)
    }

    @Test func `An Accept header selects only formats on offer`() {
        let few = TableFormats([CSVFormat(includesTitles: false), JSONFormat()])
        #expect((few.accepted(by: "text/html, text/*;q=0.1") as? CSVFormat)?.includesTitles == false)
        #expect(few.accepted(by: "text/html") == nil)
        #expect(TableFormats([]).accepted(by: nil) == nil)
    }
}
