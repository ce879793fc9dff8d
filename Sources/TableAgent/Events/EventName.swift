/// The name of an event, which your code declares with the type of the event's payload.
///
/// ```swift
/// extension EventName<Order> {
///     static var pay: Self { Self("pay") }
/// }
/// ```
///
/// Two names are equal if they have the same text and payload type, wherever they are declared. In markup and forms, an
/// event is only its text, so the events of one row need different texts.
public struct EventName<Payload>: Hashable, Sendable {
    /// The text of the name.
    public let text: String

    /// Declares a name.
    ///
    /// - Parameter text: The text of the name.
    public init(_ text: String) {
        self.text = text
    }
}

/// The name of an event without the type of its payload, for a `switch` over events of several types.
///
/// ```swift
/// func didReceive(_ event: CellEvent) {
///     switch event.name {
///     case .pay: charge(event.payload(of: .pay), for: event.rowID)
///     case .select: open(event.rowID)
///     default: break
///     }
/// }
/// ```
public struct AnyEventName: Hashable, Sendable, CustomStringConvertible {
    /// The text of the name.
    public let text: String

    /// The type of the payload.
    private let payload: ObjectIdentifier

    /// Erases the payload type of a name.
    package init<Payload>(_ name: EventName<Payload>) {
        text = name.text
        payload = ObjectIdentifier(Payload.self)
    }

    /// The text of the name.
    public var description: String { text }

    /// Returns whether a name has the same text and payload type, for the cases of a `switch`.
    public static func ~= <Payload>(pattern: EventName<Payload>, name: AnyEventName) -> Bool {
        name == AnyEventName(pattern)
    }
}

extension EventName<Void> {
    /// A row was selected.
    public static var select: Self { Self("select") }

    /// A row was deselected.
    public static var deselect: Self { Self("deselect") }

    /// The user opened a row, on surfaces where this differs from a selection. The event follows ``select``.
    public static var primaryAction: Self { Self("primaryAction") }

    /// The user touched a row, and may select it.
    public static var highlight: Self { Self("highlight") }

    /// The user no longer touches a row.
    public static var unhighlight: Self { Self("unhighlight") }

    /// A row, head, or foot becomes visible.
    public static var willDisplay: Self { Self("willDisplay") }

    /// A row, head, or foot is no longer visible. Its data and its section are those that were visible, even if the row
    /// was removed or moved.
    public static var didEndDisplay: Self { Self("didEndDisplay") }

    /// The user begins to edit a row, for example with a swipe.
    public static var beginEditing: Self { Self("beginEditing") }

    /// The user no longer edits a row.
    public static var endEditing: Self { Self("endEditing") }

    /// A batch removed a row or a section. The event carries the removed data, and no position.
    ///
    /// A removed row sends the event. For a removed section, the head sends it once, for all of its rows. A
    /// reload of the whole surface does not send this event.
    public static var removed: Self { Self("removed") }

    /// The rows of a section became visible; its head sends the event.
    public static var expand: Self { Self("expand") }

    /// The rows of a section were hidden; its head sends the event.
    public static var collapse: Self { Self("collapse") }
}

extension EventName<String> {
    /// A supplementary view of a row becomes visible; the event carries the view's kind.
    public static var willDisplaySupplement: Self { Self("willDisplaySupplement") }

    /// A supplementary view of a row is no longer visible; the event carries the view's kind, and the data and the
    /// section that were visible.
    public static var didEndDisplaySupplement: Self { Self("didEndDisplaySupplement") }
}

extension EventName<any Error> {
    /// A waiting table could not be shown. The table sends the event with the error.
    ///
    /// The call that submitted the waiting table has already returned.
    public static var updateFailed: Self { Self("updateFailed") }
}
