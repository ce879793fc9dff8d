/// The name of an event, declared by the business with the type of what the event carries.
///
/// ```swift
/// extension EventName<Order> {
///     static var pay: Self { Self("pay") }
/// }
/// ```
///
/// Two names are the same when text, payload type and declaring file agree, so that the events of two
/// tables can't collide by using one word.
public struct EventName<Payload>: Hashable, Sendable {
    /// The name in text.
    public let text: String

    /// Whether such events come by themselves, as whenever a row is shown, so that nobody need listen.
    public let isRoutine: Bool

    let file: String

    /// Declares a name.
    ///
    /// - Parameters:
    ///   - text: The name in text.
    ///   - isRoutine: Whether such events come by themselves, so that none is reported as unheard.
    ///   - file: The file that declares the name; leave it out.
    public init(_ text: String, isRoutine: Bool = false, file: String = #fileID) {
        self.text = text
        self.isRoutine = isRoutine
        self.file = file
    }
}
