/// An action that a row, head, or foot offers, for example in a swipe, in a context menu, or as a button on a page.
///
/// If the user chooses the action, the row sends its event.
///
/// ```swift
/// RowAction("Pay", .pay, order.total)
/// RowAction("Delete", .delete, isDestructive: true, confirmation: "Delete order \(order.id)?")
/// ```
///
/// An action can ask for inputs. The payload of its event then consists of the inputs:
///
/// ```swift
/// RowAction(
///     "Refund", .refund,
///     asking: .amount("cents", label: "Amount in €", in: 1...order.received, scale: 2))
/// ```
///
/// Further options are properties:
///
/// ```swift
/// var archive = RowAction("Archive", .archive, symbol: "archivebox")
/// archive.isEnabled = order.isPaid
/// archive.role = .positive
/// ```
public struct RowAction {
    /// A placement of actions on a surface.
    public enum Placement: Hashable, Sendable, CaseIterable {
        /// A swipe from the leading edge.
        case leading
        /// A swipe from the trailing edge.
        case trailing
        /// A context menu.
        case menu
    }

    /// The title.
    public let title: String

    /// The title for assistive technologies, such as "Pay order 4711", or `nil` if a surface derives it from the
    /// title and the row.
    package let accessibilityLabel: String?

    /// The name of a symbol or image beside the title, in the surface's format.
    public let symbol: String?

    /// A Boolean value that indicates whether the action removes something. A surface may show such an action
    /// in red.
    public let isDestructive: Bool

    /// A Boolean value that indicates whether the action can be performed now. The default is `true`.
    ///
    /// Menus and pages show a disabled action, but it can't be chosen. Swipes leave it out.
    public var isEnabled = true

    /// The meaning of the action, which a surface may show as a color. The default is ``GridRole/plain``.
    public var role = GridRole.plain

    /// A Boolean value that indicates whether a swipe over the whole row performs the action, if it is the first action of its
    /// placement and is enabled. The default is `true`.
    public var allowsFullSwipe = true

    /// The title of the submenu that contains the action, or `nil`. In a menu, neighboring actions with the same title are
    /// in one submenu. Surfaces without submenus show the actions one by one.
    public var submenu: String?

    /// The question that the user must answer before the event is sent, such as "Refund €12.00?", or `nil`.
    public let confirmation: String?

    /// A Boolean value that indicates whether a person can choose the action for several rows at once.
    ///
    /// Of several actions of a row with the same event, only the first one is offered for several rows.
    public let allowsMany: Bool

    /// The key of the column whose cell the action edits, or `nil`.
    public let column: String?

    /// The inputs that the user fills in before the event is sent.
    public private(set) var inputs: [ActionInput]

    /// The name of its event.
    package let name: AnyEventName

    /// The payload of its event; `()` without a payload, and `nil` if the payload consists of the inputs.
    package let payload: Any?

    private let makeMessage: ([String: String]) throws(InvalidInput) -> EventMessage

    /// A Boolean value that indicates whether the user must confirm the action or fill in inputs first.
    public var needsAnswer: Bool { confirmation != nil || !inputs.isEmpty }

    /// Creates an action.
    ///
    /// - Parameters:
    ///   - title: The title.
    ///   - name: The name of the event.
    ///   - payload: The payload of the event.
    ///   - symbol: The name of a symbol or image.
    ///   - isDestructive: Whether the action removes something.
    ///   - confirmation: The question to ask first, or `nil`.
    ///   - accessibilityLabel: The title for assistive technologies, or `nil` to derive it.
    ///   - allowsMany: Whether a person can choose the action for several rows at once.
    public init<Payload>(
        _ title: String, _ name: EventName<Payload>, _ payload: Payload, symbol: String? = nil,
        isDestructive: Bool = false, confirmation: String? = nil, accessibilityLabel: String? = nil,
        allowsMany: Bool = false
    ) {
        self.title = title
        self.symbol = symbol
        self.isDestructive = isDestructive
        self.confirmation = confirmation
        self.accessibilityLabel = accessibilityLabel
        self.allowsMany = allowsMany
        self.name = AnyEventName(name)
        self.payload = payload
        column = nil
        inputs = []
        makeMessage = { _ in EventMessage(name, payload) }
    }

    /// Creates an action whose event has no payload.
    public init(
        _ title: String, _ name: EventName<Void>, symbol: String? = nil, isDestructive: Bool = false,
        confirmation: String? = nil, accessibilityLabel: String? = nil, allowsMany: Bool = false
    ) {
        self.init(
            title, name, (), symbol: symbol, isDestructive: isDestructive, confirmation: confirmation,
            accessibilityLabel: accessibilityLabel, allowsMany: allowsMany)
    }

    /// Creates an action that asks for one input, which is the payload of its event.
    public init<Payload>(
        _ title: String, _ name: EventName<Payload>, asking field: ActionField<Payload>,
        symbol: String? = nil, isDestructive: Bool = false, confirmation: String? = nil,
        accessibilityLabel: String? = nil, allowsMany: Bool = false
    ) {
        self.init(
            title, name, asking: field, symbol: symbol, isDestructive: isDestructive,
            confirmation: confirmation, accessibilityLabel: accessibilityLabel, allowsMany: allowsMany,
            payload: { $0 })
    }

    /// Returns the action for two rows at once, or `nil` if the rows ask for different inputs.
    ///
    /// Initial texts that differ are left out. Otherwise a person would give the other row the value of the first one.
    package func shared(with other: RowAction) -> RowAction? {
        guard inputs.count == other.inputs.count else { return nil }
        var shared = self
        for (index, (input, other)) in zip(inputs, other.inputs).enumerated() {
            guard (input.name, input.label) == (other.name, other.label), input.kind == other.kind else {
                return nil
            }
            if input.initialText != other.initialText { shared.inputs[index].initialText = "" }
        }
        return shared
    }

