/// An item that also depends on something that all its rows share: who is reading, a currency, or what may be done.
///
/// The context is given once with the rows, and is no part of their data:
///
/// ```swift
/// enum TicketLine: GridLineItem, ContextItem {
///     static func fill(_ line: inout GridLine, with ticket: Ticket, context staff: Staff) {
///         line.text(ticket.title)
///         line.text(staff.maySeePrices ? ticket.price : "")
///     }
/// }
///
/// Rows(tickets, as: TicketLine.self, with: staff)
/// ```
///
/// An ``EventItem`` receives the context with its events, and when a surface asks for its actions.
///
/// When a new table replaces the visible one, contexts are compared, once for each array of rows. With an equal context,
/// ``TableItem/isUnchanged(_:_:)`` determines which rows changed. With another one, all rows changed. A context that is not
/// `Equatable`, or is an object, counts as another one. After an edit, unedited rows keep their context and count as
/// unchanged.
///
/// A head or foot that also shows the state of its section implements ``TableItem/fill(_:with:in:context:)`` in addition.
public protocol ContextItem<Data, View>: TableItem {
    // Restated, so that the compiler infers them from the method.
    associatedtype Data
    associatedtype View
    associatedtype Context

    /// Writes the data to a view.
    ///
    /// - Parameters:
    ///   - view: The view, which may have shown another row before.
    ///   - data: The data of the row, head, or foot.
    ///   - context: What was given with the rows.
    static func fill(_ view: inout View, with data: Data, context: Context)
}

extension ContextItem {
    /// Default implementation. Ignores the section.
    @inlinable
    public static func fill(_ view: inout View, with data: Data, in section: SectionState, context: Context) {
        fill(&view, with: data, context: context)
    }

    /// Not a default implementation: an item with a context can't fill a view without one, so this method traps.
    @_documentation(visibility: internal)
    public static func fill(_ view: inout View, with data: Data) {
        preconditionFailure("\(Self.self) fills a view only with a context; call fill(_:with:context:).")
    }
}

/// Returns whether two contexts fill views in the same way. An object may have changed in place.
@usableFromInline
func isSameContext(_ old: Any, _ new: Any) -> Bool {
    func isEqual<Value: Equatable>(_ old: Value) -> Bool { (new as? Value) == old }
    if old is Void, new is Void { return true }
    guard !(type(of: old) is AnyClass), let old = old as? any Equatable else { return false }
    return isEqual(old)
}
