/// How rows of one kind are identified, filled, measured and compared, for rows whose types are forgotten.
///
/// The types are forgotten in two steps. ``TypedKind`` knows data, id and view; ``ViewKind`` only the view,
/// so a surface finds out whether it can fill rows by one cast, not one a row; `RowKind` knows none.
///
/// The closures are made in `@inlinable` code and capture nothing: they are specialised in the client's
/// module, where the types are known. Methods of a generic class would not be.
@usableFromInline
class RowKind {
    let item: ItemType
    /// Whether the view shows the state of the section, too.
    let showsSection: Bool
    /// Whether the content of two rows can be compared.
    let isComparable: Bool
    let operations: Operations

    @usableFromInline
    init(item: ItemType, showsSection: Bool, isComparable: Bool, operations: Operations) {
        self.item = item
        self.showsSection = showsSection
        self.isComparable = isComparable
        self.operations = operations
    }

    /// Whether the operations of one kind can read the runs of another.
    func isAlike(_ other: RowKind) -> Bool {
        self === other || (type(of: self) == type(of: other) && item == other.item)
    }
}

/// A kind of rows that fill one type of view.
@usableFromInline
class ViewKind<View>: RowKind {
    let fill: (Run, Int, inout View, SectionState) -> Void

    @usableFromInline
    init(
        item: ItemType, showsSection: Bool, isComparable: Bool, operations: Operations,
        fill: @escaping (Run, Int, inout View, SectionState) -> Void
    ) {
        self.fill = fill
        super.init(
            item: item, showsSection: showsSection, isComparable: isComparable, operations: operations)
    }
}

/// A kind of rows with all of its types.
@usableFromInline
final class TypedKind<Element, Identity: RowIdentity, View>: ViewKind<View>
where Identity.Element == Element {
    @usableFromInline
    let identity: Identity

    @usableFromInline
    let heightRule: ViewHeight<Element>

    /// How the content of elements is compared; `nil` when that can't be known.
    @usableFromInline
    let content: ContentComparison<Element>?

    @usableFromInline
    init(
        identity: Identity, height: ViewHeight<Element>, content: ContentComparison<Element>?,
        item: ItemType, showsSection: Bool, operations: Operations,
        fill: @escaping (Run, Int, inout View, SectionState) -> Void
    ) {
        self.identity = identity
        self.heightRule = height
        self.content = content
        super.init(
            item: item, showsSection: showsSection, isComparable: content != nil, operations: operations,
            fill: fill)
    }

    @usableFromInline
    func height(of element: Element) -> Double? { heightRule.height(for: element) }
}
