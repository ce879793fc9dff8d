public import TableAgent

extension HTMLControls {
    /// Returns the markup above a table: the form with the search, the filters, and the columns, and the applied filters.
    ///
    /// - Parameters:
    ///   - table: The table without its query.
    ///   - words: The words of the controls.
    /// - Throws: `TableError` for a row whose item fills no cells, and with the code `invalidQuery` for a column whose key can't be a
    ///   field of the page's address.
    /// - Complexity: O(rows × (1 + filtered columns)), for at most 20,000 rows.
    public func markup(for table: TableInfo, words: TableWords = .english) throws -> String {
        let filters = try table.columnFilters(for: query)
        if let filter = filters.first(where: { fields[$0.column.key] != nil }) {
            throw TableError(
                .invalidQuery,
                "The page has a field “\(filter.column.key)” of its own. Give the column another key, or the filter none."
            )
        }
        let bytes = GridOutput.bytes { output in
            writeForm(for: table, with: filters, to: &output, in: words)
            writeApplied(on: table, with: filters, to: &output, in: words.page.controls)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    // MARK: The form

    private func writeForm(
        for table: TableInfo, with filters: [ColumnFilter], to output: inout GridOutput,
        in tableWords: TableWords
    ) {
        let words = tableWords.page.controls
        output.append(literal: "<form class=\"tools\" role=\"search\" autocomplete=\"off\"")
        output.writeAttribute("id", formID)
        output.writeAttribute("action", address)
        // Enter in a field presses the first button of the form, which must not be a title.
        output.append(literal: ">\n<button class=\"quiet\" tabindex=\"-1\"")
        output.writeAttribute("aria-label", words.search)
        output.append(literal: "></button>")
        let people = table.columns.shown(to: .people)
        let sortable = people.filter { $0.isSortable && !$0.title.isEmpty }
        var controls = Set(filters.map(\.column.key) + ["q"])
        if people.count > 1 { controls.insert("columns") }
        if !sortable.isEmpty { controls.insert("sort") }
        writeKeptFields(without: controls, to: &output)
        output.append(literal: "\n<input type=\"search\" name=\"q\"")
        output.writeAttribute("aria-label", words.search)
        output.writeAttribute("placeholder", words.search)
        output.writeAttribute("value", query.search)
        output.append(literal: ">\n")
        if !sortable.isEmpty { writeSorter(for: sortable, of: table, to: &output, words) }
        if !filters.isEmpty {
            writeMenu("filters", title: words.filter, count: applied.count, to: &output, in: words) {
                output in
                for filter in filters { writeFilter(filter, to: &output, in: tableWords) }
            }
        }
        if people.count > 1 {
            let count = query.columns?.count ?? 0
            writeMenu("columns", title: words.columns, count: count, to: &output, in: words) {
                writeChoices(of: people, to: &$0)
            }
        }
        output.append(literal: "<span hidden=\"\"")
        output.writeAttribute("id", "\(formID)-sorts")
        output.append(literal: ">")
        output.writeHTML(words.sorts)
        output.append(literal: "</span>\n</form>\n")
    }

    /// Writes a check box for each column that people see, the visible ones first. Other visible columns are kept.
    private func writeChoices(of columns: [GridColumn], to output: inout GridOutput) {
        let keys = columns.map(\.key)
        let chosen = query.columns ?? keys
        for key in chosen + keys.filter({ !chosen.contains($0) }) where !key.isEmpty {
            guard let column = columns.first(where: { $0.key == key }) else {
                output.writeHiddenField("columns", TableQuery.escapedValue(key))
                continue
            }
            output.append(literal: "<label class=\"choice\">")
            output.writeCheckBox("columns", TableQuery.escapedValue(key), isChecked: chosen.contains(key))
            output.writeHTML(column.title)
            output.append(literal: "</label>\n")
        }
    }

    /// Writes a list of orders, for narrow screens, on which the stylesheet hides the titles. On all screens, it has the present order.
    /// The title that is pressed comes later in the tree, so its order precedes this one.
    ///
    /// - Parameters:
    ///   - columns: The columns that a person can sort by.
    ///   - table: The table without its query.
    private func writeSorter(
        for columns: [GridColumn], of table: TableInfo, to output: inout GridOutput, _ words: ControlWords
    ) {
        func text(_ sort: TableQuery.Sort) -> String {
            let title = table.columns.first { $0.key == sort.column }?.title ?? sort.column
            return "\(title) \(sort.isDescending ? words.descending : words.ascending)"
        }
        var choices: [[TableQuery.Sort]] = [[]]
        for column in columns { choices += [[.ascending(column.key)], [.descending(column.key)]] }
        // An order by several columns stays until a person chooses another one.
        if !choices.contains(query.sorts) { choices.append(query.sorts) }
        output.append(literal: "<span class=\"sorter\"><select name=\"sort\"")
        output.writeAttribute("aria-label", words.sort)
        output.append(literal: ">")
        for sorts in choices {
            var sorted = query
            sorted.sorts = sorts
            output.append(literal: "<option")
            output.writeAttribute("value", fields(of: sorted).first { $0.name == "sort" }?.value ?? "")
            output.append(literal: sorts == query.sorts ? " selected=\"\">" : ">")
            let text = sorts.isEmpty ? words.unsorted : sorts.map(text).joined(separator: ", ")
            // An option has only text, without line breaks.
            output.writeHTML(text.split(whereSeparator: \.isNewline).joined(separator: " "))
            output.append(literal: "</option>")
        }
        output.append(literal: "</select>")
        writeApply(to: &output, words)
        output.append(literal: "</span>\n")
    }

    /// Writes the button that sends the form. With the script, the stylesheet hides the button.
    private func writeApply(to output: inout GridOutput, _ words: ControlWords) {
        output.append(literal: "<button class=\"apply\">")
        output.writeHTML(words.apply)
        output.append(literal: "</button>")
    }

    /// Writes what the form keeps: the page's own fields, the page with its list, and what no control has.
    ///
    /// - Parameter controls: The names of the fields that have a control.
    private func writeKeptFields(without controls: Set<String>, to output: inout GridOutput) {
        // The program tells the fields of a form from those of an address.
        output.writeHiddenField("form", formID)
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) { output.writeHiddenField(name, value) }
        for (name, value) in fields(of: query) where !controls.contains(name) {
            output.writeHiddenField(name, value)
        }
    }

    private func writeMenu(
        _ name: StaticString, title: String, count: Int, to output: inout GridOutput, in words: ControlWords,
        _ content: (inout GridOutput) -> Void
    ) {
        output.append(literal: "<details class=\"menu ")
        output.append(literal: name)
        output.append(literal: "\" name=\"menu\"><summary>")
        output.writeHTML(title)
        if count > 0 { output.write(" <span class=\"badge\">\(count)</span>") }
        output.append(literal: "</summary><div class=\"panel\">\n")
        content(&output)
        writeApply(to: &output, words)
        output.append(literal: "</div></details>\n")
    }

    /// Writes the control of a filter. Conditions that the control can't express are texts, as the address has them.
    private func writeFilter(
        _ filter: ColumnFilter, to output: inout GridOutput, in tableWords: TableWords
    ) {
        let words = tableWords.page.controls
        let key = filter.column.key
        let conditions = query.filters.filter { $0.column == key }
        output.append(literal: "<fieldset><legend>")
        output.writeHTML(filter.column.title)
        output.append(literal: "</legend>\n")
        defer { output.append(literal: "</fieldset>\n") }
        func writeField(_ name: String, label: String, value: String, kind: StaticString) {
            output.append(literal: "<label>")
            output.writeHTML(label)
            output.append(literal: " <input ")
            output.append(literal: kind)
            output.writeAttribute("name", name)
            output.writeAttribute("value", value)
            output.append(literal: "></label>\n")
        }
        func writeChoice(_ value: String, shown: String, count: Int? = nil, isChecked: Bool = true) {
            output.append(literal: "<label class=\"choice\">")
            output.writeCheckBox(key, TableQuery.escapedValue(value), isChecked: isChecked)
            output.writeHTML(shown)
            if let count {
                output.append(literal: " <span>")
                output.writeHTML(tableWords.number(count))
                output.append(literal: "</span>")
            }
            output.append(literal: "</label>\n")
        }
        switch filter.kind {
        case .choice(let choices):
            guard let values = conditions.values else { break }
            let known = Set(choices.map { Array($0.value.utf8) })
            let checked = Set(values.map { Array($0.utf8) })
            let others = values.filter { !known.contains(Array($0.utf8)) }
            // Otherwise, an address could make a page of any length.
            guard others.count <= Self.mostOthers else { break }
            for choice in choices {
                let isChecked = checked.contains(Array(choice.value.utf8))
                writeChoice(choice.value, shown: choice.shown, count: choice.count, isChecked: isChecked)
            }
            for value in others { writeChoice(value, shown: value) }
            return
        case .numbers, .dates:
            guard let (from, to) = conditions.range else { break }
            for (end, label, value) in [("from", words.from, from), ("to", words.to, to)] {
                // A browser removes the text of a month from a field for a day.
                let isDay = value.isEmpty || value.utf8.count == 10
                let kind: StaticString =
                    if case .numbers = filter.kind { "inputmode=\"decimal\"" } else {
                        isDay ? "type=\"date\"" : "type=\"text\""
                    }
                writeField("\(key).\(end)", label: label, value: value, kind: kind)
            }
            return
        case .text:
            guard let text = conditions.part else { break }
            return writeField("\(key).has", label: words.contains, value: text, kind: "type=\"text\"")
        }
        for field in fields(of: query) where field.name == key {
            writeField(key, label: filter.column.title, value: field.value, kind: "type=\"text\"")
        }
    }

    /// The values of a choice that no row has are shown up to this number.
    private static let mostOthers = 50

    // MARK: Applied filters and orders

    /// A condition, or the two ends of a range.
    private struct Applied {
        let filters: Range<Int>
        let column: String
        var condition: TableQuery.Condition
        let isNegated: Bool
        var end: String?
    }

    private var applied: [Applied] {
        var applied: [Applied] = []
        var index = 0
        while index < query.filters.count {
            let start = index
            index += 1
            switch query.filters[start] {
            case .column(let key, let condition):
                var end: String?
                if case .from = condition, index < query.filters.count,
                    case .column(key, .through(let value)) = query.filters[index]
                {
                    end = value
                    index += 1
                }
                applied.append(
                    Applied(
                        filters: start..<index, column: key, condition: condition, isNegated: false, end: end)
                )
            case .not(.column(let key, let condition)):
                applied.append(
                    Applied(filters: start..<index, column: key, condition: condition, isNegated: true))
            case .not, .any: break
            }
        }
        return applied
    }

    private func writeApplied(
        on table: TableInfo, with filters: [ColumnFilter], to output: inout GridOutput, in words: ControlWords
    ) {
        guard !query.filters.isEmpty || !query.sorts.isEmpty else { return }
        func title(of key: String) -> String { table.columns.first { $0.key == key }?.title ?? key }
        output.append(literal: "<ul class=\"applied\"")
        output.writeAttribute("aria-label", words.applied)
        output.append(literal: ">\n")
        func write(_ title: String, _ text: String, removing change: (inout TableQuery) -> Void) {
            output.append(literal: "<li><a")
            output.writeAttribute("href", address(of: change))
            output.writeAttribute("aria-label", words.remove("\(title) \(text)"))
            output.append(literal: ">")
            output.writeHTML(title)
            output.append(literal: " <b>")
            output.writeHTML(text)
            output.append(literal: "</b></a></li>\n")
        }
        for var item in applied {
            if case .isOneOf(let values) = item.condition {
                item.condition = .isOneOf(values.map { shown($0, inColumn: item.column, by: filters) })
            }
            write(title(of: item.column), words.condition(item.condition, item.isNegated, item.end)) {
                $0.filters.removeSubrange(item.filters)
            }
        }
        for (index, sort) in query.sorts.enumerated() {
            write(title(of: sort.column), sort.isDescending ? words.descending : words.ascending) {
                $0.sorts.remove(at: index)
            }
        }
        output.append(literal: "</ul>\n")
    }

    private func shown(_ value: String, inColumn key: String, by filters: [ColumnFilter]) -> String {
        for filter in filters where filter.column.key == key {
            if case .choice(let choices) = filter.kind {
                return choices.first { $0.value == value }?.shown ?? value
            }
        }
        return value
    }
}

extension TableQuery.Filter {
    /// The column of a single condition.
    fileprivate var column: String? {
        switch self {
        case .column(let key, _), .not(.column(let key, _)): key
        case .not, .any: nil
        }
    }

