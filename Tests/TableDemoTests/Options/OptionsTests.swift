import TableAgent
import TableSurfaces
import Testing

@testable import TableDemo

struct OptionsTests {
    @Test func `No arguments ask for the built-in ledger as text`() throws {
        let options = try Options(parsing: [])
        #expect(options == Options())
        #expect(options.input == nil)
        #expect(options.outputFormat == .text)
        #expect(options.color == .auto)
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
    func `Every option is read, with a space and with an equals sign`(arguments: [String]) throws {
        let options = try Options(parsing: arguments)
        #expect(options.input == "o.csv")
        #expect(options.inputFormat == .tsv)
        #expect(options.outputFormat == .html)
        #expect(options.groupBy == "Region")
        #expect(options.sums == ["A", "B"])
        #expect(options.columns == ["A", "B"])
        #expect(options.width == 80)
        #expect(options.border.map(rawValue) == "heavy")
        #expect(options.color == .never)
        #expect(options.output == "o.html")
        #expect(!options.help)
    }

    @Test func `How a table gives way to a narrow terminal can be chosen`() throws {
        let options = try Options(parsing: ["--overflow", "cut", "--narrow=drop"])
        #expect(options.overflow == .cut && options.narrow == .drop)
        #expect(Demo(options).textFormat.overflow == .cut && Demo(options).textFormat.narrowing == .drop)
        #expect(Demo(Options()).textFormat.overflow == .wrap)
        #expect(Demo(Options()).textFormat.narrowing == .stack)
    }

    @Test(arguments: [
        ("A,B,C", ["A", "B", "C"]), (#"A\,B,C"#, ["A,B", "C"]), (#"A\B\"#, [#"A\B\"#]), ("A,", ["A", ""]),
        ("", [""]),
        ("é,😀", ["é", "😀"]),
    ])
    func `Columns are separated by commas that no backslash precedes`(list: String, columns: [String]) throws
    {
        #expect(try Options(parsing: ["f", "--columns", list]).columns == columns)
    }

    @Test(arguments: [
        (["-"], "-"), (["--", "--to"], "--to"), (["--", "-"], "-"), (["a b"], "a b"),
    ])
    func `The FILE can be standard input or look like an option`(arguments: [String], input: String) throws {
        #expect(try Options(parsing: arguments).input == input)
    }

    @Test(arguments: [["--help"], ["-h"], ["f", "--help", "--wrong"], ["--group-by", "x", "--help"]])
    func `Nothing after --help is looked at`(arguments: [String]) throws {
        #expect(try Options(parsing: arguments).help)
    }

    @Test func `The ledger can be shown in every way`() throws {
        let options = try Options(parsing: [
            "--to=csv", "--width", "20", "--border=none", "--color=always", "--output", "-",
        ])
        #expect(options.input == nil)
        #expect(options.output == nil)
    }

    @Test func `A value can begin with one dash, or with two after an equals sign`() throws {
        let options = try Options(parsing: ["f", "--group-by=--x=y", "--sum", "-5"])
        #expect(options.groupBy == "--x=y")
        #expect(options.sums == ["-5"])
    }

    @Test func `The help text fits in 80 columns and names every option and value`() {
        for line in Options.usage.split(separator: "\n") { #expect(line.count <= 80) }
        for name in Options.Name.allCases { #expect(Options.usage.contains("  \(name.rawValue)")) }
        let values =
            InputFormat.allCases.map(rawValue) + OutputFormat.allCases.map(rawValue)
            + ColorMode.allCases.map(rawValue) + all(\Options.border)
        for value in values { #expect(Options.usage.contains(value)) }
        #expect(Options.usage.contains(#"write \, for a"#))
    }

    private func rawValue<Value: RawRepresentable<String>>(_ value: Value) -> String {
        value.rawValue
    }

    /// The names of all values of an option whose type another module declares.
    private func all<Value: RawRepresentable<String> & CaseIterable>(
        _ option: KeyPath<Options, Value?>
    ) -> [String] {
        Value.allCases.map(rawValue)
    }
}
