import TableSurfaces
import Testing

@testable import tables

struct BrowseOptionsTests {
    @Test func `A file is browsed with the options for its rows`() throws {
        let options = try Options(parsing: [
            "f", "--browse", "--where", "a = 1", "--sort=a", "--limit=9", "--columns=a,b", "--group-by=g",
            "--sum=a",
        ])
        #expect(options.browse && !options.pick && !options.watch && !options.plain)
        #expect(options.outputFormat == .text)
        #expect(try Options(parsing: ["--browse", "--plain"], readsStandardInput: true).plain)
        #expect(try Options(parsing: ["f", "--browse", "--count", "--group-by=g"]).totals)
        #expect(!options.mouse)
        #expect(try Options(parsing: ["f", "--browse", "--mouse"]).mouse)
        #expect(try Options(parsing: ["f", "--pick", "--mouse"]).mouse)
    }

    @Test func `A watched file has a key of one or more columns`() throws {
        let options = try Options(parsing: ["f", "--browse", "--watch", "--key", "a,b"])
        #expect(options.watch && options.keys == ["a", "b"])
        #expect(try Options(parsing: ["f", "--pick", "--watch", "--key=a"]).pick)
    }

    @Test(arguments: [
        ([], OutputFormat.csv), (["--to", "json"], .json), (["--output", "o.md"], .markdown),
        (["--output", "o"], .csv), (["--sum", "a"], .csv), (["--to=html", "--inline"], .html),
        (["--count"], .csv),
    ])
    func `Picked rows are CSV unless another format is given`(arguments: [String], format: OutputFormat)
        throws
    {
        let options = try Options(parsing: ["f", "--pick"] + arguments)
        #expect(options.browse && options.pick)
        #expect(options.outputFormat == format)
    }

    @Test func `Picked rows are text on a terminal, and all of them are shown`() throws {
        let options = try Options(parsing: ["f", "--pick"], writesTerminal: true)
        #expect(options.outputFormat == .text)
        let terminal = TerminalTraits(isTerminal: true, columns: 80, lines: 24, environment: [:])
        #expect(Program(options: options).textFormat(on: terminal).rows == .all)
        let file = try Options(parsing: ["f", "--pick", "--output", "o"], writesTerminal: true)
        #expect(file.outputFormat == .csv)
    }

    @Test(arguments: [
        "--full", "--rows=3", "--types", "--width=9", "--border=ascii", "--overflow=cut", "--narrow=drop",
        "--color=never", "--compare=g",
    ])
    func `An option of the output on a terminal is refused`(argument: String) {
        let name = argument.prefix { $0 != "=" }
        for browsing in ["--browse", "--pick"] {
            let message = "\(name) is not for browsing; leave out \(name) or \(browsing)"
            #expect(throws: UsageError(message)) { try Options(parsing: ["f", browsing, argument]) }
        }
    }

    @Test(arguments: [
        (
            ["f", "--browse", "--to", "json"],
            "--to is for the rows that a person picks; add --pick, or leave out --to"
        ),
        (
            ["f", "--browse", "--output", "o"],
            "--output is for the rows that a person picks; add --pick, or leave out --output"
        ),
        (
            ["f", "--browse", "--inline"],
            "--inline is for the rows that a person picks; add --pick, or leave out --inline"
        ),
        (["f", "--pick", "--inline"], "--inline is for HTML; add --to html"),
        (["f", "--watch", "--key", "a"], "--watch is for browsing; add --browse"),
        (["f", "--plain"], "--plain is for browsing; add --browse"),
        (["f", "--mouse"], "--mouse is for browsing; add --browse"),
        (
            ["f", "--browse", "--plain", "--mouse"],
            "--plain has no screen for a mouse; leave out --plain or --mouse"
        ),
        (["f", "--browse", "--watch"], "--watch needs --key, the column that tells the rows apart"),
        (["f", "--browse", "--key", "a"], "--key is for rows that change; add --watch"),
        (
            ["-", "--browse", "--watch", "--key=a"],
            "--watch needs a FILE; standard input can't be read again"
        ),
        (
            ["f", "--browse", "--watch", "--key=a", "--count"],
            "--watch follows rows, and totals have none; leave out --watch"
        ),
        (
            ["-", "--browse"],
            "the browser reads keys from the terminal; name a FILE, or write the rows into a pipe"
        ),
        (["f", "--browse", "--summary"], "--summary is for two files; give the newer one with --compare"),
        (["f", "--browse", "--browse"], "--browse is given twice; give it once"),
        (["f", "--pick=a"], "--pick takes no value; leave out the '='"),
    ])
    func `Conflicting arguments are an error that suggests a solution`(arguments: [String], message: String) {
        #expect(throws: UsageError(message)) { try Options(parsing: arguments) }
    }
}
