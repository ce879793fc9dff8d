import Testing

@testable import TableDemo

struct OptionsComparingTests {
    @Test(arguments: [
        ["old.csv", "--compare", "new.csv", "--key", "id"], ["--key=id", "--compare=new.csv", "old.csv"],
        ["--key=id", "--compare=new.csv", "--", "old.csv"],
    ])
    func `Two versions and their key are read in any order`(arguments: [String]) throws {
        let options = try Options(parsing: arguments)
        #expect(options.input == "old.csv")
        #expect(options.compare == "new.csv")
        #expect(options.key == "id")
    }

    @Test(arguments: [["-", "--compare", "b"], ["a", "--compare", "-"], ["a", "--compare", "a"]])
    func `Either version can be standard input, and both the same file`(arguments: [String]) throws {
        let options = try Options(parsing: arguments + ["--key", "id"])
        #expect(options.input == arguments[0])
        #expect(options.compare == arguments[2])
    }

    @Test func `Changes can be grouped, narrowed to columns and dressed like a table`() throws {
        let options = try Options(parsing: [
            "a", "--compare=b", "--key=", "--group-by=g", "--columns=x,y", "--from=tsv", "--to=json",
            "--width=40", "--border=none", "--color=never", "--output=c",
        ])
        #expect(options.key == "")
        #expect(options.groupBy == "g")
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
            "--compare needs a FILE to read; give one, or - for standard input"
        ),
        (["--key", "id"], "--key needs a FILE to read; give one, or - for standard input"),
        (
            ["-", "--compare", "-", "--key", "id"],
            "FILE and --compare are both '-'; standard input can be read only once"
        ),
        (
            ["a", "--compare", "b", "--key", "id", "--sum", "n"],
            "--sum adds up one table, not what changed; leave out --sum or --compare"
        ),
        (
            ["a", "--compare", "b", "--key", "id", "--to", "csv"],
            "--compare writes text or json, found --to csv"
        ),
        (
            ["a", "--compare=", "--key", "id"],
            "--compare needs the name of a file, or - for standard input, found ''"
        ),
        (["a", "--compare", "b", "--compare", "c"], "--compare is given twice; give it once"),
        (["a", "--compare", "b", "--key", "x", "--key", "y"], "--key is given twice; give it once"),
        (["a", "--compare"], "--compare needs a file after it"),
        (
            ["a", "--compare", "b", "--key", "--to"],
            "--key needs a column after it, found '--to'; write --key=… if that is meant"
        ),
        (["a", "--comapre", "b"], "there is no option '--comapre'; did you mean --compare?"),
    ])
    func `What does not go together is an error that says what to do`(arguments: [String], message: String) {
        let error = #expect(throws: UsageError.self) { try Options(parsing: arguments) }
        #expect(error?.description == message)
    }
}
