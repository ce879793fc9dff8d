public import TableAgent

/// The form in which a person confirms an action and fills in its inputs.
///
/// The program shows the form on a page of its own, or a script shows it above the table. The form sends the field
/// `action` again, together with `confirmed` and a field for each input, such as `input.cents`.
///
/// ```swift
/// let question = HTMLQuestion(action, request: form["action"] ?? "", actions: actions)
/// return HTMLPage("Orders").markup(around: question.form)
/// ```
public struct HTMLQuestion: Error, Hashable, Sendable {
    /// The question, such as "Refund €12.00?": the confirmation of the action, or else its title.
    public let title: String

    /// The reason why the last answer was not valid, or `nil`.
    public let problem: String?

    /// The markup of the form.
    public let form: String

    /// Creates the form of an action.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - request: The field `action` of the button.
    ///   - actions: The address and the fields of the form.
    ///   - problem: The reason why the last answer was not valid, or `nil` for a first question.
    ///   - answer: The fields of the last answer, whose inputs are kept.
    public init(
        _ action: RowAction, request: String, actions: HTMLActions, problem: String? = nil,
        answer: [String: String] = [:]
    ) {
        title = action.confirmation ?? action.accessibilityLabel ?? action.title
        self.problem = problem
        let bytes = GridOutput.bytes { [title] output in
            output.append(literal: "<form class=\"question\"")
            actions.writeTarget(&output)
            output.writeField("action", request)
            output.append(literal: "\n<h2 dir=\"auto\">")
            output.writeHTML(title)
            output.append(literal: "</h2>\n")
            if let problem {
                output.append(literal: "<p role=\"alert\" dir=\"auto\">")
                output.writeHTML(problem)
                output.append(literal: "</p>\n")
            }
            for input in action.inputs { output.writeInput(input, answer["input.\(input.name)"]) }
            output.append(literal: "<p><button name=\"confirmed\" value=\"yes\"")
            if action.isDestructive { output.append(literal: " class=\"destructive\"") }
            output.append(literal: " dir=\"auto\">")
            output.writeHTML(action.title)
            output.append(literal: "</button>")
            if let page = actions.page {
                output.append(literal: " <a")
                output.writeAttribute("href", page)
                output.append(literal: ">Cancel</a>")
            }
            output.append(literal: "</p>\n</form>\n")
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
