package import TableAgent

/// Cells that a person can edit: the actions of `EventItem.edits(for:)`.
///
/// The button in a cell sends the field `action` with the value that the person has seen, such as
/// `setCity/open/4711/{"city":"Basel"}`. If the value is another one when the answer arrives, the question says so, with what
/// the person has typed.
extension HTMLActions {
    /// An action that edits a cell of a row.
    package struct Edit {
        package let action: RowAction
        /// The key of the column.
        let column: String
        /// The present value, as JSON.
        let payload: String
    }

    /// Returns the enabled actions that edit cells of a row. A value with a line break has none, because a browser would join its
    /// lines.
    package static func edits(of row: Row) -> [Edit] {
        row.edits.compactMap { action in
            guard action.isEnabled, let column = action.column,
                action.inputs.first?.initialText.contains(where: \.isNewline) != true,
                let payload = encodedPayload([column: action.inputs.first?.initialText ?? ""])
            else { return nil }
            return Edit(action: action, column: column, payload: payload)
        }
    }

    /// Returns the action that edits a cell, if a request names one.
    ///
    /// - Throws: The question for the new value, or ``HTMLQuestion`` with a problem if the value has changed in the meantime.
    func edit(
        _ request: Request, of row: Row, fields: [String: String], words: TableWords
    ) throws(HTMLQuestion) -> (action: RowAction, inputs: [String: String])? {
        let edit = Self.edits(of: row).first { edit in
            guard let column = Self.encodedPayload(edit.column) else { return false }
            return edit.action.name.text == request.event
                && request.payload?.hasPrefix("{\(column):") == true
        }
        guard let edit, let input = edit.action.inputs.first else { return nil }
        let text = fields["input.\(input.name)"]
        let isSame = edit.payload == request.payload
        let title = words.page.edit(edit.action.title, Self.label(of: row))
        let invalid = edit.action.invalidInput(in: [input.name: text ?? ""])
        if isSame, invalid == nil, let text, fields["confirmed"] == title {
            return (edit.action, [input.name: text])
        }
        let problem: String? =
            switch (text, isSame) {
            case (nil, _): nil
            case (_, false): words.page.edited(edit.action.title, input.initialText)
            case (_, true):
                invalid?.requirement(in: words) ?? fields["confirmed"].map { _ in words.page.changed }
            }
        throw HTMLQuestion(
            title, problem: problem, field: "input.\(input.name)",
            hidden: [("action", Self.requestText(of: edit, key: request.key))], inputs: edit.action.inputs,
            fields: fields,
            buttons: [
                HTMLQuestion.Button(
                    name: "confirmed", value: title, title: words.page.save, isDestructive: false)
            ], actions: self, words: words)
    }

    /// Returns the value of the field `action` of an edit.
    static func requestText(of edit: Edit, key: String) -> String {
        "\(HTMLFormat.text(of: AnyID(edit.action.name.text)))/\(key)/\(edit.payload)"
    }

    /// Writes the button that edits a cell.
    ///
    /// - Parameter label: The text of the row's header.
    func write(
        _ edit: Edit, key: String, label: String, to output: inout GridOutput, in words: PageWords
    ) {
        output.append(literal: "<button class=\"edit\" form=\"")
        output.writeHTMLValue(formID)
        output.append(literal: "\" name=\"action\" value=\"")
        output.writeHTMLValue(Self.requestText(of: edit, key: key))
        output.append(literal: "\"")
        output.writeAttribute("aria-label", words.edit(edit.action.title, label))
        output.append(literal: "></button>")
    }

    /// Returns the address of the page with the details of a row.
    package func detailsAddress(ofRowWithKey key: String) -> String {
        page + (page.utf8.contains(UInt8(ascii: "?")) ? "&" : "?")
            + HTMLControls.encoded([(Self.detailsField, key)])
    }

    /// The field of the address of a page that has the key of the row whose details are open.
    package static let detailsField = "details"
}