    fileprivate var condition: TableQuery.Condition? {
        if case .column(_, let condition) = self { condition } else { nil }
    }
}

extension [TableQuery.Filter] {
    /// The values of a choice; `nil` for other conditions.
    fileprivate var values: [String]? {
        if isEmpty { return [] }
        if count == 1, case .isOneOf(let values) = self[0].condition { return values }
        return nil
    }

    /// The ends of a range; `nil` for other conditions.
    fileprivate var range: (from: String, to: String)? {
        var ends = (from: "", to: "")
        for filter in self {
            switch filter.condition {
            case .from(let value) where ends.from.isEmpty: ends.from = value
            case .through(let value) where ends.to.isEmpty: ends.to = value
            default: return nil
            }
        }
        return ends
    }

    /// The part of a text; `nil` for other conditions.
    fileprivate var part: String? {
        if isEmpty { return "" }
        if count == 1, case .contains(let text) = self[0].condition { return text }
        return nil
    }
}

extension GridOutput {
    fileprivate mutating func writeCheckBox(_ name: String, _ value: String, isChecked: Bool) {
        append(literal: "<input type=\"checkbox\"")
        writeAttribute("name", name)
        writeAttribute("value", value)
        append(literal: isChecked ? " checked=\"\">" : ">")
    }
}