    /// Creates an action that asks for several inputs.
    ///
    /// ```swift
    /// RowAction(
    ///     "Refund", .refund,
    ///     asking: .amount("cents", label: "Amount in €", in: 1...order.received, scale: 2),
    ///     .text("reason", label: "Reason", maximumLength: 100)
    /// ) { cents, reason in Refund(cents: cents, reason: reason) }
    /// ```
    ///
    /// - Parameters:
    ///   - title: The title.
    ///   - name: The name of the event.
    ///   - fields: The inputs, with different names.
    ///   - symbol: The name of a symbol or image.
    ///   - isDestructive: Whether the action removes something.
    ///   - confirmation: The question above the inputs, or `nil`.
    ///   - accessibilityLabel: The title for assistive technologies, or `nil` to derive it.
    ///   - allowsMany: Whether a person can choose the action for several rows at once, which have the same inputs.
    ///   - makePayload: Returns the payload for valid inputs.
    public init<each Value, Payload>(
        _ title: String, _ name: EventName<Payload>, asking fields: repeat ActionField<each Value>,
        symbol: String? = nil, isDestructive: Bool = false, confirmation: String? = nil,
        accessibilityLabel: String? = nil, allowsMany: Bool = false,
        payload makePayload: @escaping (repeat each Value) -> Payload
    ) {
        self.title = title
        self.symbol = symbol
        self.isDestructive = isDestructive
        self.confirmation = confirmation
        self.accessibilityLabel = accessibilityLabel
        self.allowsMany = allowsMany
        self.name = AnyEventName(name)
        payload = nil
        column = nil
        var inputs: [ActionInput] = []
        repeat inputs.append((each fields).input)
        precondition(
            Set(inputs.map(\.name)).count == inputs.count, "Two inputs of “\(title)” have the same name.")
        self.inputs = inputs
        makeMessage = { texts throws(InvalidInput) in
            EventMessage(name, makePayload(repeat try (each fields).value(in: texts)))
        }
    }

    /// Creates an action that edits the value of a cell, for ``EventItem/edits(for:)``.
    ///
    /// ```swift
    /// static func edits(for order: Order) -> [RowAction] {
    ///     [
    ///         RowAction(editing: "city", .setCity, asking: .text("city", label: "City", initial: order.city)) {
    ///             CityChange(to: $0, from: order.city)
    ///         }
    ///     ]
    /// }
    /// ```
    ///
    /// The initial text of the field is the value that the person has seen. If the value of the row is another one when the
    /// answer arrives, a page says so with the present value, and sends the answer only when the person sends it again. A
    /// terminal and an app refuse it. The business may know a newer value still, so put the old value into the payload.
    ///
    /// - Parameters:
    ///   - column: The key of the column. A row has at most one action for each column.
    ///   - name: The name of the event.
    ///   - field: The input with the present value as its initial one. Its label is the title of the action. An amount without an
    ///     initial count is one of an empty cell.
    ///   - makePayload: Returns the payload for a valid input.
    /// - Precondition: A text and a choice have an initial value.
    public init<Value, Payload>(
        editing column: String, _ name: EventName<Payload>, asking field: ActionField<Value>,
        payload makePayload: @escaping (Value) -> Payload
    ) {
        precondition(
            field.hasInitialText,
            "The field “\(field.input.name)” of an edit needs the present value as its initial one.")
        title = field.input.label
        symbol = nil
        isDestructive = false
        confirmation = nil
        accessibilityLabel = nil
        allowsMany = false
        self.name = AnyEventName(name)
        payload = nil
        self.column = column
        inputs = [field.input]
        makeMessage = { texts throws(InvalidInput) in
            EventMessage(name, makePayload(try field.value(in: texts)))
        }
    }

    /// Creates an action that edits the value of a cell, whose event has the new value.
    public init<Value>(
        editing column: String, _ name: EventName<Value>, asking field: ActionField<Value>
    ) {
        self.init(editing: column, name, asking: field, payload: { $0 })
    }

    /// Returns whether another action looks the same, asks the same question, and sends the same event.
    ///
    /// Payloads that are not hashable are compared by identity if they are objects, and otherwise by their debug
    /// descriptions.
    package func isSame(as other: RowAction) -> Bool {
        title == other.title && name == other.name && submenu == other.submenu
            && confirmation == other.confirmation && inputs == other.inputs && allowsMany == other.allowsMany
            && column == other.column
            && hasSamePayload(as: other)
    }

    private func hasSamePayload(as other: RowAction) -> Bool {
        if let payload = payload as? AnyHashable { return payload == other.payload as? AnyHashable }
        if let payload, type(of: payload) is AnyClass {
            return payload as AnyObject === other.payload as AnyObject
        }
        return String(reflecting: payload) == String(reflecting: other.payload)
    }

    /// Returns the first input whose text is not valid, or `nil` if the action can be performed with the texts.
    package func invalidInput(in texts: [String: String]) -> ActionInput? {
        do {
            _ = try makeMessage(texts)
            return nil
        } catch {
            return error.input
        }
    }

    /// Returns the message of the event.
    ///
    /// - Throws: ``TableError`` with the code ``TableError/Code/inputInvalid`` or ``TableError/Code/actionDisabled``.
    func message(_ texts: [String: String]) throws(TableError) -> EventMessage {
        guard isEnabled else { throw .actionDisabled(title) }
        do {
            return try makeMessage(texts)
        } catch {
            throw TableError(.inputInvalid, error.input.requirement(in: .english))
        }
    }
}
