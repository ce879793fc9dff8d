public import TableAgent

/// An effect of a key on something other than the state. The owner of a ``BrowserState`` performs effects after
/// ``BrowserState/handle(_:)`` has returned, because listeners may change the table.
@_spi(Internals) public enum BrowserEffect {
    /// Selects a row: ask the delegate, and send the event.
    case select(EventSender)
    /// Posts an event of a row.
    case post(EventName<Void>, EventSender)
    /// Performs an action of a row with inputs, if the row still offers the action at the placement.
    case perform(RowAction, RowAction.Placement, inputs: [String: String], EventSender)
    /// Performs an action of several rows with the same inputs: those that still offer it. A row that is gone has no sender.
    case performMany([(RowAction, RowAction.Placement, EventSender?)], inputs: [String: String])
    /// Hides or shows the rows of sections.
    case setCollapsed([SectionReference], Bool)
    /// Performs a command of the program that shows the table.
    case program(BrowserKey)
    /// Answers a question of the program.
    case answer(String)
    /// Puts a text in UTF-8 on the clipboard.
    case copy([UInt8])
    /// Drops the keys that were typed before the screen showed a new question.
    case dropTypedKeys
    /// Works with ``BrowserState/advance(for:)`` until it returns effects.
    case work
    /// Draws the whole screen again.
    case repaint
    /// Suspends the program.
    case suspend
    /// Leaves the browser.
    case leave
}

/// The answer to a key: effects, and a message for the status line.
struct KeyAnswer {
    var effects: [BrowserEffect] = []
    /// The message, or `nil` to keep the present one.
    var message: String?
}

extension KeyAnswer: ExpressibleByArrayLiteral {
    init(arrayLiteral effects: BrowserEffect...) { self.effects = effects }
}
