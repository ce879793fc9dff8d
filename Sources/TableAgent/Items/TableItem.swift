/// The type of a row, head, or foot: it pairs one type of business data with one type of view.
///
/// An item type defines how its data fills its view. An item is never instantiated, so use an `enum` without
/// cases or the view's own class. The compiler checks the pairing wherever the item is used, so a row can't
/// have data that its item does not take.
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

    /// The context that all rows of a ``ContextItem`` share; `Void` for other items.
    associatedtype Context = Void

    /// Writes the data to a view.
    ///
    /// The view may have shown another row before, so write everything that depends on the data. A surface
    /// may fill several views for one row, for example to measure it, so write the same for the same data.
    static func fill(_ view: inout View, with data: Data)

    /// Writes the data to a view that also shows the state of its section.
    ///
    /// Implement this method in a ``SectionItem``. The default implementation ignores the section.
    static func fill(_ view: inout View, with data: Data, in section: SectionState)

    /// Writes the data to a view that also depends on a context. Surfaces call this method.
    ///
    /// Implement this method in a ``ContextItem`` that also shows the state of its section. The default implementation
    /// ignores what the item does not take.
    static func fill(_ view: inout View, with data: Data, in section: SectionState, context: Context)

    /// Returns a Boolean value that indicates whether two values with the same id fill a view in the same
    /// way.
    ///
    /// When a new table replaces the visible one, rows, heads, and feet with unchanged content keep their
    /// views. After an edit, unedited rows count as unchanged, and this method is not called for them.
    ///
    /// The default for `Equatable` data compares with `==`, and the content of items without data never
    /// changes. An identical object counts as changed, because it may have changed in place. All other data
    /// counts as changed, too. Implement this method to compare it:
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
    /// `nil`, the default, lets the surface choose the height. Text surfaces ignore heights. A row whose
    /// height changes has other content, even if ``isUnchanged(_:_:)`` returns `true`.
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

    /// Default implementation. Fills the view and ignores the context.
    @inlinable
    public static func fill(_ view: inout View, with data: Data, in section: SectionState, context: Context) {
        fill(&view, with: data, in: section)
    }

    /// Default implementation. Returns `true` for an item without data, which can't change, and `false` for data that
    /// can't be compared, which counts as changed.
    @inlinable
    public static func isUnchanged(_ old: Data, _ new: Data) -> Bool { Data.self == Void.self }

    /// Default implementation. Returns `nil`: the surface chooses the height.
    @inlinable
    public static func height(of data: Data) -> Double? { nil }

    /// The type of business data that the item takes.
    @inlinable
    static var dataType: Any.Type { Data.self }

    /// The type of view that the item fills.
    ///
    /// A container uses this type to decide whether it can show the item, and which view to make.
    @inlinable
    public static var viewType: Any.Type { View.self }
}

extension TableItem where Data: Equatable {
    /// Default implementation. Compares with `==`.
    @inlinable
    public static func isUnchanged(_ old: Data, _ new: Data) -> Bool { old == new }
}

extension TableItem where Data: AnyObject & Equatable {
    /// Default implementation. Compares different objects with `==`. An identical object counts as changed.
    @inlinable
    public static func isUnchanged(_ old: Data, _ new: Data) -> Bool { old !== new && old == new }
}

/// An item of a head or foot that also shows whether its section is collapsed, and its number of rows.
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
    /// Default implementation. Fills the view as for an expanded section without rows.
    public static func fill(_ view: inout View, with data: Data) {
        fill(&view, with: data, in: SectionState())
    }

    /// Not a default implementation. Without this declaration, an item that implements neither method would
    /// compile, and the two defaults would call each other.
    @available(*, unavailable, message: "A section item implements fill(_:with:in:).")
    public static func fill(_ view: inout View, with data: Data, in section: SectionState) {}
}

/// The state of a section that a head or foot receives when it fills a view.
public struct SectionState: Hashable, Sendable {
    /// Whether the section's rows are hidden.
    public var isCollapsed: Bool

    /// The number of rows in the section, visible or hidden.
    public var rowCount: Int

    /// Creates a state.
    public init(isCollapsed: Bool = false, rowCount: Int = 0) {
        self.isCollapsed = isCollapsed
        self.rowCount = rowCount
    }
}
