// Checks of the options of a command line beside each other.

extension Options {
    /// Throws an error for options that exclude each other, or that need another one.
    func check(_ given: [Name]) throws(UsageError) {
        let ofRows: [Name] = Self.summaries + [.groupBy, .sum, .bars, .types, .watch]
        if describe, let name = given.first(where: { ofRows.contains($0) }) {
            throw UsageError("--describe shows a row for each column; leave out \(name) or --describe")
        }
        try checkBrowsing(given)
        for case let input? in [input, compare, query] where input != "-" {
            guard let output, InputFile.isSame(input, output) else { continue }
            throw UsageError("\(output.quoted()) is the input, too; give another --output")
        }
        for case let other? in [input, compare, output] {
            guard let saveQuery, InputFile.isSame(other, saveQuery) else { continue }
            throw UsageError(
                "\(saveQuery.quoted()) is another file of this command; give another --save-query")
        }
        try Self.require(
            saveQuery != "-", "--save-query needs the name of a file; standard output has the table")
        try Self.require(
            query != "-" || input != "-",
            "FILE and --query are both '-'; standard input can be read only once")
        try checkColumns(of: "--columns")
        let groups = Set(selection.groupBy.map { ExactText($0) })
        try Self.require(
            groups.count == selection.groupBy.count, "--group-by names a column twice; name it once")
        try Self.require(
            groups.count < 2 || compare == nil && !watch,
            "--group-by takes one column beside \(watch ? "--watch" : "--compare"); leave out the others")
        if let groupBy = bars.first(where: { groups.contains(ExactText($0)) }) {
            throw UsageError(
                "--bars \(groupBy.quoted()) is the column of --group-by, which has no bars; name another column"
            )
        }
        try Self.require(
            totals || aggregates.isEmpty || pick || outputFormat.isForPeople || outputFormat == .json,
            "\(outputFormat.rawValue) holds rows only, without their sums; add --totals for the sums alone")
        try Self.require(rows == nil || outputFormat == .text, "--rows is for text; leave out --rows")
        try Self.require(!full || rows == nil, "--full shows all rows; leave out --rows")
        try Self.require(!totals || !aggregates.isEmpty, "--totals shows sums; name a column with --sum")
        try Self.require(
            !totals || columns == nil,
            "\(given.first { Self.summaries.contains($0) } ?? .totals) shows totals alone; leave out --columns"
        )
        try Self.require(!types || outputFormat == .text, "--types is for text; leave out --to")
        try Self.require(!inline || outputFormat == .html, "--inline is for HTML; add --to html")
        try Self.require(!endsLinesWithCRLF || outputFormat == .csv, "--crlf is for CSV; add --to csv")
        let ofComparison: [Name] = [.key, .allColumns, .ignoreOrder, .tolerance, .summary, .exitCode]
        if compare == nil,
            let name = given.first(where: { ofComparison.contains($0) && ($0 != .key || !watch) })
        {
            throw UsageError("\(name) is for two files; give the newer one with --compare")
        }
        try Self.require(
            compare == nil || !keys.isEmpty,
            "--compare needs --key, the column that tells the rows of both files apart")
        try Self.require(
            input != "-" || compare != "-",
            "FILE and --compare are both '-'; standard input can be read only once")
        let ofOne: [Name] =
            Self.summaries + [.describe, .sum, .sort, .query, .saveQuery, .bars, .types]
        if compare != nil, let name = given.first(where: { ofOne.contains($0) }) {
            throw UsageError("\(name) is for one table, not for changes; leave out \(name) or --compare")
        }
        if compare != nil, outputFormat == .json,
            let name = given.first(where: { [.ignoreOrder, .limit].contains($0) })
        {
            throw UsageError(
                "--to json has the positions of all changes; leave out \(name), or choose another format")
        }
    }

    /// Throws an error for a column with a sum or bars that is not shown.
    func checkColumns(of place: String) throws(UsageError) {
        guard let columns, !totals else { return }
        let named = Set((aggregates.map(\.column) + bars).map { ExactText($0) }).map(\.description)
        let table = SourceTable(file: "", columns: named, guessesKinds: false)
        let matching = try? table.columnNames(matching: columns, isPart: true)
        let shown = Set((matching ?? columns).map { ExactText($0) })
        if let hidden = aggregates.first(where: { !shown.contains(ExactText($0.column)) }) {
            throw UsageError("--sum \(hidden.column.quoted()) is not among the \(place); add it there")
        }
        if let hidden = bars.first(where: { !shown.contains(ExactText($0)) }) {
            throw UsageError("--bars \(hidden.quoted()) is not among the \(place); add it there")
        }
    }

    private func checkBrowsing(_ given: [Name]) throws(UsageError) {
        if !browse, let name = given.first(where: { [.watch, .plain, .mouse].contains($0) }) {
            throw UsageError("\(name) is for browsing; add --browse")
        }
        let ofOutput: [Name] = [
            .compare, .full, .rows, .types, .width, .border, .overflow, .narrow, .color, .saveQuery,
        ]
        if browse, let name = given.first(where: { ofOutput.contains($0) }) {
            let browsing: Name = pick ? .pick : .browse
            throw UsageError("\(name) is not for browsing; leave out \(name) or \(browsing)")
        }
        if browse, !pick, let name = given.first(where: { [.to, .output, .inline].contains($0) }) {
            throw UsageError("\(name) is for the rows that a person picks; add --pick, or leave out \(name)")
        }
        try Self.require(!plain || !mouse, "--plain has no screen for a mouse; leave out --plain or --mouse")
        guard watch else {
            let needsWatch = browse && given.contains(.key)
            return try Self.require(!needsWatch, "--key is for rows that change; add --watch")
        }
        try Self.require(input != "-", "--watch needs a FILE; standard input can't be read again")
        try Self.require(!totals, "--watch follows rows, and totals have none; leave out --watch")
        try Self.require(!keys.isEmpty, "--watch needs --key, the column that tells the rows apart")
    }

    /// The options that show totals alone.
    private static let summaries: [Name] = [.totals, .count, .mean, .min, .max]
}
