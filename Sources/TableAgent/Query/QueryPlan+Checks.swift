extension QueryPlan {
    /// Throws an error for an invalid regular expression.
    package func checkExpressions() throws(TableError) {
        var problem: TableError?
        for filter in query.filters {
            filter.forEachCondition { column, condition in
                guard case .matches(let pattern) = condition, (try? Regex(pattern)) == nil else { return }
                problem = .invalidQuery(
                    "A filter of the column “\(column)” has “\(pattern)”, which is no regular expression.")
            }
        }
        if let problem { throw problem }
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
        var filtered: [String] = []
        for filter in query.filters { filter.forEachCondition { column, _ in filtered.append(column) } }
        for key in filtered where try check(key, "A filter").filter == .none {
            throw .invalidQuery("A filter names the column “\(key)”, which has no filter.")
        }
        for key in query.columns ?? [] { _ = try check(key, "The list of columns") }
        if query.columns == [] {
            throw .invalidQuery("The list of columns is empty; name a column, or none for all.")
        }
    }

    /// Throws an error for a value of another kind than its column's.
    func checkValues(_ kinds: [ColumnKind?]) throws(TableError) {
        let kinds = named(kinds)
        var problem: TableError?
        for filter in query.filters {
            filter.forEachCondition { column, condition in
                guard let index = index(of: column), let kind = kinds[index],
                    !Self.canTest(condition, kind)
                else { return }
                let form =
                    switch kind {
                    case .number: "numbers; write one as 1234.50"
                    case .date: "dates; write one as 2026-10-19"
                    case .boolean: "Booleans; write true or false"
                    case .text: "texts"
                    }
                problem = .invalidQuery(
                    "A filter of the column “\(column)” has \(condition.texts.map { "“\($0)”" }.joined(separator: ", ")); the column has \(form)."
                )
            }
        }
        if let problem { throw problem }
    }
}

extension TableQuery.Filter {
    /// Calls a closure with each condition and its column.
    package func forEachCondition(_ body: (String, TableQuery.Condition) -> Void) {
        switch self {
        case .column(let column, let condition): body(column, condition)
        case .not(let filter): filter.forEachCondition(body)
        case .any(let filters): for filter in filters { filter.forEachCondition(body) }
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
    var comparesValues: Bool {
        switch self {
        case .isOneOf, .from, .above, .through, .below: true
        case .contains, .begins, .matches, .isEmpty: false
        }
    }

    /// Whether a cell without a value meets the condition.
    var isMetWithoutValue: Bool {
        switch self {
        case .isEmpty: true
        case .contains(let text), .begins(let text): FoldedPattern(text).isEmpty
        case .matches(let pattern): (try? Regex(pattern)).map { "".contains($0) } ?? false
        case .isOneOf, .from, .above, .through, .below: false
        }
    }
}

extension TableError {
    static func invalidQuery(_ sentence: String) -> TableError { TableError(.invalidQuery, sentence) }
}
