public import TableAgent
import TableSurfaces

extension LiveContainer {
    /// Sends the events that a form requests of the rows that a viewer has checked; see `RowAction.allowsMany`. The form may
    /// also be that of a button in one row.
    ///
    /// ```swift
    /// var (events, outcome) = try container.receiveMany(form)
    /// for order in events.compactMap({ $0.data(as: Order.self) }) {
    ///     do { try ship(order) } catch let error as OrderError { outcome.refuse(order.id, because: error.refusal) }
    /// }
    /// ```
    ///
    /// The listeners receive the events before the method returns; those of `Agent.on(_:ofMany:perform:)` receive all at once.
    ///
    /// - Parameters:
    ///   - form: The form. If ``LiveForm/isOfMany`` is `false`, the event is that of ``receive(_:)``.
    ///   - others: A table with the rows of other pages, which a business with a database reads by ``LiveForm/rowIDs(as:)``. By
    ///     default, this is the table without its query.
    /// - Returns: The events of the rows that offer the action now, in the order of the form, with the data and the payloads that
    ///   the rows have now. The outcome has the reasons of the other rows. A row is refused if it is not there, if it does not
    ///   offer the action, if its payload or its question has changed since the viewer saw it, or if it asks for other inputs than
    ///   the first row.
    /// - Throws: `HTMLQuestion` if the viewer has not confirmed the action; the question names all rows. ``LiveRefusal`` for a form
    ///   without rows, or with more than 1,000 rows. `TableError` with the code `notAttached` if no agent is attached. For a button
    ///   in one row, the errors of ``receive(_:)``.
    /// - Complexity: O(rows of the tables).
    public func receiveMany(
        _ form: LiveForm, in others: TableInfo? = nil
    ) throws -> (events: [AgentEvent], outcome: LiveOutcome) {
        if let key = form.rowKey { return ([try receive(form)], LiveOutcome(of: [key], words: format.words)) }
        guard let panel else {
            throw TableError(
                .notAttached, "\(surfaceName) is attached to no agent, so that it takes no events.")
        }
        let rows = form.rows
        guard !rows.isEmpty else { throw LiveRefusal(422, "noRows") { $0.refusals.noRows } }
        guard rows.count <= HTMLActions.mostRows else {
            throw LiveRefusal(422, "tooManyRows") { $0.refusals.tooManyRows }
        }
        let actions = format.actions ?? HTMLActions(address: "")
        let lines = Self.lines(of: rows, in: [panel.tableInfo, others ?? panel.wholeTable])
        let event = HTMLFormat.unescaped((form.fields["action"] ?? "")[...].utf8)
        guard !event.isEmpty else {
            throw Self.question(about: lines, form: form, actions: actions, words: format.words)
        }
        var outcome = LiveOutcome(of: rows.map(\.key), words: format.words)
        var chosen: [(source: EventSource, action: RowAction)] = []
        /// The action of the first row, for all of them.
        var first: RowAction?
        var question: [(value: String, label: String)] = []
        for (row, line) in zip(rows, lines) {
            guard let line else {
                outcome.refuse(rowWithKey: row.key, named: row.id, because: .rowNotVisible)
                continue
            }
            let action = line.offered.first { $0.action.name.text == event }?.action
            let label = action.map { Self.label(of: $0, line.row) } ?? ""
            // The person has confirmed this label.
            let isSame =
                line.value == row.value && (row.confirmed == nil || row.confirmed == Self.hash(label))
            guard let action, isSame, let shared = (first ?? action).shared(with: action) else {
                outcome.refuse(
                    rowWithKey: row.key, named: HTMLActions.label(of: line.row),
                    because: action == nil || isSame ? .eventNotOffered : .rowChanged)
                continue
            }
            first = shared
            chosen.append((try panel.source(line.sender, in: line.table), action))
            question.append(("\(row.value) \(Self.hash(label))", label))
        }
        guard let first else { return ([], outcome) }
        let inputs = Dictionary(
            uniqueKeysWithValues: first.inputs.map { ($0.name, form.fields["input.\($0.name)"] ?? "") })
        // A row that can't be chosen now is not chosen later: it has no label to confirm.
        let refused = rows.filter { outcome.refusals[$0.key] != nil }.map { $0.value + " -" }
        if let question = actions.question(
            first, on: question, others: refused, fields: form.fields, inputs: inputs,
            words: format.words)
        {
            throw question
        }
        return (try EventSource.send(chosen, inputs: inputs), outcome)
    }

    /// Returns what an action does to a row, as a person confirms it.
    private static func label(of action: RowAction, _ row: Row) -> String {
        action.confirmation ?? action.accessibilityLabel ?? "\(action.title), \(HTMLActions.label(of: row))"
    }

    private static func hash(_ label: String) -> String {
        String(StableHash.hash(Array(label.utf8)[...]), radix: 36)
    }

    /// A checked row that is in a table.
    private struct Line {
        let table: TableInfo
        let sender: EventSender
        let row: Row
        let offered: [(action: RowAction, payload: String?)]
        /// The value of the row's check box now.
        let value: String?
    }

    /// Returns the lines of checked rows: those of the first table that has the row.
    private static func lines(of rows: [LiveForm.CheckedRow], in tables: [TableInfo]) -> [Line?] {
        var missing: [Substring: Set<String>] = [:]
        for row in rows { missing[row.key.prefix { $0 != "/" }, default: []].insert(row.key) }
        var found: [String: Line] = [:]
        for table in tables where found.count < rows.count {
            for (index, section) in table.sections.enumerated() {
                let sectionKey = HTMLFormat.key(ofSection: section.id)
                guard var wanted = missing[sectionKey[...]] else { continue }
                for (position, row) in section.rows.enumerated() where !wanted.isEmpty {
                    let key = HTMLFormat.key(ofRow: row.id, inSectionWithKey: sectionKey)
                    guard wanted.remove(key) != nil else { continue }
                    let offered = HTMLActions.forMany(HTMLActions.offered(by: row))
                    found[key] = Line(
                        table: table, sender: .row(.at(RowPosition(section: index, row: position))), row: row,
                        offered: offered, value: HTMLActions.checkValue(of: offered, key: key))
                }
                missing[sectionKey[...]] = wanted.isEmpty ? nil : wanted
            }
        }
        return rows.map { found[$0.key] }
    }

    /// Returns the question what to do with checked rows, or a refusal if they offer nothing.
    private static func question(
        about lines: [Line?], form: LiveForm, actions: HTMLActions, words: TableWords
    ) -> any Error {
        var offered: [(action: RowAction, count: Int)] = []
        for (action, _) in lines.compactMap({ $0?.offered }).joined() {
            if let index = offered.firstIndex(where: { $0.action.name.text == action.name.text }) {
                offered[index].count += 1
            } else {
                offered.append((action, 1))
            }
        }
        guard !offered.isEmpty else { return LiveRefusal.eventNotOffered }
        return actions.question(
            about: offered, on: lines.compactMap { $0.map { HTMLActions.label(of: $0.row) } },
            fields: form.fields, words: words)
    }
}

extension LiveRefusal {
    static let eventNotOffered = LiveRefusal(409, "eventNotOffered") {
        $0.refusals.eventNotOffered
    }

    fileprivate static let rowChanged = LiveRefusal(409, "rowChanged") { $0.page.changed }
}
