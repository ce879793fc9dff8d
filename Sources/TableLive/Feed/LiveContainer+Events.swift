public import TableAgent
import TableSurfaces

#if canImport(FoundationEssentials)
    import struct FoundationEssentials.Data
    import class FoundationEssentials.JSONDecoder
#else
    import struct Foundation.Data
    import class Foundation.JSONDecoder
#endif

extension LiveContainer {
    /// Accepts an event that viewers may send from any visible row, in addition to the actions that rows
    /// offer.
    ///
    /// - Parameter name: The name of the event. The payload is decoded from JSON.
    public func accept<Payload: Decodable>(_ name: EventName<Payload>) {
        accepted[name.text] = { source, payload in
            let decoded = try JSONDecoder().decode(Payload.self, from: Data((payload ?? "null").utf8))
            return source.send(name, decoded)
        }
    }

    /// Accepts an event without a payload, which viewers may send from any visible row.
    public func accept(_ name: EventName<Void>) {
        accepted[name.text] = { source, _ in source.send(name, ()) }
    }

    /// Sends an event that a viewer requests: an action that a visible row, head, or foot offers now, or an accepted event of
    /// a row.
    ///
    /// The listeners receive the event before the method returns, as if a person had touched the row. Listeners are
    /// optional, because the caller can also handle the returned event:
    ///
    /// ```swift
    /// let event = try container.receive(fields: form)
    /// if event.isNamed(.pay), let order = event.data(as: Order.self) { try await store.pay(order) }
    /// ```
    ///
    /// - Parameter fields: The fields of the form. `action` is the name of the event, the key of the row, and the payload
    ///   as JSON, such as `refund/paid/4711/1200`. The key of a head is `paid/%head`. `confirmed` is the question that the
    ///   person has answered. The texts of inputs have names such as `input.cents`. Other fields are ignored.
    /// - Returns: The event of the row, head, or foot as it was when the event was sent. The event of an action has the
    ///   payload of the row's own action, not the payload that the viewer sent.
    /// - Throws: `HTMLQuestion` if the action needs an answer, and the viewer has not sent a valid one; respond with its
    ///   form. `TableError` if there is no such event. The code is `rowNotVisible` if no visible row, head, or foot
    ///   has the key, for example because the row was removed. The code is `eventNotOffered` if the row does
    ///   not offer the event now, and `payloadInvalid` if the payload of an accepted event can't be decoded. The
    ///   code is `notAttached` if no agent is attached to the container. After an error, the table is unchanged.
    @discardableResult
    public func receive(fields: [String: String]) throws -> AgentEvent {
        try receive(HTMLActions.Request(fields["action"]), fields: fields)
    }

    /// Sends the event that a parsed form requests.
    ///
    /// - Parameter request: The parts of the field `action`, or `nil` if the field names no row.
    func receive(_ request: HTMLActions.Request?, fields: [String: String]) throws -> AgentEvent {
        guard let panel else {
            throw TableError(
                .notAttached, "\(surfaceName) is attached to no agent, so that it takes no events.")
        }
        guard let request, let line = HTMLFormat.line(withKey: request.key, in: panel.tableInfo) else {
            throw Self.rowNotVisible
        }
        let source = try panel.source(line.sender)
        let position = source.position
        let actions = format.actions ?? HTMLActions(address: "")
        let sent: AgentEvent?
        if let (action, inputs) = try actions.action(
            request, of: line.row, fields: fields, words: format.words)
        {
            sent = try source.send(action, inputs: inputs)
        } else if let send = accepted[request.event], position != nil {
            do {
                sent = try send(source, request.payload)
            } catch is DecodingError {
                throw TableError(
                    .payloadInvalid, TableWords.english.refusals.payloadInvalid, position: position)
            }
        } else {
            throw TableError(
                .eventNotOffered, TableWords.english.refusals.eventNotOffered, position: position)
        }
        guard let sent else { throw Self.rowNotVisible }
        return sent
    }

    private static var rowNotVisible: TableError {
        TableError(.rowNotVisible, TableWords.english.refusals.rowNotVisible)
    }
}

extension TableError.Code {
    /// No visible row has the key that a viewer sent.
    public static let rowNotVisible = Self(rawValue: "rowNotVisible")

    /// A row does not offer the event that a viewer sent.
    public static let eventNotOffered = Self(rawValue: "eventNotOffered")

    /// The payload that a viewer sent can't be decoded.
    public static let payloadInvalid = Self(rawValue: "payloadInvalid")
}
