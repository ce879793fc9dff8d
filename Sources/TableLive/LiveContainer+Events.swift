import Foundation
public import TableAgent
import TableSurfaces

extension LiveContainer {
    /// Takes an event that viewers may send from any visible row, besides the actions that rows offer.
    ///
    /// - Parameter name: The name; what the event carries is decoded from JSON.
    public func accept<Payload: Decodable>(_ name: EventName<Payload>) {
        accepted[name.text] = { source, payload in
            let decoded = try JSONDecoder().decode(Payload.self, from: Data((payload ?? "null").utf8))
            source.post(name, decoded)
        }
    }

    /// Takes an event that carries nothing; see the other method of this name.
    public func accept(_ name: EventName<Void>) {
        accepted[name.text] = { source, _ in source.post(name) }
    }

    /// Sends what a viewer has sent: an action that a visible row offers now, or an event that the program accepts.
    ///
    /// It is delivered as if the row had been touched, so delegate and listeners have heard it when the method returns.
    /// The payload of an action is the one that the row has here.
    ///
    /// - Parameters:
    ///   - key: The key of the row: the field `row` of a form.
    ///   - event: The name of the event: the field `event`.
    ///   - payload: What the event carries as JSON: the field `payload`, or `nil` for none.
    /// - Throws: `TableError` with the code `rowNotVisible` for a key that no visible row has, which may have
    ///   gone since it was sent; `eventNotOffered` for an event that the row does not offer now; or `payloadInvalid`. The
    ///   table is unchanged then.
    public func receive(row key: String?, event: String?, payload: String?) throws {
        guard let panel else {
            throw TableError(
                .notAttached, "\(surfaceName) is attached to no agent, so that it takes no events.")
        }
        guard let key, let position = HTMLFormat.position(ofRowWithKey: key, in: panel.tableInfo) else {
            throw TableError(.rowNotVisible, "The row is not there any more; look at the table as it is now.")
        }
        let source = try panel.source(.row(.at(position)))
        if let (_, action) = HTMLActions.action(row: key, event: event, payload: payload, in: panel.tableInfo)
        {
            return source.perform(action)
        }
        guard let post = event.flatMap({ accepted[$0] }) else {
            throw TableError(
                .eventNotOffered,
                "The row at \(position) does not offer that now; look at the table as it is now.",
                position: position)
        }
        do {
            try post(source, payload)
        } catch is DecodingError {
            throw TableError(
                .payloadInvalid,
                "The event carries something else than it should; send the JSON that it asks for.",
                position: position)
        }
    }
}

extension TableError.Code {
    /// No visible row has the key that a viewer sent.
    public static let rowNotVisible = Self(rawValue: "rowNotVisible")

    /// A row does not offer the event that a viewer sent.
    public static let eventNotOffered = Self(rawValue: "eventNotOffered")

    /// What a viewer sent can't be decoded as what the event carries.
    public static let payloadInvalid = Self(rawValue: "payloadInvalid")
}
