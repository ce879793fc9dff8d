import TableAgent
import TableSurfaces
import Testing

@testable import tables

struct OptionsTests {
    @Test func `Without arguments, the program reads standard input, or shows its help on a terminal`() throws
    {
        let options = try Options(parsing: [], readsStandardInput: true)
        #expect(options == Options())
        #expect(options.input == "-" && !options.help)
        #expect(options.outputFormat == .text)
        #expect(options.color == .auto)
        #expect(try Options(parsing: []).help)
    }

    @Test(arguments: [
        [
            "o.csv", "--from", "tsv", "--to", "html", "--group-by", "Region", "--sum", "A", "--sum", "B",
            "--columns",
            "A,B", "--width", "80", "--border", "heavy", "--color", "never", "--output", "o.html",
        ],
        [
            "--from=tsv", "--to=html", "--group-by=Region", "--sum=A", "--sum=B", "--columns=A",
            "--columns=B",
            "--width=80", "--border=heavy", "--color=never", "--output=o.html", "--", "o.csv",
        ],
    ])
    func `Every option can be followed by a space or an equals sign`(arguments: [String]) throws {
        let options = try Options(parsing: arguments)
        #expect(options.input == "o.csv")
        #expect(options.reading.format == .tsv)
        #expect(options.outputFormat == .html)
        #expect(options.selection.groupBy == ["Region"])
        #expect(options.aggregates == .sums("A", "B"))
        #expect(options.columns == ["A", "B"])
        #expect(options.width == 80)
        #expect(options.border.map(rawValue) == "heavy")
        #expect(options.color == .never)
        #expect(options.output == "o.html")
        #expect(!options.help)
    }

