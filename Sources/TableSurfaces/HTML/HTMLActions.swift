public import TableAgent

#if canImport(FoundationEssentials)
    import class FoundationEssentials.JSONEncoder
#else
    import class Foundation.JSONEncoder
#endif

/// Buttons for the actions of rows, heads, and feet, which work without a script.
///
/// ```swift
/// HTMLFormat(actions: HTMLActions(address: "/events", fields: ["token": session.token]))
/// ```
///
/// Rows, heads, and feet whose item is an `EventItem` have buttons. The buttons are in an additional last cell: one for each
/// trailing, leading and menu action. So the head of a section can offer to add a row, and the foot of the table can offer an
/// action of the whole table. All buttons belong to one form, which is in the title cell of their column.
///
/// A button sends the field `action`, such as `pay/open/4711`, `refund/paid/4711/1200`, or `add/open/%head`: the name of the
/// event, the key of the row, and the payload as JSON. A payload that can't be encoded is left out, and any other payload is
/// visible to the client. The program performs the action that the current row offers, so the program does not need to trust
/// the field:
///
/// ```swift
/// let form: [String: String] = …
/// guard let request = try actions.request(form, in: agent.tableInfo) else { return .conflict }
/// try agent.panel.source(request.sender).perform(request.action, inputs: request.inputs)
/// ```
///
/// If the action needs an answer, `request(_:in:words:)` throws an ``HTMLQuestion``. Respond with a page around its form.
public struct HTMLActions: Hashable, Sendable {
    /// The address that receives the forms by `POST`. The address is not checked.
    public var address: String

    /// Additional hidden fields of the form, by name, such as the token of a session.
    ///
    /// The names `action`, `attempt`, `confirmed`, and `row`, and names with the prefix `input.`, are reserved.
    public var fields: [String: String] {
        didSet { check() }
    }

    /// The address of the page with the table, to which an ``HTMLQuestion`` leads back.
    public var page: String

    /// The title of the column. If this is empty, only assistive technologies present the title
    /// ``PageWords/actions``.
    public var title: String

    /// The id of the form. Two tables on a page need different ids.
    public var formID: String

    /// Whether rows have check boxes, so that a person can choose an action for several rows; see `RowAction.allowsMany`.
    ///
    /// The form of the check boxes is below the table.
    public var allowsMany: Bool

    /// Whether the first cell of a row with details links to them: to the address of the page with the field `details`, which has
    /// the key of the row. A `LiveService` of `TableLive` answers this address.
    public var opensDetails = false

    /// Creates buttons with the options that its properties describe.
    public init(
        address: String, fields: [String: String] = [:], page: String = "/", title: String = "",
        formID: String = "actions", allowsMany: Bool = false
    ) {
        self.address = address
        self.allowsMany = allowsMany
        self.page = page
        self.fields = fields
        self.title = title
        self.formID = formID
        check()
    }

    private func check() {
        for name in fields.keys
        where name.hasPrefix("input.") || ["action", "attempt", "confirmed", "row"].contains(name) {
            preconditionFailure("The form of the actions has a field \(name) of its own; name it otherwise.")
        }
    }
}

extension HTMLActions {
    /// Returns the action that a form requests, if its row is still visible and still offers the action.
    ///
    /// If the action is disabled, `EventSource.perform(_:inputs:)` throws an error.
    ///
    /// - Parameters:
    ///   - fields: The fields of the form. Other fields than `action`, `confirmed`, and inputs are ignored.
    ///   - table: The current table.
    ///   - words: The words of a question.
    /// - Returns: The row, head, or foot, its action with the current payload, and the valid inputs by name; `nil` if no
    ///   action matches.
    /// - Throws: ``HTMLQuestion`` if the action needs an answer, and the fields have no valid one.
    /// - Complexity: O(sections + rows of the section).
    public func request(
        _ fields: [String: String], in table: TableInfo, words: TableWords = .english
    ) throws(HTMLQuestion) -> (sender: EventSender, action: RowAction, inputs: [String: String])? {
        guard let request = Request(fields["action"]),
            let line = HTMLFormat.line(withKey: request.key, in: table),
            let (action, inputs) = try action(request, of: line.row, fields: fields, words: words)
        else { return nil }
        return (line.sender, action, inputs)
    }

    /// Returns the action that a request names, if a row offers the action.
    ///
    /// - Parameters:
    ///   - request: The parts of the form's field `action`.
    ///   - row: The row, head, or foot with the key of the request.
    ///   - fields: The fields of the form.
    ///   - words: The words of a question.
    /// - Returns: The action with the current payload, and the valid inputs by name; `nil` if the row does not offer it.
    /// - Throws: ``HTMLQuestion`` if the action needs an answer, and the fields have no valid one.
    package func action(
        _ request: Request, of row: Row, fields: [String: String], words: TableWords
    ) throws(HTMLQuestion) -> (action: RowAction, inputs: [String: String])? {
        let offer = Self.offered(by: row)
            .first { $0.action.name.text == request.event && $0.payload == request.payload }
        guard let action = offer?.action else {
            return try edit(request, of: row, fields: fields, words: words)
        }
        let inputs = Dictionary(
            uniqueKeysWithValues: action.inputs.map { ($0.name, fields["input.\($0.name)"] ?? "") })
        // A disabled action is not performed, so nothing is asked.
        if action.isEnabled,
            let question = HTMLQuestion(
                action, fields: fields, inputs: inputs, actions: self, words: words)
        {
            throw question
        }
        return (action, inputs)
    }

