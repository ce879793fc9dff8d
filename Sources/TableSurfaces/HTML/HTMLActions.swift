public import TableAgent

#if canImport(FoundationEssentials)
    import class FoundationEssentials.JSONEncoder
#else
    import class Foundation.JSONEncoder
#endif

/// Buttons for the actions of rows, each in a form that is sent to the program and works without a script.
///
/// ```swift
/// HTMLFormat(actions: HTMLActions(address: "/events", fields: ["token": session.token]))
/// ```
///
/// The rows are those whose item is an `EventItem`. Each row gets a last cell with its trailing, leading, and menu
/// actions, each once. A form sends the fields `row`, the key of the row, `event`, the name of the event, and `payload`,
/// what the event carries as JSON, if it can be encoded; so a payload that is `Encodable` is visible to the client. The
/// program performs the action that its own row offers, and need not trust what was sent:
///
/// ```swift
/// let form: [String: String] = …
/// guard let (position, action) = HTMLActions.action(
///     row: form["row"], event: form["event"], payload: form["payload"], in: agent.tableInfo)
/// else { return .conflict }
/// try agent.panel.source(.row(.at(position))).perform(action)
/// ```
public struct HTMLActions: Hashable, Sendable {
    /// The address that the forms are sent to, by `POST`; the program's own, which is not checked.
    public var address: String

    /// Hidden fields that each form has besides, by name, such as a token of the session.
    ///
    /// The names `row`, `event`, and `payload` are taken.
    public var fields: [String: String] {
        didSet { check() }
    }

    /// The title of the column; when it is empty, only assistive technologies are told that these are "Actions".
    public var title: String

    /// Creates buttons with the options that the properties describe.
    public init(address: String, fields: [String: String] = [:], title: String = "") {
        self.address = address
        self.fields = fields
        self.title = title
        check()
    }

    private func check() {
        for name in ["row", "event", "payload"] {
            precondition(
                fields[name] == nil, "A form of an action has a field \(name) of its own; name it otherwise.")
        }
    }
}

extension HTMLActions {
    /// Writes the cell above the others.
    func writeTitle(_ output: inout GridOutput) {
        output.append(literal: "<th scope=\"col\"")
        if title.isEmpty {
            output.append(literal: " aria-label=\"Actions\">")
        } else {
            output.append(literal: " dir=\"auto\">")
            output.writeHTML(title)
        }
        output.append(literal: "</th>")
    }

    /// Finds the action that a form was sent for, if its row is still visible and offers it.
    ///
    /// - Parameters:
    ///   - key: The field `row`.
    ///   - event: The field `event`.
    ///   - payload: The field `payload`; `nil` if there was none.
    ///   - table: The table as it is now.
    /// - Returns: The position of the row and its action, with the payload that it has now; `nil` if there is none. Of
    ///   actions that send one event, and whose payloads can't be told apart by their JSON, it is the first.
    /// - Complexity: O(sections + rows of the section).
    public static func action(
        row key: String?, event: String?, payload: String?, in table: TableInfo
    ) -> (position: RowPosition, action: RowAction)? {
        guard let key, let position = HTMLFormat.position(ofRowWithKey: key, in: table),
            let row = table.row(at: position)
        else { return nil }
        let found = offered(by: row).first { $0.action.name.text == event && $0.payload == payload }
        return found.map { (position, $0.action) }
    }

    /// The actions of a row, each once, with their payloads as JSON.
    private static func offered(by row: Row) -> [(action: RowAction, payload: String?)] {
        var known: Set<[String?]> = []
        return [RowActionPlace.trailing, .leading, .menu].flatMap(row.actions)
            .map { ($0, json($0.payload)) }
            .filter { known.insert([$0.0.title, $0.0.name.text, $0.1]).inserted }
    }

    /// Writes the cell of a row with a key.
    func write(_ row: Row, key: String, _ output: inout GridOutput) {
        output.append(literal: "<td class=\"actions\">")
        for (action, payload) in Self.offered(by: row) {
            writeForm(action, payload: payload, key: key, &output)
        }
        output.append(literal: "</td>")
    }

    private func writeForm(_ action: RowAction, payload: String?, key: String, _ output: inout GridOutput) {
        output.append(literal: "<form method=\"post\" action=\"")
        output.writeHTML(address, lineBreak: "")
        output.append(literal: "\">")
        writeField("row", key, &output)
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) { writeField(name, value, &output) }
        if let payload { writeField("payload", payload, &output) }
        output.append(literal: "<button name=\"event\" value=\"")
        output.writeHTML(action.name.text, lineBreak: Self.lineBreak)
        output.append(
            literal: action.isDestructive ? "\" class=\"destructive\" dir=\"auto\">" : "\" dir=\"auto\">")
        output.writeHTML(action.title)
        output.append(literal: "</button></form>")
    }

    private func writeField(_ name: String, _ value: String, _ output: inout GridOutput) {
        output.append(literal: "<input type=\"hidden\" name=\"")
        output.writeHTML(name, lineBreak: Self.lineBreak)
        output.append(literal: "\" value=\"")
        output.writeHTML(value, lineBreak: Self.lineBreak)
        output.append(literal: "\">")
    }

    /// A line break in an attribute.
    private static let lineBreak = "&#10;"

    /// Returns what an event carries as JSON; `nil` for nothing, and for what can't be encoded.
    private static func json(_ payload: Any) -> String? {
        guard let payload = payload as? any Encodable else { return nil }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        guard let encoded = try? encoder.encode(payload) else { return nil }
        var json = ""
        for scalar in String(decoding: encoded, as: UTF8.self).unicodeScalars {
            // What HTML does not allow; it stands in a string of JSON.
            if 0x7F...0x9F ~= scalar.value || scalar.properties.isNoncharacterCodePoint {
                for unit in scalar.utf16 {
                    let digits = String(unit, radix: 16)
                    json += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            } else {
                json.unicodeScalars.append(scalar)
            }
        }
        return json
    }
}
