/// The name of an event, which your code declares with the type of the event's payload.
///
/// ```swift
/// extension EventName<Order> {
///     static var pay: Self { Self("pay") }
/// }
/// ```
///
/// Two names are equal if they have the same text, payload type, declaring file, and routine flag. Two tables
/// can therefore use the same word for different events.
public struct EventName<Payload>: Hashable, Sendable {
    /// The text of the name.
    public let text: String

    let isRoutine: Bool
    private let file: String

    /// Declares a name.
    ///
    /// - Parameters:
    ///   - text: The text of the name.
    ///   - isRoutine: Whether the event is sent routinely, such as whenever a row is shown. Routine events
    ///     without a listener are not reported.
    ///   - file: The file that declares the name. Omit this argument.
    public init(_ text: String, isRoutine: Bool = false, file: String = #fileID) {
        self.text = text
        self.isRoutine = isRoutine
        self.file = file
    }
}

extension EventName<Void> {
    /// A row was selected.
    public static var select: Self { Self("select") }

    /// A row was deselected.
    public static var deselect: Self { Self("deselect", isRoutine: true) }

    /// The user touched a row, and may select it.
    public static var highlight: Self { Self("highlight", isRoutine: true) }

    /// The user no longer touches a row.
    public static var unhighlight: Self { Self("unhighlight", isRoutine: true) }

    /// A row, head, or foot becomes visible.
    public static var willDisplay: Self { Self("willDisplay", isRoutine: true) }

    /// A row, head, or foot is no longer visible. Its data is the data that was visible, even if the row was
    /// removed.
    public static var didEndDisplay: Self { Self("didEndDisplay", isRoutine: true) }

    /// The user begins to edit a row, for example with a swipe.
    public static var beginEditing: Self { Self("beginEditing", isRoutine: true) }

    /// The user no longer edits a row.
    public static var endEditing: Self { Self("endEditing", isRoutine: true) }

    /// A batch removed a row or a section. The event carries the removed data, and no position.
    ///
    /// A removed row sends the event. For a removed section, the head sends it once, for all of its rows. A
    /// reload of the whole surface does not send this event.
    public static var removed: Self { Self("removed", isRoutine: true) }

    /// The rows of a section became visible; its head sends the event.
    public static var expand: Self { Self("expand", isRoutine: true) }

    /// The rows of a section were hidden; its head sends the event.
    public static var collapse: Self { Self("collapse", isRoutine: true) }
}

extension EventName<any Error> {
    /// A waiting table could not be shown. The table sends the event with the error.
    ///
    /// The call that submitted the waiting table has already returned.
    public static var updateFailed: Self { Self("updateFailed") }
}
