/// The foot of a section, shown below its rows, as one writes it in the section's builder.
///
/// Give it a ``SectionItem`` and it also learns whether the section is collapsed and how many rows it has.
public struct Foot {
    /// The row that the section keeps.
    public let row: Row

    @usableFromInline
    init(run: Run) {
        row = Row(run: run)
    }

    /// Creates a foot.
    ///
    /// - Parameters:
    ///   - data: The business data.
    ///   - item: The item that shows it.
    ///   - height: The foot's height in the surface's unit.
    ///   - unchanged: Whether two values show the same; `nil` if that can't be known, and then each new table
    ///     fills the view anew.
    @inlinable
    public init<Item: TableItem>(
        _ data: Item.Data, as item: Item.Type, height: ViewHeight<Item.Data> = .automatic,
        unchanged: ((Item.Data, Item.Data) -> Bool)? = nil
    ) {
        self.init(
            run: .make(
                [data], item: item, identity: PositionIdentity(), height: height, content: .asking(unchanged),
                showsSection: Item.self is any SectionItem.Type))
    }

    /// Creates a foot of data that can be compared.
    ///
    /// - Parameters:
    ///   - data: The business data.
    ///   - item: The item that shows it.
    ///   - height: The foot's height in the surface's unit.
    @inlinable
    public init<Item: TableItem>(
        _ data: Item.Data, as item: Item.Type, height: ViewHeight<Item.Data> = .automatic
    ) where Item.Data: Equatable {
        self.init(
            run: .make(
                [data], item: item, identity: PositionIdentity(), height: height, content: .equal,
                showsSection: Item.self is any SectionItem.Type))
    }

    /// Creates a foot that needs no data.
    ///
    /// - Parameters:
    ///   - item: The item that shows it.
    ///   - height: The foot's height in the surface's unit.
    @inlinable
    public init<Item: TableItem>(as item: Item.Type, height: ViewHeight<Void> = .automatic)
    where Item.Data == Void {
        self.init((), as: item, height: height, unchanged: { _, _ in true })
    }
}