    /// The parts of the field `action`, which may be any text.
    ///
    /// ```swift
    /// let request = HTMLActions.Request("refund/paid/4711/1200")
    /// ```
    package struct Request: Hashable, Sendable {
        /// The name of the event.
        package let event: String

        /// The key of the row, head, or foot; see ``HTMLFormat/line(withKey:in:)``.
        package let key: String

        /// The payload as JSON, or `nil` without a payload.
        package let payload: String?

        /// Splits a text, or returns `nil` if the text contains no key of a row.
        package init?(_ text: String?) {
            guard let text else { return nil }
            let parts = text.utf8.split(
                separator: UInt8(ascii: "/"), maxSplits: 3, omittingEmptySubsequences: false)
            guard parts.count > 2 else { return nil }
            event = HTMLFormat.unescaped(parts[0])
            key = "\(Substring(parts[1]))/\(Substring(parts[2]))"
            payload = parts.count > 3 ? String(Substring(parts[3])) : nil
        }
    }

    /// Returns the actions of a row without repetitions, with their payloads as JSON.
    ///
    /// Of several actions with the same event and payload, such as two that ask for inputs, only the first one has this
    /// payload. The others have their titles instead.
    package static func offered(by row: Row) -> [(action: RowAction, payload: String?)] {
        var known: Set<[String?]> = []
        var requests: Set<[String?]> = []
        return [RowAction.Placement.trailing, .leading, .menu].flatMap(row.actions)
            .map { ($0, encodedPayload($0.payload)) }
            .filter { known.insert([$0.0.title, $0.0.name.text, $0.1]).inserted }
            .map { action, payload in
                let isFirst = requests.insert([action.name.text, payload]).inserted
                return (action, isFirst ? payload : encodedPayload(action.title))
            }
    }

    /// Returns the payload of an event as JSON, or `nil` without a payload or if it can't be encoded.
    static func encodedPayload(_ payload: Any?) -> String? {
        guard let payload = payload as? any Encodable else { return nil }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        guard let encoded = try? encoder.encode(payload) else { return nil }
        var json = ""
        for scalar in String(decoding: encoded, as: UTF8.self).unicodeScalars {
            // HTML does not allow these characters, but a JSON string can escape them.
            if 0x7F...0x9F ~= scalar.value || scalar.properties.isNoncharacterCodePoint {
                for unit in scalar.utf16 {
                    json += "\\u" + String(0x1_0000 + Int(unit), radix: 16).dropFirst()
                }
            } else {
                json.unicodeScalars.append(scalar)
            }
        }
        return json
    }
}

// MARK: Markup

extension HTMLActions {
    /// The form of all buttons, for a page whose table has no title cells. It shows nothing.
    public var form: String {
        String(decoding: GridOutput.bytes(writeForm), as: UTF8.self)
    }

    /// Writes the title cell of the column, with the form of all buttons.
    func writeTitle(_ output: inout GridOutput, _ words: PageWords) {
        output.append(literal: "<th scope=\"col\"")
        if title.isEmpty {
            output.writeAttribute("aria-label", words.actions)
            output.append(literal: ">")
        } else {
            output.append(literal: " dir=\"auto\">")
            output.writeHTML(title)
        }
        writeForm(&output)
        output.append(literal: "</th>")
    }

    private func writeForm(_ output: inout GridOutput) {
        output.append(literal: "<form")
        output.writeAttribute("id", formID)
        writeTarget(&output)
        output.append(literal: "</form>")
    }

    /// Writes the cell with the offered actions of a row, head, or foot.
    ///
    /// - Parameter label: The text of the row's header.
    func write(
        _ offered: [(action: RowAction, payload: String?)], key: String, label: String,
        _ output: inout GridOutput
    ) {
        output.append(literal: "<td class=\"actions\">")
        for (action, payload) in offered {
            output.append(literal: "<button form=\"")
            output.writeHTMLValue(formID)
            output.append(literal: "\" name=\"action\" value=\"")
            output.writeHTMLValue(HTMLFormat.text(of: AnyID(action.name.text)))
            output.append(literal: "/")
            output.writeHTMLValue(key)
            if let payload {
                output.append(literal: "/")
                output.writeHTMLValue(payload)
            }
            if let label = action.accessibilityLabel ?? (label.isEmpty ? nil : "\(action.title), \(label)") {
                output.append(literal: "\" aria-label=\"")
                output.writeHTMLValue(label)
            }
            output.append(literal: action.isDestructive ? "\" class=\"destructive\"" : "\"")
            if allowsMany, action.allowsMany, action.isEnabled { output.append(literal: " data-many=\"\"") }
            output.append(literal: action.isEnabled ? " dir=\"auto\">" : " dir=\"auto\" disabled=\"\">")
            output.writeHTML(action.title)
            output.append(literal: "</button>")
        }
        output.append(literal: "</td>")
    }

    /// Writes the rest of the start tag of a form, and the hidden fields.
    func writeTarget(_ output: inout GridOutput) {
        output.append(literal: " method=\"post\" action=\"")
        output.writeHTMLValue(address)
        output.append(literal: "\">")
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) { output.writeHiddenField(name, value) }
    }
}

extension GridOutput {
    /// Writes a hidden field.
    mutating func writeHiddenField(_ name: String, _ value: String) {
        append(literal: "<input type=\"hidden\"")
        writeAttribute("name", name)
        writeAttribute("value", value)
        append(literal: ">")
    }

    /// Writes an attribute, after a space.
    mutating func writeAttribute(_ name: StaticString, _ value: String) {
        append(literal: " ")
        append(literal: name)
        append(literal: "=\"")
        writeHTMLValue(value)
        append(literal: "\"")
    }
}
