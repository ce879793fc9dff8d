extension QueryPlan {
    /// Throws an error for an invalid regular expression.
    package func checkExpressions() throws(TableError) {
        for (column, condition) in query.conditions {
            guard case .matches(let pattern) = condition, (try? Regex(pattern)) == nil else { continue }
            throw .invalidQuery(
                "A filter of the column “\(name(of: column))” has “\(pattern)”, which is no regular expression."
            )
        }
    }

    /// Throws an error for a column that the table does not have, or for an invalid regular expression.
    func checkColumns() throws(TableError) {
        try checkExpressions()
        func check(_ key: String, _ place: String) throws(TableError) -> GridColumn {
            if let index = index(of: key) { return columns[index] }
            throw .invalidQuery(
                "\(place) names the column “\(key)”; the table has \(columns.map { "“\($0.key)”" }.joined(separator: ", "))."
            )
        }
        for sort in query.sorts where try !check(sort.column, "A sort").isSortable {
            throw .invalidQuery("A sort names the column “\(sort.column)”, which is not sortable.")
        }
        for (column, _) in query.conditions where try check(column, "A filter").filter == .none {
            throw .invalidQuery("A filter names the column “\(column)”, which has no filter.")
        }
        for key in query.columns ?? [] { _ = try check(key, "The list of columns") }
        if query.columns == [] {
            throw .invalidQuery("The list of columns is empty; name a column, or none for all.")
        }
    }

    /// Throws an error for a value of another kind than its column's.
    func checkValues(_ kinds: [ColumnKind?]) throws(TableError) {
        let kinds = named(kinds)
        for (column, condition) in query.conditions {
            guard let index = index(of: column), let kind = kinds[index], !Self.canTest(condition, kind)
            else { continue }
            let form =
                switch kind {
                case .number: "numbers; write one as 1234.50"
                case .date: "dates; write one as 2026-10-19"
                case .boolean: "Booleans; write true or false"
                case .text: "texts"
                }
            throw .invalidQuery(
                "A filter of the column “\(name(of: column))” has \(condition.texts.map { "“\($0)”" }.joined(separator: ", ")); the column has \(form)."
            )
        }
    }

    /// Returns the name of a column in texts for people.
    func name(of key: String) -> String { index(of: key).flatMap { names?[$0] } ?? key }
}

extension TableQuery.Filter {
    /// The conditions of the filter, and their columns.
    var conditions: [(column: String, condition: TableQuery.Condition)] {
        switch self {
        case .column(let column, let condition): [(column, condition)]
        case .not(let filter): filter.conditions
        case .any(let filters): filters.flatMap(\.conditions)
        }
    }
}

extension TableQuery.Condition {
    /// The texts of the condition.
    var texts: [String] {
        switch self {
        case .isOneOf(let texts): texts
        case .contains(let text), .begins(let text), .matches(let text), .from(let text), .above(let text),
            .through(let text), .below(let text):
            [text]
        case .isEmpty: []
        }
    }

    /// Whether the condition depends on the kind of the column.
    package var comparesValues: Bool {
        switch self {
        case .isOneOf, .from, .above, .through, .below: true
        case .contains, .begins, .matches, .isEmpty: false
        }
    }
}

extension TableError {
    static func invalidQuery(_ sentence: String) -> TableError { TableError(.invalidQuery, sentence) }
}
