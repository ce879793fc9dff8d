/// A kind of row, head or foot: the pairing of one kind of business data with one kind of view.
///
/// An item type says how its data fills its view. It is never instantiated; an `enum` without cases or the
/// view's own class serves well. The compiler checks the pairing wherever the item is used, so a row can't
/// be built from data that its item does not take.
///
/// ```swift
/// extension OrderCell: TableItem {                     // a view class that fills itself
///     static func fill(_ cell: inout OrderCell, with order: Order) {
///         cell.titleLabel.text = order.customer
///     }
/// }
/// ```
///
/// For items that every portable surface can show, see ``GridLineItem``.
public protocol TableItem<Data, View> {
    /// The business data that the item takes.
    associatedtype Data

    /// The view that the item fills.
    associatedtype View

    /// Writes the data to a view.
    ///
    /// The view may have shown another row before: write everything that the data decides. A surface may fill
    /// several times for one row, to measure it for instance: write the same for the same data.
    static func fill(_ view: inout View, with data: Data)

    /// Writes the data to a view that also shows the state of its section.
    ///
    /// Implement it for a ``SectionItem``; the default implementation ignores the section.
    static func fill(_ view: inout View, with data: Data, in section: SectionState)

    /// Returns a Boolean value that indicates whether two values with one id fill a view in the same way.
    ///
    /// When a new table replaces another one, rows, heads and feet whose content is unchanged keep their views
    /// as they are. What an edit leaves alone is known to be unchanged, and the item is not asked.
    ///
    /// There are default implementations for data that is `Equatable`, which compares by `==`, and for items
    /// without data, whose content never changes. One and the same object counts as changed, since it may
    /// have changed in place. All other content counts as changed, too; implement the method to tell more:
    ///
    /// ```swift
    /// enum InvoiceLine: GridLineItem {
    ///     static func fill(_ line: inout GridLine, with invoice: Invoice) { line.text(invoice.title) }
    ///     static func isUnchanged(_ old: Invoice, _ new: Invoice) -> Bool { old.revision == new.revision }
    /// }
    /// ```
    static func isUnchanged(_ old: Data, _ new: Data) -> Bool

    /// Returns the height of the view for some data, in the surface's own unit, which is points on UIKit.
    ///
    /// `nil`, the default, lets the surface decide. Text surfaces ignore heights. Another height than that of
    /// the old data is a change of content, also where ``isUnchanged(_:_:)`` returns `true`.
    ///
    /// ```swift
    /// static func height(of note: Note) -> Double? { note.isLong ? 88 : 44 }
    /// ```
    static func height(of data: Data) -> Double?
}

extension TableItem {
    /// Default implementation. Fills the view and ignores the section.
    @inlinable
    public static func fill(_ view: inout View, with data: Data, in section: SectionState) {
        fill(&view, with: data)
    }

    /// Default implementation. Returns `false`: nothing is known about the data, so it counts as changed.
    @inlinable
    public static func isUnchanged(_ old: Data, _ new: Data) -> Bool { false }

    /// Default implementation. Returns `nil`: the surface decides.
    @inlinable
    public static func height(of data: Data) -> Double? { nil }

    /// The type of business data that the item takes.
    @inlinable
    static var dataType: Any.Type { Data.self }

    /// The type of view that the item fills.
    ///
    /// A container looks at it to decide whether it can show the item, and which view to make.
    @inlinable
    public static var viewType: Any.Type { View.self }
}

extension TableItem where Data: Equatable {
    /// Default implementation. Compares by `==`.
    @inlinable
    public static func isUnchanged(_ old: Data, _ new: Data) -> Bool { old == new }
}

extension TableItem where Data: AnyObject & Equatable {
    /// Default implementation. Compares different objects by `==`; one and the same object counts as changed.
    @inlinable
    public static func isUnchanged(_ old: Data, _ new: Data) -> Bool { old !== new && old == new }
}

extension TableItem where Data == Void {
    /// Default implementation. Returns `true`, since there is no data that could change.
    @inlinable
    public static func isUnchanged(_ old: Void, _ new: Void) -> Bool { true }

    /// Default implementation. Writes nothing: the view is complete as it is made, as that of a divider.
    @inlinable
    public static func fill(_ view: inout View, with data: Void) {}
}

/// A head or foot that also shows the state of its section: collapsed or not, and how many rows it has.
///
/// ```swift
/// enum CustomerTitle: SectionItem {
///     static func fill(_ line: inout GridLine, with customer: Customer, in section: SectionState) {
///         line.text("\(customer.name) (\(section.rowCount))")
///     }
/// }
/// ```
public protocol SectionItem<Data, View>: TableItem {
    /// Writes the data and the section's state to a view.
    static func fill(_ view: inout View, with data: Data, in section: SectionState)
}

extension SectionItem {
    /// Default implementation. Fills the view as in an expanded section without rows.
    public static func fill(_ view: inout View, with data: Data) {
        fill(&view, with: data, in: SectionState())
    }

    /// Not a default implementation: without this declaration, an item that implements neither method would
    /// compile, and the defaults would call each other.
    @available(*, unavailable, message: "A section item implements fill(_:with:in:).")
    public static func fill(_ view: inout View, with data: Data, in section: SectionState) {}
}

/// What a head or foot is told about its section when it is filled.
public struct SectionState: Hashable, Sendable {
    /// Whether the section's rows are hidden.
    public var isCollapsed: Bool

    /// How many rows the section has, visible or hidden.
    public var rowCount: Int

    /// Creates a state.
    public init(isCollapsed: Bool = false, rowCount: Int = 0) {
        self.isCollapsed = isCollapsed
        self.rowCount = rowCount
    }
}
