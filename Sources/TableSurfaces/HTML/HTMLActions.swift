import TableAgent

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
/// what the event carries as JSON, if it is `Encodable`. The program finds the row and performs its own action, so that
/// it need not trust what was sent:
///
/// ```swift
/// guard let position = HTMLFormat.position(ofRowWithKey: form["row"], in: agent.tableInfo),
///     let row = agent.tableInfo.row(at: position),
///     let action = RowActionPlace.allCases.flatMap(row.actions).first(where: { $0.name == form["event"] })
/// else { return .conflict }
/// try panel.source(.row(.at(position))).perform(action)
/// ```
///
/// Actions of a row that send one event with different payloads are told apart by the field `payload`.
public struct HTMLActions: Hashable, Sendable {
    /// The address that the forms are sent to, by `POST`.
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

    /// Writes the cell of a row with a key.
    func write(_ row: Row, key: String, _ output: inout GridOutput) throws {
        output.append(literal: "<td class=\"actions\">")
        var written: [(action: RowAction, payload: String?)] = []
        for place in [RowActionPlace.trailing, .leading, .menu] {
            for action in row.actions(place) {
                let payload = try Self.json(action.payload)
                let isWritten = written.contains {
                    $0.action.title == action.title && $0.action.name == action.name && $0.payload == payload
                }
                guard !isWritten else { continue }
                written.append((action, payload))
                writeForm(action, payload: payload, key: key, &output)
            }
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
        output.writeHTML(action.name, lineBreak: Self.lineBreak)
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
    private static func json(_ payload: Any) throws -> String? {
        guard let payload = payload as? any Encodable else { return nil }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        var json = ""
        for scalar in String(decoding: try encoder.encode(payload), as: UTF8.self).unicodeScalars {
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
