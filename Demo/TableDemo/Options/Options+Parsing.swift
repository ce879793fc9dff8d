import Foundation

extension Options {
    /// Reads the arguments of the command line, without the name of the command.
    ///
    /// A value follows its option or an equals sign, and `--` ends the options. Reading stops at
    /// `--help`, whatever follows.
    ///
    /// - Throws: ``UsageError`` for the first argument that cannot be used.
    init(parsing arguments: [String]) throws(UsageError) {
        var given: [Name] = []
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                for file in rest { try setInput(file) }
                break
            }
            guard argument.hasPrefix("-"), argument != "-" else {
                try setInput(argument)
                continue
            }
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = try Self.name(String(parts[0]))
            if given.contains(name), !name.isRepeatable {
                throw UsageError("\(name.rawValue) is given twice; give it once")
            }
            given.append(name)
            if name == .help {
                guard parts.count == 1 else { throw UsageError("--help takes no value; leave out the '='") }
                help = true
                return
            }
            try set(name, to: parts.count == 2 ? String(parts[1]) : Self.value(of: name, from: &rest))
        }
        if input == nil, let name = given.first(where: \.needsFile) {
            throw UsageError("\(name.rawValue) needs a FILE to read; give one, or - for standard input")
        }
        for input in [input, compare] {
            guard let input, let output, input != "-", Self.isSameFile(input, output) else { continue }
            throw UsageError("\(output.quoted()) is the input, too; give another --output")
        }
        if let columns, let hidden = sums.first(where: { !columns.contains($0) }) {
            throw UsageError("--sum \(hidden.quoted()) has no place to stand; add the column to --columns")
        }
        try checkComparison()
    }

    /// Whether two paths lead to one file that exists.
    private static func isSameFile(_ one: String, _ other: String) -> Bool {
        let files = [one, other].map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().path }
        return files[0] == files[1] && FileManager.default.fileExists(atPath: files[0])
    }

    private mutating func setInput(_ file: String) throws(UsageError) {
        if let input {
            throw UsageError("there is more than one FILE, \(input.quoted()) and \(file.quoted()); give one")
        }
        guard !file.isEmpty else {
            throw UsageError("the name of the FILE is empty; give one, or - for standard input")
        }
        input = file
    }

    private static func name(_ argument: String) throws(UsageError) -> Name {
        if argument == "-h" { return .help }
        if let name = Name(rawValue: argument) { return name }
        let bare = String(argument.drop { $0 == "-" })
        let names = Name.allCases.map { String($0.rawValue.dropFirst(2)) }
        if let nearest = Spelling.nearest(to: bare, in: names) {
            throw UsageError("there is no option \(argument.quoted()); did you mean --\(nearest)?")
        }
        throw UsageError("there is no option \(argument.quoted()); --help lists the options")
    }

    /// The argument after an option, unless it looks like the next option, whose value is forgotten
    /// more often than it begins with two dashes.
    private static func value(of name: Name, from rest: inout ArraySlice<String>) throws(UsageError) -> String
    {
        let expected = name.value ?? ""
        guard let next = rest.popFirst() else {
            throw UsageError("\(name.rawValue) needs \(expected) after it")
        }
        guard !next.hasPrefix("--") else {
            let found = next.quoted()
            let advice = "write \(name.rawValue)=… if that is meant"
            throw UsageError("\(name.rawValue) needs \(expected) after it, found \(found); \(advice)")
        }
        return next
    }
}
