/// The types behind a row, head or foot: its item, the data that the item takes and the view that it fills.
///
/// A container looks at it to decide whether it can show an item, and which view to make.
public struct ItemType: Hashable, Sendable {
    /// The item's type, a ``TableItem``.
    public let item: Any.Type

    /// The type of business data that the item takes.
    public let data: Any.Type

    /// The type of view that the item fills.
    public let view: Any.Type

    /// Describes an item.
    ///
    /// - Parameter item: The item's type.
    public init<Item: TableItem>(_ item: Item.Type) {
        self.item = Item.self
        self.data = Item.Data.self
        self.view = Item.View.self
    }

    /// Whether two descriptions name the same item.
    public static func == (lhs: ItemType, rhs: ItemType) -> Bool {
        lhs.item == rhs.item
    }

    /// Hashes the identity of the item's type.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(item))
    }
}

extension ItemType: CustomStringConvertible {
    /// The item's type name.
    public var description: String { String(describing: item) }
}
