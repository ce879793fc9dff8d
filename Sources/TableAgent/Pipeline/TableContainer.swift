/// A surface that shows a table: a table view, a terminal, a web page, a file, a recorder.
///
/// A container knows its views and their reuse, and sees business data only through the items that fill them.
///
/// - The panel asks one thing of it at a time: ``reload(_:)`` shows a whole new table, and ``apply(_:in:)``
///   applies changes to the visible one, if the surface can.
/// - It asks the panel for the visible table, ``Panel/tableInfo``, and sends events through sources that the
///   panel makes, ``Panel/source(_:)``.
///
/// The protocol is not isolated. A container that lives on the main actor conforms with
/// `@MainActor TableContainer`.
public protocol TableContainer: AnyObject {
    /// The surface's name in error messages. The default is the name of the type.
    var surfaceName: String { get }

    /// The panel that shows tables on the container, or `nil` while there is none. Declare it `weak`.
    ///
    /// The agent sets it. Observe it to take a view over and to give it back; what is visible may stay.
    var panel: Panel? { get set }

    /// Returns whether the surface has a view for an item.
    ///
    /// The panel asks before every update that brings a section which is not visible as it is, so that an item
    /// which can't be shown is an error before anything has changed. Answer without a reload or an edit.
    func canShow(_ item: any TableItem.Type) -> Bool

    /// Shows a new table in place of the old one.
    ///
    /// Call ``TableUpdate/commit()`` once, at the moment when the surface takes over the new table: until then
    /// the panel answers for the old one, from then on for the new one.
    ///
    /// - Parameter update: The old and the new table.
    /// - Throws: An error when the new table can't be shown. If it is thrown before the commit, the old table
    ///   stays the visible one.
    func reload(_ update: TableUpdate) throws

    /// Whether the surface can apply changes, so that the panel looks for them. The default is `false`.
    var appliesChanges: Bool { get }

    /// Applies changes to the visible table. The default reloads.
    ///
    /// Deletes and the sources of moves are positions in the old table; inserts, the targets of moves, and
    /// updates are positions in the new one. On a surface with batches, call ``TableUpdate/commit()`` inside
    /// the batch, and fill the views of updated rows, heads, and feet after it. A view whose row moved to
    /// another section needs a new source of events, too. The panel has checked that the changes are legal.
    ///
    /// - Parameters:
    ///   - changes: What to change; never nothing.
    ///   - update: The old and the new table.
    /// - Throws: An error when the changes can't be applied. If it is thrown before the commit, the old table
    ///   stays the visible one.
    func apply(_ changes: TableChanges, in update: TableUpdate) throws

    /// Shows a row as not selected, without a question or an event. The default does nothing.
    func deselect(_ position: RowPosition)

    /// Detaches the container from an agent that was released. The default does so at once.
    ///
    /// The last reference to an agent may go anywhere. A container whose views belong to an actor implements this
    /// as `nonisolated` and calls the closure on that actor: at once if it is there, else later.
    ///
    /// - Parameter detach: Sets ``panel`` to `nil` and releases what the agent owned; call it once.
    func agentWasReleased(_ detach: @escaping () -> Void)
}

extension TableContainer {
    /// Default implementation. The name of the container's type.
    public var surfaceName: String { String(describing: Self.self) }

    /// Default implementation. Returns `false`.
    public var appliesChanges: Bool { false }

    /// Default implementation. Does nothing.
    public func deselect(_ position: RowPosition) {}

    /// Default implementation. Detaches at once.
    public func agentWasReleased(_ detach: @escaping () -> Void) { detach() }

    /// Default implementation. Reloads.
    public func apply(_ changes: TableChanges, in update: TableUpdate) throws {
        try reload(update)
    }
}
