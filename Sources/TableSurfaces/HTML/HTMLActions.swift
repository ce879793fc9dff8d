public import TableAgent

#if canImport(FoundationEssentials)
    import class FoundationEssentials.JSONEncoder
#else
    import class Foundation.JSONEncoder
#endif

/// Buttons for the actions of rows. Each button is a form, which works without a script.
///
/// ```swift
/// HTMLFormat(actions: HTMLActions(address: "/events", fields: ["token": session.token]))
/// ```
///
/// Rows whose item is an `EventItem` have buttons. The buttons are in an additional last cell: one for each
/// trailing, leading and menu action. A form sends these fields: `row` is the key of the row, `event` is the
/// name of the event, and `payload` is the payload as JSON. A payload that can't be encoded has no field, and
/// any other payload is visible to the client. The program performs the action that the current row offers,
/// so the program does not need to trust the payload:
///
/// ```swift
/// let form: [String: String] = …
/// guard let (position, action) = HTMLActions.action(
///     row: form["row"], event: form["event"], payload: form["payload"], in: agent.tableInfo)
/// else { return .conflict }
/// try agent.panel.source(.row(.at(position))).perform(action)
/// ```
public struct HTMLActions: Hashable, Sendable {
    /// The address that receives the forms by `POST`. The address is not checked.
    public var address: String

    /// Additional hidden fields of each form, by name, such as the token of a session.
    ///
    /// The names `row`, `event`, and `payload` are reserved.
    public var fields: [String: String] {
        didSet { check() }
    }

    /// The title of the column. If this is empty, only assistive technologies present the title "Actions".
    public var title: String

    /// Creates buttons with the options that its properties describe.
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
    /// Writes the title cell of the column.
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

    /// Returns the action that a form requests, if its row is still visible and still offers the action.
    ///
    /// - Parameters:
    ///   - key: The field `row`.
    ///   - event: The field `event`.
    ///   - payload: The field `payload`, or `nil` without this field.
    ///   - table: The current table.
    /// - Returns: The position of the row, and its action with the current payload; `nil` if no action
    ///   matches. If several actions match by event and JSON payload, the first one is returned.
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

    /// Returns the actions of a row without repetitions, with their payloads as JSON.
    private static func offered(by row: Row) -> [(action: RowAction, payload: String?)] {
        var known: Set<[String?]> = []
        return [RowActionPlace.trailing, .leading, .menu].flatMap(row.actions)
            .map { ($0, json($0.payload)) }
            .filter { known.insert([$0.0.title, $0.0.name.text, $0.1]).inserted }
    }

    /// Writes the cell of a row.
    func write(_ row: Row, key: String, _ output: inout GridOutput) {
        output.append(literal: "<td class=\"actions\">")
        for (action, payload) in Self.offered(by: row) {
            writeForm(action, payload: payload, key: key, &output)
        }
        output.append(literal: "</td>")
    }

    private func writeForm(_ action: RowAction, payload: String?, key: String, _ output: inout GridOutput) {
        output.append(literal: "<form method=\"post\" action=\"")
        output.writeHTMLValue(address)
        output.append(literal: "\">")
        writeField("row", key, &output)
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) { writeField(name, value, &output) }
        if let payload { writeField("payload", payload, &output) }
        output.append(literal: "<button name=\"event\" value=\"")
        output.writeHTMLValue(action.name.text)
        output.append(
            literal: action.isDestructive ? "\" class=\"destructive\" dir=\"auto\">" : "\" dir=\"auto\">")
        output.writeHTML(action.title)
        output.append(literal: "</button></form>")
    }

    private func writeField(_ name: String, _ value: String, _ output: inout GridOutput) {
        output.append(literal: "<input type=\"hidden\" name=\"")
        output.writeHTMLValue(name)
        output.append(literal: "\" value=\"")
        output.writeHTMLValue(value)
        output.append(literal: "\">")
    }

    /// Returns the payload of an event as JSON, or `nil` without a payload or if it can't be encoded.
    private static func json(_ payload: Any) -> String? {
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
