import TableAgent

/// The form in which a person confirms an action and fills in its inputs; see ``HTMLActions/request(_:in:words:)``.
///
/// The program shows the form on a page of its own, or a script shows it above the table. The form sends the field
/// `action` again, together with a field for each input, such as `input.cents`, and with the question as `confirmed`. A
/// question that has changed in the meantime, such as its amount, is asked again.
///
/// ```swift
/// do {
///     try perform(actions.request(form, in: agent.tableInfo))
/// } catch let question as HTMLQuestion {
///     return HTMLPage("Orders").markup(around: question.form)
/// }
/// ```
public struct HTMLQuestion: Error, Hashable, Sendable {
    /// The question, such as "Refund €12.00?": the confirmation of the action, or else its label or its title.
    public let title: String

    /// The reason why the last answer was not valid, or `nil` for a first question.
    public let problem: String?

    /// The name of the first field that is missing or not valid: an input, such as `input.cents`, or else `confirmed`.
    package let field: String

    /// The markup of the form.
    public let form: String

    /// Creates the question that an action needs, or returns `nil` if it needs none or has a valid answer.
    init?(
        _ action: RowAction, fields: [String: String], inputs: [String: String], actions: HTMLActions,
        words: TableWords
    ) {
        guard action.needsAnswer else { return nil }
        let title = action.confirmation ?? action.accessibilityLabel ?? action.title
        let invalid = action.invalidInput(in: inputs)
        let confirmed = fields["confirmed"]
        if confirmed == title, invalid == nil { return nil }
        self.init(
            // The first request has no answer yet, unless a program has sent inputs with it.
            title,
            problem: confirmed == nil && !fields.keys.contains { $0.hasPrefix("input.") }
                ? nil : invalid?.requirement(in: words) ?? confirmed.map { _ in words.page.changed },
            field: invalid.map { "input.\($0.name)" } ?? "confirmed",
            hidden: [("action", fields["action"] ?? "")], inputs: action.inputs, fields: fields,
            buttons: [
                Button(
                    name: "confirmed", value: title, title: action.title, isDestructive: action.isDestructive)
            ], actions: actions, words: words)
    }

    /// A button that answers a question.
    struct Button {
        let name: StaticString
        let value, title: String
        let isDestructive: Bool
    }

    /// Creates a question.
    ///
    /// - Parameters:
    ///   - title: The question.
    ///   - problem: The reason why the last answer was not valid, or `nil`.
    ///   - field: The name of the first field that is missing or not valid.
    ///   - hidden: Hidden fields besides those of the actions.
    ///   - rows: The names of the rows, if the question is about several rows.
    ///   - inputs: The inputs to fill in.
    ///   - fields: The fields of the form that was sent, with the texts of the inputs.
    ///   - buttons: The answers.
    init(
        _ title: String, problem: String?, field: String, hidden: [(name: String, value: String)],
        rows: [String] = [], inputs: [ActionInput], fields: [String: String], buttons: [Button],
        actions: HTMLActions, words: TableWords
    ) {
        self.title = title
        self.problem = problem
        self.field = field
        let bytes = GridOutput.bytes { output in
            output.append(literal: "<form class=\"question\"")
            actions.writeTarget(&output)
            for (name, value) in hidden { output.writeHiddenField(name, value) }
            output.append(literal: "\n<h2 dir=\"auto\">")
            output.writeHTML(title)
            output.append(literal: "</h2>\n")
            if let problem {
                output.append(literal: "<p role=\"alert\" dir=\"auto\">")
                output.writeHTML(problem)
                output.append(literal: "</p>\n")
            }
            if !rows.isEmpty { output.append(literal: "<ul>\n") }
            for row in rows {
                output.append(literal: "<li dir=\"auto\">")
                output.writeHTML(row)
                output.append(literal: "</li>\n")
            }
            if !rows.isEmpty { output.append(literal: "</ul>\n") }
            for input in inputs { output.writeInput(input, fields["input.\(input.name)"]) }
            output.append(literal: "<p>")
            for button in buttons {
                output.append(literal: "<button name=\"")
                output.append(literal: button.name)
                output.append(literal: "\"")
                output.writeAttribute("value", button.value)
                if button.isDestructive { output.append(literal: " class=\"destructive\"") }
                output.append(literal: " dir=\"auto\">")
                output.writeHTML(button.title)
                output.append(literal: "</button> ")
            }
            // Without inputs, the first focus would be on the button, and a second press of a key would confirm.
            output.append(literal: "<a")
            output.writeAttribute("href", actions.page)
            output.append(literal: inputs.isEmpty ? " autofocus>" : ">")
            output.writeHTML(words.page.back)
            output.append(literal: "</a></p>\n</form>\n")
        }
        form = String(decoding: bytes, as: UTF8.self)
    }
}

extension GridOutput {
    /// Writes an input with its label.
    fileprivate mutating func writeInput(_ input: ActionInput, _ text: String?) {
        let (name, text) = ("input.\(input.name)", text ?? input.initialText)
        append(literal: "<label dir=\"auto\">")
        writeHTML(input.label)
        append(literal: " <")
        switch input.kind {
        case .amount(let range, let scale):
            append(literal: "input type=\"number\"")
            writeAttribute("name", name)
            writeAttribute("min", DecimalText.text(of: range.lowerBound, scale: scale))
            writeAttribute("max", DecimalText.text(of: range.upperBound, scale: scale))
            writeAttribute("step", DecimalText.text(of: 1, scale: scale))
            writeAttribute("value", text)
            append(literal: " required>")
        case .text(let isRequired, let length):
            append(literal: "input")
            writeAttribute("name", name)
            writeAttribute("maxlength", "\(length)")
            writeAttribute("value", text)
            append(literal: isRequired ? " required>" : ">")
        case .choice(let titles):
            append(literal: "select")
            writeAttribute("name", name)
            if titles.contains(text) {
                append(literal: ">")
            } else {
                // Otherwise, a browser would choose the first title.
                append(literal: " required><option value=\"\" disabled selected>")
                writeHTML(text)
                append(literal: "</option>")
            }
            for title in titles {
                append(literal: "<option")
                writeAttribute("value", title)
                append(literal: title == text ? " selected>" : ">")
                writeHTML(title)
                append(literal: "</option>")
            }
            append(literal: "</select>")
        }
        append(literal: "</label>\n")
    }
}
