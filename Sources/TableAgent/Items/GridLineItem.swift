/// An item that every portable surface can show: it writes its data into a line of cells.
///
/// ```swift
/// enum OrderLine: GridLineItem {
///     static func fill(_ line: inout GridLine, with order: Order) {
///         line.text(order.customer)
///         line.integer(order.quantity)
///         line.decimal(order.total, shown: "€ 1,234.50")
///         line.text(order.status, role: .warning)
///     }
/// }
/// ```
///
/// A line starts empty, and the item writes its cells from the first column on. Cells that the item does not
/// write are empty. A head or foot that writes a single cell spans the whole table.
public protocol GridLineItem<Data>: TableItem where View == GridLine {}

/// The item of a head, foot, or row that is one strong text.
///
/// ```swift
/// Head("July", as: GridTitle.self)
/// ```
public enum GridTitle: GridLineItem {
    /// Writes the text as the only cell.
    public static func fill(_ line: inout GridLine, with text: String) {
        line.text(text, role: .strong)
    }
}
