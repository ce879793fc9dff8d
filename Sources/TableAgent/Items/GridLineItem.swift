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
/// A line starts empty; the n-th cell written stands in the n-th column. Cells that are not written are
/// empty. A head or foot that writes a single cell spans the whole table.
public protocol GridLineItem<Data>: TableItem where View == GridLine {}

/// A head, foot or row that is one strong text, for tables that need no item of their own for it.
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
