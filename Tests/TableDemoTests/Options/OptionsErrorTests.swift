import Testing

@testable import TableDemo

struct OptionsErrorTests {
    @Test(arguments: [
        (["--widht", "3"], "there is no option '--widht'; did you mean --width?"),
        (["--colour=auto"], "there is no option '--colour'; did you mean --color?"),
        (["-width"], "there is no option '-width'; did you mean --width?"),
        (["--verbose"], "there is no option '--verbose'; --help lists the options"),
        (["-x"], "there is no option '-x'; --help lists the options"),
        (["--=x"], "there is no option '--'; --help lists the options"),
        (["--\u{1B}[2J"], "there is no option '--\\u{1B}[2J'; --help lists the options"),
        (["--help=now"], "--help takes no value; leave out the '='"),
    ])
    func `An unknown option is an error that names the nearest`(arguments: [String], message: String) {
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
            "--border needs none, ascii, light, rounded, heavy, double or markdown, found ''"
        ),
        (["--to", "pdf"], "--to needs text, markdown, html, csv, tsv, json or jsonl, found 'pdf'"),
        (
            ["f", "--from", "JSON"],
            "--from needs csv, tsv, json or jsonl, found 'JSON'; did you mean json?"
        ),
        (["--output="], "--output needs the name of a file, found ''"),
    ])
    func `A wrong value is an error that names the right ones`(arguments: [String], message: String) {
        expect(arguments, message)
    }

    @Test(arguments: [
        (["a.csv", "b.csv"], "there is more than one FILE, 'a.csv' and 'b.csv'; give one"),
        (["-", "--", "b.csv"], "there is more than one FILE, '-' and 'b.csv'; give one"),
        ([""], "the name of the FILE is empty; give one, or - for standard input"),
        (["--to=csv", "--to", "csv"], "--to is given twice; give it once"),
        (["f", "--group-by", "a", "--group-by", "b"], "--group-by is given twice; give it once"),
        (["--group-by", "a"], "--group-by needs a FILE to read; give one, or - for standard input"),
        (["--to=csv", "--sum", "a"], "--sum needs a FILE to read; give one, or - for standard input"),
        (["--columns", "a,b"], "--columns needs a FILE to read; give one, or - for standard input"),
        (
            ["f", "--columns", "a,b", "--sum", "b", "--sum", "c"],
            "--sum 'c' has no place to stand; add the column to --columns"
        ),
        (["--from", "csv"], "--from needs a FILE to read; give one, or - for standard input"),
    ])
    func `Arguments that do not go together are an error`(arguments: [String], message: String) {
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
