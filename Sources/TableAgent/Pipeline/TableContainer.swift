/// A surface that shows a table: a table view, a terminal, a web page, a file, a recorder.
///
/// A container knows views and their reuse, and learns of the data only through the items that fill them.
/// It holds its panel weakly; the panel owns the container.
///
/// - It is asked for one thing at a time: ``reload(_:)`` shows a whole new table, and
///   ``apply(_:in:)`` carries changes out on the one on show, if the surface can.
/// - It asks the panel for what it needs: ``Panel/tableInfo`` for numbers of sections and rows and for the
///   rows themselves, and tells it what a person did by ``Panel/post(_:_:at:)`` and its siblings.
///
/// The protocol is not isolated. A container that lives on the main actor conforms with
/// `@MainActor TableContainer`.
public protocol TableContainer: AnyObject {
    /// The surface's name in error messages. The default is the name of the type.
    var surfaceName: String { get }

    /// Whether the surface has a view for an item.
    ///
    /// The panel asks before every update, so an item that can't be shown is an error before anything on
    /// show has changed.
    ///
    /// - Parameter item: The item of a row, head or foot.
    func canShow(_ item: ItemType) -> Bool

    /// The panel that the container shows a table for, or `nil` while there is none. Declare it `weak`.
    ///
    /// The agent sets it. Observe it to take a view over and to give it back; what is on show may stay.
    var panel: (any Panel)? { get set }

    /// Shows a new table in place of the former one.
    ///
    /// Call ``TableUpdate/commit()`` once, at the moment when the surface takes over the new table: before
    /// it the panel answers for the former one, after it for the new one.
    ///
    /// - Parameter update: The former and the new table.
    /// - Throws: When the new table can't be shown. Thrown before the commit, the former table is still the
    ///   one on show.
    func reload(_ update: TableUpdate) throws

    /// Whether the surface can carry out changes, so that it is worth looking for them. The default is no.
    var appliesChanges: Bool { get }

    /// Carries changes out on the table on show. The default reloads.
    ///
    /// Deletes and the sources of moves are places in the former table; inserts, the targets of moves and
    /// updates are places in the new one. On a surface with batches, call ``TableUpdate/commit()`` inside of
    /// the batch, and fill the views of updates, heads and feet anew after it. A view whose row moved to
    /// another section needs a new source of its events, too. The changes are legal: the panel has checked
    /// their numbers.
    ///
    /// - Parameters:
    ///   - changes: What to change; never nothing.
    ///   - update: The former and the new table.
    /// - Throws: When the changes can't be carried out. Thrown before the commit, the former table is still
    ///   the one on show.
    func apply(_ changes: TableChanges, in update: TableUpdate) throws

    /// Shows a row as not selected, without a question and an event. The default does nothing.
    ///
    /// - Parameter position: The row's position on show.
    func deselect(_ position: RowPosition)
}

extension TableContainer {
    /// Default implementation. The name of the container's type.
    public var surfaceName: String { String(describing: Self.self) }

    /// Default implementation. Returns `false`.
    public var appliesChanges: Bool { false }

    /// Default implementation. Does nothing.
    public func deselect(_ position: RowPosition) {}

    /// Default implementation. Reloads.
    public func apply(_ changes: TableChanges, in update: TableUpdate) throws {
        try reload(update)
    }
}
