public import TableAgent
import TableSurfaces

/// A form that a viewer has sent from a page, with a valid token.
public struct LiveForm: Sendable {
    /// The fields of the form.
    public let fields: [String: String]

    /// The key of the form, whose fingerprint is stored in the transaction of the change.
    public let idempotencyKey: IdempotencyKey

    /// The request, for example to find out who asks.
    public let request: LiveRequest

    /// The parts of the field `action`, or `nil` if the field names no row.
    fileprivate let action: HTMLActions.Request?

    init(_ fields: [String: String], idempotencyKey: IdempotencyKey, request: LiveRequest) {
        self.fields = fields
        self.idempotencyKey = idempotencyKey
        self.request = request
        action = HTMLActions.Request(fields["action"])
    }

    /// The name of the event that the form requests, or `nil` if the form names no row.
    public var eventName: String? { action?.event }

    /// Whether the form is about the rows that a viewer has checked, for ``LiveContainer/receiveMany(_:in:)``.
    public var isOfMany: Bool { action == nil && fields["row"] != nil }

    /// The key of the row whose button the viewer has pressed.
    var rowKey: String? { action?.key }

    /// A row that a viewer has checked.
    struct CheckedRow {
        /// The value of the check box.
        let value: String
        let key: String
        /// The hash of what the viewer has confirmed, or `nil` in a form that was not confirmed.
        let confirmed: String?

        /// The text of the id.
        var id: String { HTMLFormat.unescaped(key.drop { $0 != "/" }.dropFirst().utf8) }
    }

    /// The rows that a viewer has checked, with different keys.
    var rows: [CheckedRow] {
        var keys = Set<String>()
        return HTMLActions.rows(of: fields).compactMap { text in
            var (value, confirmed): (Substring, String?) = (text[...], nil)
            if fields["confirmed"] != nil {
                let end = text.lastIndex(of: " ") ?? text.endIndex
                value = text[..<end]
                confirmed = String(text[end...].dropFirst())
            }
            let key = HTMLActions.key(inCheckValue: value)
            guard keys.insert(key).inserted else { return nil }
            return CheckedRow(value: String(value), key: key, confirmed: confirmed)
        }
    }

    /// Returns the ids of the rows that a viewer has checked, even if the rows no longer exist.
    ///
    /// - Returns: The ids of the type; other rows are left out.
    public func rowIDs<ID: LosslessStringConvertible & Hashable & Sendable>(as type: ID.Type) -> [ID] {
        rows.compactMap { HTMLFormat.rowID(inKey: $0.key, as: type) }
    }

    /// Returns the id of the row that the form names, even if the row no longer exists.
    ///
    /// ```swift
    /// let order = form.rowID(as: Int.self)        // 4711 for the action refund/paid/4711/1200
    /// ```
    ///
    /// - Returns: The id, or `nil` if the form names no row with an id of the type.
    public func rowID<ID: LosslessStringConvertible & Hashable & Sendable>(as type: ID.Type) -> ID? {
        action.flatMap { HTMLFormat.rowID(inKey: $0.key, as: type) }
    }
}

extension LiveContainer {
    /// Sends the event that a form of a ``LiveService`` requests; see ``receive(fields:)``.
    @discardableResult
    public func receive(_ form: LiveForm) throws -> AgentEvent {
        try receive(form.action, fields: form.fields)
    }
}
