import TableAgent

/// The columns and values of a file, for conditions of `--where`.
struct ConditionColumns: ConditionSource {
    let table: SourceTable
    /// Whether other rows of the file, which are unknown, can have more columns.
    let isPart: Bool
    /// The names of the columns. Spaces around a name in the file are ignored.
    private let names: [ExactText: String]

    init(_ table: SourceTable, isPart: Bool) {
        self.table = table
        self.isPart = isPart
        names = Dictionary(table.columns.map { (ExactText($0.withoutOuterSpaces), $0) }) { first, second in
            first.utf8.count <= second.utf8.count ? first : second
        }
    }

    func key(ofColumn name: String) -> String? { names[ExactText(name)] }

    func key(ofLaterColumn name: String) throws(InputError) -> String {
        if !isPart || table.guessesKinds { _ = try table.column(named: name) }
        return name
    }

    func doubt(about text: String, inColumn key: String, named name: String) -> String? {
        if isPart || table.rows.isEmpty { return nil }
        let isValue = table.hasValue(inColumn: key) { $0.utf8.elementsEqual(text.utf8) }
        return isValue ? nil : "no value of \(name.quoted()) is \(text.quoted())"
    }

    func contains(_ pattern: Regex<Substring>, inColumn key: String) -> Bool {
        table.hasValue(inColumn: key) { $0.text.contains(pattern) }
    }

    func advice(forSeparate conditions: [String]) -> String {
        conditions.map { "--where '\($0.visible)'" }.joined(separator: " ")
    }

    func quoted(_ text: String) -> String { text.quoted() }

    func error(_ problem: String) -> InputError { InputError(file: table.file, reason: problem) }
}

extension SourceTable {
    /// Returns whether a column has a value that meets a condition.
    func hasValue(inColumn name: String, where matches: (LentCell) -> Bool) -> Bool {
        withCells { cells in rows.indices.contains { matches(cells[$0, index(ofColumn: name)]) } }
    }
}
