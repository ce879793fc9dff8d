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
        title = action.confirmation ?? action.accessibilityLabel ?? action.title
        let invalid = action.invalidInput(in: inputs)
        field = invalid.map { "input.\($0.name)" } ?? "confirmed"
        if let confirmed = fields["confirmed"] {
            guard confirmed != title || invalid != nil else { return nil }
            problem = invalid?.requirement(in: words) ?? words.page.changed
        } else {
            problem = nil
        }
        let bytes = GridOutput.bytes { [title, problem] output in
            output.append(literal: "<form class=\"question\"")
            actions.writeTarget(&output)
            output.writeHiddenField("action", fields["action"] ?? "")
            output.append(literal: "\n<h2 dir=\"auto\">")
            output.writeHTML(title)
            output.append(literal: "</h2>\n")
            if let problem {
                output.append(literal: "<p role=\"alert\" dir=\"auto\">")
                output.writeHTML(problem)
                output.append(literal: "</p>\n")
            }
            for input in action.inputs { output.writeInput(input, fields["input.\(input.name)"]) }
            output.append(literal: "<p><button name=\"confirmed\"")
            output.writeAttribute("value", title)
            if action.isDestructive { output.append(literal: " class=\"destructive\"") }
            output.append(literal: " dir=\"auto\">")
            output.writeHTML(action.title)
            // Without inputs, the first focus would be on the button, and a second press of a key would confirm.
            output.append(literal: "</button> <a")
            output.writeAttribute("href", actions.page)
            output.append(literal: action.inputs.isEmpty ? " autofocus>" : ">")
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
            append(literal: ">")
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
