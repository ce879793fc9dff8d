/// A surface that shows a table: a table view, a terminal, a web page, a file, a recorder.
///
/// A container knows its views and their reuse. It reads business data only through the items that fill the
/// views.
///
/// - The panel calls one method at a time: ``reload(_:)`` shows a whole new table, and ``apply(_:in:)``
///   applies changes to the visible table, if the surface can.
/// - The container reads the visible table from ``Panel/tableInfo``, and sends events through the sources
///   that ``Panel/source(_:)`` returns.
///
/// The protocol is not isolated. A container on the main actor conforms with `@MainActor TableContainer`.
public protocol TableContainer: AnyObject {
    /// The surface's name in error messages. The default is the name of the type.
    var surfaceName: String { get }

    /// The panel that shows tables on the container, or `nil` without a panel. Declare the property `weak`.
    ///
    /// The agent sets this property. Observe it to attach to a view and to detach from the view. The visible
    /// content may stay.
    var panel: Panel? { get set }

    /// Returns whether the surface has a view for an item.
    ///
    /// The panel calls this method before an update, for the items of all new or changed sections. An item
    /// that can't be shown is therefore an error before anything has changed. Do not reload or edit in this
    /// method.
    func canShow(_ item: any TableItem.Type) -> Bool

    /// Shows a new table in place of the old one.
    ///
    /// Call ``TableUpdate/commit()`` once, when the surface switches to the new table. Before the commit, the
    /// panel uses the old table; afterwards, it uses the new one.
    ///
    /// - Parameter update: The old and the new table.
    /// - Throws: Any error. If it is thrown before the commit, the old table stays visible.
    func reload(_ update: TableUpdate) throws

    /// Whether the surface can apply changes, so that the panel computes them. The default is `false`.
    var appliesChanges: Bool { get }

    /// Whether the surface shows the columns and the caption of a table, so that it reloads when they change. The default
    /// is `true`. Any surface reloads when a query shows other cells of the rows.
    var showsColumns: Bool { get }

    /// Applies changes to the visible table. The default reloads.
    ///
    /// Deletes and the sources of moves are positions in the old table. Inserts, the targets of moves, and
    /// updates are positions in the new one. The panel has checked that the changes are legal.
    ///
    /// On a surface with batches, call ``TableUpdate/commit()`` inside the batch, and fill the views of
    /// updated rows, heads, and feet after the batch. A view whose row moved to another section also needs a
    /// new source of events.
    ///
    /// - Parameters:
    ///   - changes: The changes, which are never empty.
    ///   - update: The old and the new table.
    /// - Throws: Any error. If it is thrown before the commit, the old table stays visible.
    func apply(_ changes: TableChanges, in update: TableUpdate) throws

    /// Renews the event sources and rows that the container keeps, so that they keep no data of the old table alive. The
    /// default does nothing.
    ///
    /// The panel calls this method instead of ``apply(_:in:)`` if a new table has replaced the visible table without
    /// changes. All rows have the same positions.
    func renewSources()

    /// Returns whether the surface can't show a table now, such as while a person drags a row.
    ///
    /// The panel calls this method before an update, which waits if the answer is `true`. The default returns `false`.
    ///
    /// - Parameter show: Shows what waits then. If the answer is `true`, call it once, as soon as the surface is ready.
    func postpone(_ show: @escaping () -> Void) -> Bool

    /// Marks a row as selected, without asking the delegate or posting an event. The default does nothing.
    ///
    /// - Parameters:
    ///   - position: The position of the row, which may be hidden with its section.
    ///   - scrolls: Whether the surface scrolls until the row is visible.
    func select(_ position: RowPosition, scrolls: Bool)

    /// Deselects a row without asking the delegate or posting an event. The default does nothing.
    func deselect(_ position: RowPosition)

    /// Detaches the container from an agent that was released. The default detaches immediately.
    ///
    /// The last reference to an agent may be released on any thread. A container whose views belong to an
    /// actor implements this method as `nonisolated` and calls the closure on that actor: immediately on the
    /// actor itself, otherwise later.
    ///
    /// - Parameter detach: Sets ``panel`` to `nil` and releases the agent's parts. Call it once.
    func agentWasReleased(_ detach: @escaping () -> Void)
}

extension TableContainer {
    /// Default implementation. The name of the container's type.
    public var surfaceName: String { String(describing: Self.self) }

    /// Default implementation. Returns `false`.
    public var appliesChanges: Bool { false }

    /// Default implementation. Returns `true`.
    public var showsColumns: Bool { true }

    /// Default implementation. Does nothing.
    public func renewSources() {}

    /// Default implementation. Returns `false`.
    public func postpone(_ show: @escaping () -> Void) -> Bool { false }

    /// Default implementation. Does nothing.
    public func select(_ position: RowPosition, scrolls: Bool) {}

    /// Default implementation. Does nothing.
    public func deselect(_ position: RowPosition) {}

    /// Default implementation. Detaches immediately.
    public func agentWasReleased(_ detach: @escaping () -> Void) { detach() }

    /// Default implementation. Reloads.
    public func apply(_ changes: TableChanges, in update: TableUpdate) throws {
        try reload(update)
    }
}