    @Test func `Options specify how files are read`() throws {
        let options = try Options(parsing: [
            "-", "--delimiter", ";", "--null", "NA", "--null=", "--null", "a,b", "--path", "rows",
            "--no-header",
            "--skip", "2", "--comment", "#", "--flatten",
        ])
        #expect(
            options.reading
                == InputOptions(
                    delimiter: ";", nulls: ["NA", "", "a,b"], path: "rows", flattens: true, hasHeader: false,
                    skippedLines: 2, comment: "#"))
        #expect(try Options(parsing: ["-", "--delimiter", "\\t"]).reading.delimiter == "\t")
        #expect(try Options(parsing: ["-", "--delimiter", "\t"]).reading.delimiter == "\t")
    }

    private func format(_ arguments: String..., isTerminal: Bool = true) throws -> TextFormat {
        let terminal = TerminalTraits(isTerminal: isTerminal, columns: 80, lines: 24, environment: [:])
        return try Program(options: Options(parsing: ["f"] + arguments)).textFormat(on: terminal)
    }

    @Test func `A terminal shows a preview that fits its screen`() throws {
        let preview = try format()
        #expect(preview.rows == .fitting(lines: 23) && preview.width == 80 && preview.overflow == .cut)
        for full in [try format("--full"), try format(isTerminal: false), try format("--output", "o")] {
            #expect(full.rows == .all && full.overflow == .wrap)
        }
        #expect(try format("--full").width == 80)
        #expect(try format(isTerminal: false).width == nil)
        #expect(try format("--compare", "g", "--key", "k").rows == .all)
    }

    @Test func `Options specify how a table fits a terminal`() throws {
        #expect(try format("--rows", "7").rows == .ends(7))
        #expect(try format("--rows", "7").overflow == .wrap)
        #expect(try format("--overflow", "wrap").rows == .fitting(lines: 23))
        #expect(try format("--overflow", "wrap").overflow == .wrap)
        #expect(try format("--full", "--overflow", "cut").overflow == .cut)
        #expect(try format("--narrow=drop").narrowing == .drop)
        #expect(try format("--full").narrowing == .stack)
        #expect(try format().narrowing == .automatic)
    }

    @Test(arguments: [
        ("A,B,C", ["A", "B", "C"]), (#"A\,B,C"#, ["A,B", "C"]), (#"A\B\"#, [#"A\B\"#]), ("A,", ["A", ""]),
        ("", [""]),
        ("é,😀", ["é", "😀"]),
    ])
    func `Columns are separated by commas without a backslash`(list: String, columns: [String]) throws {
        #expect(try Options(parsing: ["f", "--columns", list]).columns == columns)
    }

    @Test(arguments: [
        (["-"], "-"), (["--", "--to"], "--to"), (["--", "-"], "-"), (["a b"], "a b"),
    ])
    func `The file can be standard input or look like an option`(arguments: [String], input: String) throws {
        #expect(try Options(parsing: arguments).input == input)
    }

    @Test(arguments: [["--version"], ["f", "--version", "--wrong"]])
    func `Arguments after --version are ignored`(arguments: [String]) throws {
        #expect(try Options(parsing: arguments).version)
    }

    @Test func `Totals are shown alone on request, and a column is summed once`() throws {
        let options = try Options(parsing: ["f", "--sum", "a", "--totals", "--sum", "b", "--sum=a"])
        #expect(options.totals)
        #expect(options.aggregates == .sums("a", "b"))
        let others = try Options(parsing: ["f", "--count", "--mean=a,b", "--min=a", "--max", "a"])
        #expect(others.totals)
        #expect(others.aggregates.map { $0.title() } == ["count", "mean a", "mean b", "min a", "max a"])
    }

    @Test func `Rows are grouped by several columns`() throws {
        #expect(try Options(parsing: ["f", "--group-by", #"a,b\,c"#]).selection.groupBy == ["a", "b,c"])
    }

    @Test func `Options select rows, and can be repeated`() throws {
        let options = try Options(parsing: [
            "f", "--where", "a = 1", "--where=b ~ ,", "--sort=a,b:desc", "--sort", "c",
        ])
        #expect(options.selection.conditions == ["a = 1", "b ~ ,"])
        #expect(options.selection.order.columns == ["a", "b:desc", "c"])
    }

    @Test(arguments: [["--help"], ["-h"], ["f", "--help", "--wrong"], ["--group-by", "x", "--help"]])
    func `Arguments after --help are ignored`(arguments: [String]) throws {
        #expect(try Options(parsing: arguments).help)
    }

    @Test(arguments: [
        ("a.md", OutputFormat.markdown), ("b/a.HTML", .html), ("a.csv", .csv), ("a.ndjson", .jsonl),
        ("csv", .text),
        ("a.txt", .text), ("a.csv/b", .text), ("a.xlsx", .xlsx),
    ])
    func `The name of the output file selects the format`(path: String, format: OutputFormat) throws {
        #expect(try Options(parsing: ["f", "--output", path]).outputFormat == format)
        #expect(try Options(parsing: ["f", "--output", path, "--to=tsv"]).outputFormat == .tsv)
    }

    @Test func `A workbook is not written to a terminal`() throws {
        let arguments = ["f", "--to", "xlsx"]
        #expect(try Options(parsing: arguments).outputFormat == .xlsx)
        let error = UsageError("a terminal can't show a workbook; name a file with --output")
        #expect(throws: error) { try Options(parsing: arguments, writesTerminal: true) }
        #expect(throws: error) { try Options(parsing: arguments + ["--output", "-"], writesTerminal: true) }
        #expect(
            try Options(parsing: ["f", "--output", "o.xlsx"], writesTerminal: true).outputFormat == .xlsx)
    }

    @Test func `The output - is standard output`() throws {
        #expect(try Options(parsing: ["f", "--output", "-"]).output == nil)
    }

    @Test func `A value can begin with one dash, or with two after an equals sign`() throws {
        let options = try Options(parsing: ["f", "--group-by=--x=y", "--sum", "-5"])
        #expect(options.selection.groupBy == ["--x=y"])
        #expect(options.aggregates == .sums("-5"))
    }

    @Test func `The first help fits a screen, and all of its options exist`() throws {
        let lines = Options.jobs.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= 24 && lines.allSatisfy { $0.count <= 80 })
        let names = Options.jobs.matches(of: /--([a-z-]+)/).map { String($0.output.1) }
        #expect(names.count > 20 && names.allSatisfy { Options.Name(rawValue: $0) != nil })
        let options = try [["--help"], ["--help", "all"], ["f", "-h", "all"]].map { try Options(parsing: $0) }
        #expect(
            options.map(\.help) == [true, true, true] && options.map(\.helpsWithAll) == [false, true, true])
    }

    @Test func `The help text has at most 80 columns and names every option and value`() {
        for line in Options.usage.split(separator: "\n") { #expect(line.count <= 80) }
        for name in Options.Name.allCases { #expect(Options.usage.contains("  \(name)")) }
        let values =
            InputFormat.allCases.map(rawValue) + OutputFormat.allCases.map(rawValue)
            + ColorMode.allCases.map(rawValue) + all(\Options.border)
        for value in values { #expect(Options.usage.contains(value)) }
        #expect(Options.usage.contains(#"write \, for a"#))
    }

    private func rawValue<Value: RawRepresentable<String>>(_ value: Value) -> String {
        value.rawValue
    }

    /// Returns the names of all values of an option whose type is in another module.
    private func all<Value: RawRepresentable<String> & CaseIterable>(
        _ option: KeyPath<Options, Value?>
    ) -> [String] {
        Value.allCases.map(rawValue)
    }
}

struct OptionsErrorTests {
    @Test(arguments: [
        (["--widht", "3"], "there is no option '--widht'; did you mean --width?"),
        (["-o", "x"], "there is no option '-o'; did you mean --overflow or --output?"),
        (["-z"], "there is no option '-z'; --help all lists the options"),
        (["--colour=auto"], "there is no option '--colour'; did you mean --color?"),
        (["-width"], "there is no option '-width'; did you mean --width?"),
        (["--verbose"], "there is no option '--verbose'; --help all lists the options"),
        (["-x"], "there is no option '-x'; --help all lists the options"),
        (["--=x"], "there is no option '--'; --help all lists the options"),
        (["--\u{1B}[2J"], "there is no option '--\\u{1B}[2J'; --help all lists the options"),
        (["--help=now"], "--help takes no value; leave out the '='"),
    ])
    func `An unknown option is an error that suggests the nearest one`(arguments: [String], message: String) {
        expect(arguments, message)
    }

    @Test(arguments: [
        (["--width"], "--width needs a number after it"),
        (
            ["--to", "--width", "3"],
            "--to needs a format after it, found '--width'; write --to=… if that is meant"
        ),
        (["--width", "0"], "--width needs a whole number from 1 up, found '0'"),
        (["--width=-5"], "--width needs a whole number from 1 up, found '-5'"),
        (["--width", "8O"], "--width needs a whole number from 1 up, found '8O'"),
        (
            ["--width=99999999999999999999"],
            "--width needs a whole number from 1 up, found '99999999999999999999'"
        ),
        (["--color", "alwys"], "--color needs auto, always or never, found 'alwys'; did you mean always?"),
        (
            ["--border="],
            "--border needs none, ascii, light, rounded, heavy or double, found ''"
        ),
        (["--border", "markdown"], "markdown is no border but a format; write --to markdown"),
        (
            ["--to", "pdf"],
            "--to needs text, markdown, html, csv, tsv, json, json-rows, jsonl or xlsx, found 'pdf'"
        ),
        (
            ["f", "--from", "JSON"],
            "--from needs csv, tsv, tsv-escaped, json, jsonl, markdown or text, found 'JSON'; did you mean json?"
        ),
        (["f", "--delimiter", ""], "--delimiter needs one ASCII character, or \\t for a tab, found ''"),
        (["f", "--delimiter", "\""], "--delimiter needs one ASCII character, or \\t for a tab, found '\"'"),
        (["f", "--delimiter=;;"], "--delimiter needs one ASCII character, or \\t for a tab, found ';;'"),
        (["f", "--delimiter", "é"], "--delimiter needs one ASCII character, or \\t for a tab, found 'é'"),
        (["f", "--delimiter=\n"], "--delimiter needs one ASCII character, or \\t for a tab, found '\\n'"),
        (["f", "--path"], "--path needs a text after it"),
        (["--output="], "--output needs the name of a file, found ''"),
    ])
    func `An invalid value is an error that lists the valid ones`(arguments: [String], message: String) {
        expect(arguments, message)
    }

    @Test(arguments: [
        (
            ["a.csv", "b.csv"],
            "there is more than one FILE, 'a.csv' and 'b.csv'; give one, or the newer version with --compare"
        ),
        (
            ["-", "--", "b.csv"],
            "there is more than one FILE, '-' and 'b.csv'; give one, or the newer version with --compare"
        ),
        ([""], "the name of the FILE is empty; give one, or - for standard input"),
        (["--to=csv", "--to", "csv"], "--to is given twice; give it once"),
        (["f", "--group-by", "a", "--group-by", "b"], "--group-by is given twice; give it once"),
        (
            ["f", "--columns", "e\u{301}", "--sum", "\u{E9}"],
            "--sum '\u{E9}' is not among the --columns; add it there"
        ),
        (
            ["f", "--columns", "a,b", "--sum", "b", "--sum", "c"],
            "--sum 'c' is not among the --columns; add it there"
        ),
        (["--from", "csv"], "there is no FILE to read; give one, or - for standard input"),
        (["f", "--columns", "a", "--bars", "b"], "--bars 'b' is not among the --columns; add it there"),
        (
            ["f", "--group-by", "a", "--bars", "a"],
            "--bars 'a' is the column of --group-by, which has no bars; name another column"
        ),
        (["f", "--group-by", "a,b,a"], "--group-by names a column twice; name it once"),
        (
            ["f", "--compare", "g", "--key", "k", "--group-by", "a,b"],
            "--group-by takes one column beside --compare; leave out the others"
        ),
        (["f", "--bars"], "--bars needs a list of columns after it"),
        (["f", "--totals"], "--totals shows sums; name a column with --sum"),
        (["f", "--mean", "a", "--columns", "a"], "--mean shows totals alone; leave out --columns"),
        (["f", "--types", "--to", "csv"], "--types is for text; leave out --to"),
        (["f", "--inline"], "--inline is for HTML; add --to html"),
        (["f", "--rows", "3", "--to", "csv"], "--rows is for text; leave out --rows"),
        (
            ["f", "--sum", "a", "--to", "csv"],
            "csv holds rows only, without their sums; add --totals for the sums alone"
        ),
        (["f", "--group", "a"], "there is no option '--group'; did you mean --group-by?"),
        (["f", "--full", "--rows", "3"], "--full shows all rows; leave out --rows"),
        (
            ["f", "--totals", "--sum", "a", "--columns", "a"],
            "--totals shows totals alone; leave out --columns"
        ),
    ])
    func `Conflicting arguments are an error`(arguments: [String], message: String) {
        expect(arguments, message)
    }

    private func expect(
        _ arguments: [String], _ message: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let error = #expect(throws: UsageError.self, sourceLocation: sourceLocation) {
            try Options(parsing: arguments)
        }
        #expect(error?.description == message, sourceLocation: sourceLocation)
    }
}

struct OptionsComparingTests {
    @Test(arguments: [
        ["old.csv", "--compare", "new.csv", "--key", "id"], ["--key=id", "--compare=new.csv", "old.csv"],
        ["--key=id", "--compare=new.csv", "--", "old.csv"],
    ])
    func `Both versions and their key are accepted in any order`(arguments: [String]) throws {
        let options = try Options(parsing: arguments)
        #expect(options.input == "old.csv")
        #expect(options.compare == "new.csv")
        #expect(options.keys == ["id"])
    }

    @Test(arguments: [["-", "--compare", "b"], ["a", "--compare", "-"], ["a", "--compare", "a"]])
    func `Either version can be standard input, and both can be the same file`(arguments: [String]) throws {
        let options = try Options(parsing: arguments + ["--key", "id"])
        #expect(options.input == arguments[0])
        #expect(options.compare == arguments[2])
    }

    @Test func `Changes can be grouped, limited to columns, and formatted like a table`() throws {
        let options = try Options(parsing: [
            "a", "--compare=b", "--key=", "--group-by=g", "--columns=x,y", "--from=tsv", "--to=json",
            "--width=40", "--border=none", "--color=never", "--output=c",
        ])
        #expect(!options.allColumns && !options.exitCode)
        let all = try Options(parsing: ["a", "--all-columns", "--exit-code", "--compare=b", "--key=k"])
        #expect(all.allColumns && all.exitCode)
        let chosen = try Options(parsing: [
            "a", "--compare=b", "--key=k", "--where=n = 1", "--limit=2", "--tolerance=0.5",
        ])
        #expect(chosen.selection == RowSelection(conditions: ["n = 1"], order: RowOrder(limit: 2)))
        #expect(chosen.tolerance == Tolerance("0.5"))
        #expect(options.keys == [""])
        #expect(options.selection.groupBy == ["g"])
        #expect(options.columns == ["x", "y"])
        #expect(options.outputFormat == .json)
    }

    @Test(arguments: [
        (
            ["a", "--compare", "b"],
            "--compare needs --key, the column that tells the rows of both files apart"
        ),
        (["a", "--key", "id"], "--key is for two files; give the newer one with --compare"),
        (
            ["--compare", "b", "--key", "id"],
            "there is no FILE to read; give one, or - for standard input"
        ),
        (
            ["-", "--compare", "-", "--key", "id"],
            "FILE and --compare are both '-'; standard input can be read only once"
        ),
        (
            ["a", "--compare", "b", "--key", "id", "--sum", "n"],
            "--sum is for one table, not for changes; leave out --sum or --compare"
        ),
        (["a", "--all-columns"], "--all-columns is for two files; give the newer one with --compare"),
        (["a", "--exit-code"], "--exit-code is for two files; give the newer one with --compare"),
        (["a", "--compare", "b", "--exit-code=1"], "--exit-code takes no value; leave out the '='"),
        (
            ["a", "--compare=", "--key", "id"],
            "--compare needs the name of a file, or - for standard input, found ''"
        ),
        (["a", "--compare", "b", "--compare", "c"], "--compare is given twice; give it once"),
        (
            ["a", "--compare=b", "--key=x", "--sort=n"],
            "--sort is for one table, not for changes; leave out --sort or --compare"
        ),
        (
            ["a", "--compare=b", "--key=x", "--ignore-order", "--to=json"],
            "--to json has the positions of all changes; leave out --ignore-order, or choose another format"
        ),
        (
            ["a", "--compare=b", "--key=x", "--limit=1", "--to=json"],
            "--to json has the positions of all changes; leave out --limit, or choose another format"
        ),
        (
            ["a", "--compare=b", "--key=x", "--tolerance=-1"],
            "--tolerance needs a number from 0 up without a sign, such as 0.01, found '-1'"
        ),
        (
            ["a", "--compare=b", "--key=x", "--tolerance", "1%"],
            "--tolerance needs a number from 0 up without a sign, such as 0.01, found '1%'"
        ),
        (["a", "--tolerance", "0.01"], "--tolerance is for two files; give the newer one with --compare"),
        (
            ["a", "--compare", "b", "--key", "id", "--bars", "n"],
            "--bars is for one table, not for changes; leave out --bars or --compare"
        ),
        (["a", "--summary"], "--summary is for two files; give the newer one with --compare"),
        (["a", "--compare"], "--compare needs a file after it"),
        (
            ["a", "--compare", "b", "--key", "--to"],
            "--key needs a column after it, found '--to'; write --key=… if that is meant"
        ),
        (["a", "--comapre", "b"], "there is no option '--comapre'; did you mean --compare?"),
    ])
    func `Conflicting arguments are an error that suggests a solution`(arguments: [String], message: String) {
        let error = #expect(throws: UsageError.self) { try Options(parsing: arguments) }
        #expect(error?.description == message)
    }
}
