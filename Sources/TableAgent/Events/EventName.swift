/// The name of an event, declared by the business with the type of what the event carries.
///
/// ```swift
/// extension EventName<Order> {
///     static var pay: Self { Self("pay") }
/// }
/// ```
///
/// Two names are equal when text, payload type, declaring file, and routine are, so that two tables can use one
/// word for events of their own.
public struct EventName<Payload>: Hashable, Sendable {
    /// The name in text.
    public let text: String

    let isRoutine: Bool
    private let file: String

    /// Declares a name.
    ///
    /// - Parameters:
    ///   - text: The name in text.
    ///   - isRoutine: Whether such events are sent routinely, such as whenever a row is shown, so that none is
    ///     reported as unheard.
    ///   - file: The file that declares the name; leave it out.
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

    /// A row is touched, before it is known whether it will be selected.
    public static var highlight: Self { Self("highlight", isRoutine: true) }

    /// A row is no longer touched.
    public static var unhighlight: Self { Self("unhighlight", isRoutine: true) }

    /// A row, head, or foot becomes visible.
    public static var willDisplay: Self { Self("willDisplay", isRoutine: true) }

    /// A row, head, or foot is no longer visible; its data is that which was shown, also when it was removed.
    public static var didEndDisplay: Self { Self("didEndDisplay", isRoutine: true) }

    /// A person begins to edit a row, for example by a swipe.
    public static var beginEditing: Self { Self("beginEditing", isRoutine: true) }

    /// A row is no longer edited.
    public static var endEditing: Self { Self("endEditing", isRoutine: true) }

    /// A row or a section was removed by a batch; the event carries the data that it had, and no position.
    ///
    /// The row sends it, or the head of a removed section on behalf of its rows. A reload of the whole surface
    /// sends none.
    public static var removed: Self { Self("removed", isRoutine: true) }

    /// The rows of a section became visible; its head sends the event.
    public static var expand: Self { Self("expand", isRoutine: true) }

    /// The rows of a section were hidden; its head sends the event.
    public static var collapse: Self { Self("collapse", isRoutine: true) }
}

extension EventName<any Error> {
    /// A table that waited for another one could not be shown; the table sends the event, with the error.
    ///
    /// The call that brought the table has returned by then.
    public static var updateFailed: Self { Self("updateFailed") }
}
