package import TableAgent

/// Actions on several rows, which a person checks.
///
/// The check box of a row sends the field `row`: the key of the row, and the payloads of the actions that the row offers for
/// several rows. If a payload has changed in the meantime, the row is refused. The form below the table sends the fields of all
/// checked rows. Its field `action` is the name of an event; without it, the person is asked what to do.
extension HTMLActions {
    /// The most rows of a form.
    package static let mostRows = 1000

    /// The id of the form below the table.
    private var manyFormID: String { "\(formID)-many" }

    /// Returns those of a row's actions that it offers for several rows: one for each event.
    package static func forMany(
        _ offered: [(action: RowAction, payload: String?)]
    ) -> [(action: RowAction, payload: String?)] {
        var names = Set<String>()
        return offered.filter {
            $0.action.allowsMany && $0.action.isEnabled && names.insert($0.action.name.text).inserted
        }
    }

    /// Returns the value of a row's check box, or `nil` if the row offers nothing for several rows.
    package static func checkValue(
        of offered: [(action: RowAction, payload: String?)], key: String
    ) -> String? {
        offered.isEmpty ? nil : ([key] + offered.compactMap(\.payload)).joined(separator: "/")
    }

    /// Returns the key of the row in the value of a check box, which may be any text.
    package static func key(inCheckValue value: Substring) -> String {
        value.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false).prefix(2)
            .joined(separator: "/")
    }

    /// Returns the text that tells a row from others: its first cell, or else its id.
    package static func label(of row: Row) -> String {
        var line = GridLine()
        guard row.fill(&line), let cell = line.cells.first else { return "\(row.id)" }
        let text = line.withShown(of: cell) { String(decoding: $0, as: UTF8.self) }
        return text.isEmpty ? "\(row.id)" : text
    }

    /// Returns the question before an action on several rows, or `nil` if the fields have a valid answer.
    ///
    /// - Parameters:
    ///   - action: The action of the first row, whose inputs are those of all rows.
    ///   - rows: What happens to which row, and the value of the row's field after the confirmation.
    ///   - others: The values of the fields of rows that do not offer the action now.
    ///   - fields: The fields of the form.
    ///   - inputs: The texts of the action's inputs, by name.
    ///   - words: The words of the question.
    package func question(
        _ action: RowAction, on rows: [(value: String, label: String)], others: [String],
        fields: [String: String], inputs: [String: String], words: TableWords
    ) -> HTMLQuestion? {
        let title = words.page.many(action.title, rows.count)
        let invalid = action.invalidInput(in: inputs)
        let isConfirmed = fields["confirmed"] != nil
        if isConfirmed, invalid == nil { return nil }
        let hidden = [("action", HTMLFormat.text(of: AnyID(action.name.text)))]
        return HTMLQuestion(
            title, problem: isConfirmed ? invalid?.requirement(in: words) : nil,
            field: invalid.map { "input.\($0.name)" } ?? "confirmed",
            hidden: hidden + (rows.map(\.value) + others).map { ("row", $0) }, rows: rows.map(\.label),
            inputs: action.inputs, fields: fields,
            buttons: [
                HTMLQuestion.Button(
                    name: "confirmed", value: "yes", title: "\(action.title) \(rows.count)",
                    isDestructive: action.isDestructive)
            ], actions: self, words: words)
    }

    /// Returns the question what to do with several rows.
    ///
    /// - Parameters:
    ///   - offered: The first action of each event, and the number of rows that offer it.
    ///   - labels: The rows.
    ///   - fields: The fields of the form.
    ///   - words: The words of the question.
    package func question(
        about offered: [(action: RowAction, count: Int)], on labels: [String], fields: [String: String],
        words: TableWords
    ) -> HTMLQuestion {
        HTMLQuestion(
            words.page.actOnChecked, problem: nil, field: "action",
            hidden: Self.rows(of: fields).map { ("row", $0) }, rows: labels, inputs: [], fields: fields,
            buttons: offered.map { action, count in
                HTMLQuestion.Button(
                    name: "action", value: HTMLFormat.text(of: AnyID(action.name.text)),
                    title: "\(action.title) \(count)",
                    isDestructive: action.isDestructive)
            }, actions: self, words: words)
    }

    /// Returns the values of the checked rows of a form, without repetitions.
    package static func rows(of fields: [String: String]) -> [String] {
        var known = Set<Substring>()
        return (fields["row"] ?? "").split(separator: "\n").filter { known.insert($0).inserted }.map(
            String.init)
    }

    // MARK: Markup

    /// Writes the title cell of the column of check boxes. Its check box checks all rows, by a script.
    func writeCheckTitle(_ output: inout GridOutput, _ words: PageWords) {
        output.append(literal: "<th scope=\"col\" class=\"check\"")
        output.writeAttribute("aria-label", words.checkBoxes)
        output.append(literal: "><input type=\"checkbox\" data-all=\"\"")
        output.writeAttribute("aria-label", words.checkAll)
        output.append(literal: "></th>")
    }

    /// Writes the cell with the check box of a row.
    func writeCheck(
        _ offered: [(action: RowAction, payload: String?)], key: String, label: String,
        _ output: inout GridOutput
    ) {
        output.append(literal: "<td class=\"check\">")
        if let value = Self.checkValue(of: offered, key: key) {
            output.append(literal: "<input type=\"checkbox\" name=\"row\" form=\"")
            output.writeHTMLValue(manyFormID)
            output.append(literal: "\" value=\"")
            output.writeHTMLValue(value)
            output.append(literal: "\" aria-label=\"")
            output.writeHTMLValue(label)
            output.append(literal: "\">")
        }
        output.append(literal: "</td>")
    }

    /// The form of all check boxes, or an empty text without check boxes. Put it below the table.
    package func manyForm(_ words: PageWords) -> String {
        guard allowsMany else { return "" }
        let bytes = GridOutput.bytes { output in
            output.append(literal: "<form class=\"many\" autocomplete=\"off\"")
            output.writeAttribute("id", manyFormID)
            output.writeAttribute("aria-label", words.checkBoxes)
            writeTarget(&output)
            output.writeHiddenField("row", "")
            output.append(literal: "<output></output> <button dir=\"auto\">")
            output.writeHTML(words.actOnChecked)
            output.append(literal: "</button> <button name=\"uncheck\" value=\"\" dir=\"auto\">")
            output.writeHTML(words.uncheck)
            output.append(literal: "</button></form>\n")
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
