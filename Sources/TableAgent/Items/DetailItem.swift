/// An item whose rows have details: what a person wants to read about one row, and what needs no column.
///
/// ```swift
/// extension OrderLine: DetailItem {
///     static func fill(_ details: inout RowDetails, with order: Order) {
///         details.add("Placed by") { $0.text(order.clerk) }
///         for payment in order.payments {
///             details.add("Payment") { $0.decimal(payment.cents, scale: 2, shown: payment.amount) }
///         }
///     }
/// }
/// ```
///
/// A page opens the details of a row beside the table, by a link in the row's first cell. A terminal shows them below the cells
/// of the row. Both precede them by the cells of all columns, also of those that are not visible.
public protocol DetailItem<Data>: GridLineItem {
    // Restated, so that the compiler infers them from the method.
    associatedtype Data
    associatedtype Context

    /// Writes the details of a row.
    static func fill(_ details: inout RowDetails, with data: Data)

    /// Writes the details of a row of a ``ContextItem``, which implements only this method.
    static func fill(_ details: inout RowDetails, with data: Data, context: Context)
}

extension DetailItem where Context == Void {
    /// Default implementation. Ignores the context.
    public static func fill(_ details: inout RowDetails, with data: Data, context: Void) {
        fill(&details, with: data)
    }
}

extension DetailItem where Self: ContextItem {
    /// Not a default implementation: an item with a context can't write details without one, so this method traps.
    @_documentation(visibility: internal)
    public static func fill(_ details: inout RowDetails, with data: Data) {
        preconditionFailure("\(Self.self) writes details only with a context; call fill(_:with:context:).")
    }
}

/// The details of a row: cells with titles, in their order.
public struct RowDetails {
    /// The titles, and the line of each of them.
    package private(set) var entries: [(title: String, line: GridLine)] = []

    private let words: TableWords

    package init(words: TableWords) { self.words = words }

    /// Adds a detail.
    ///
    /// - Parameters:
    ///   - title: The title. Titles may occur again.
    ///   - fill: Writes the cells, usually one.
    public mutating func add(_ title: String, _ fill: (inout GridLine) -> Void) {
        var line = GridLine(words: words)
        fill(&line)
        entries.append((title, line))
    }
}
