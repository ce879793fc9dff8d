/// Neighbouring rows of one kind: an array of data behind closures that know its type.
///
/// The type is forgotten in two steps. ``TypedRun`` knows data, id and view; ``ViewRun`` only the view, so a
/// surface finds out whether it can fill a run by one cast, not one a row; `Run` knows none.
///
/// The closures are made in `@inlinable` code and capture nothing: they are specialised in the client's
/// module, where the types are known. Methods of a generic class would not be.
@usableFromInline
class Run {
    @usableFromInline
    struct Operations {
        @usableFromInline let id: (Run, Int) -> AnyID
        @usableFromInline let index: (Run, AnyID) -> Int?
        @usableFromInline let data: (Run, Int) -> Any
        @usableFromInline let height: (Run, Int) -> Double?
        @usableFromInline let single: (Run, Int) -> Run
        @usableFromInline let fillObject: (Run, Int, AnyObject, SectionState) -> Bool
        @usableFromInline let countSame: (Run, Int, Run, Int, Int) -> Int
        @usableFromInline let countSameBackward: (Run, Int, Run, Int, Int) -> Int
        @usableFromInline let hash: (Run, Int) -> Int
        @usableFromInline let countUnchanged: (Run, Int, Run, Int, Int) -> Int

        @inlinable
        init(
            id: @escaping (Run, Int) -> AnyID,
            index: @escaping (Run, AnyID) -> Int?,
            data: @escaping (Run, Int) -> Any,
            height: @escaping (Run, Int) -> Double?,
            single: @escaping (Run, Int) -> Run,
            fillObject: @escaping (Run, Int, AnyObject, SectionState) -> Bool,
            countSame: @escaping (Run, Int, Run, Int, Int) -> Int,
            countSameBackward: @escaping (Run, Int, Run, Int, Int) -> Int,
            hash: @escaping (Run, Int) -> Int,
            countUnchanged: @escaping (Run, Int, Run, Int, Int) -> Int
        ) {
            self.id = id
            self.index = index
            self.data = data
            self.height = height
            self.single = single
            self.fillObject = fillObject
            self.countSame = countSame
            self.countSameBackward = countSameBackward
            self.hash = hash
            self.countUnchanged = countUnchanged
        }
    }

    let item: ItemType
    let count: Int
    /// Whether the view shows the state of the section, too.
    @usableFromInline
    let showsSection: Bool
    let operations: Operations

    @usableFromInline
    init(item: ItemType, count: Int, showsSection: Bool, operations: Operations) {
        self.item = item
        self.count = count
        self.showsSection = showsSection
        self.operations = operations
    }

    func id(at index: Int) -> AnyID { operations.id(self, index) }
    func index(of id: AnyID) -> Int? { operations.index(self, id) }
    func data(at index: Int) -> Any { operations.data(self, index) }
    func height(at index: Int) -> Double? { operations.height(self, index) }

    /// A run of one element, which keeps its id.
    func single(at index: Int) -> Run { count == 1 ? self : operations.single(self, index) }
}

/// A run whose rows fill one type of view.
@usableFromInline
class ViewRun<View>: Run {
    let fill: (Run, Int, inout View, SectionState) -> Void

    @usableFromInline
    init(
        item: ItemType, count: Int, showsSection: Bool, operations: Operations,
        fill: @escaping (Run, Int, inout View, SectionState) -> Void
    ) {
        self.fill = fill
        super.init(item: item, count: count, showsSection: showsSection, operations: operations)
    }
}

/// A run with all of its types.
@usableFromInline
final class TypedRun<Element, Identity: RowIdentity, View>: ViewRun<View> where Identity.Element == Element {
    @usableFromInline
    let elements: [Element]

    @usableFromInline
    let identity: Identity

    @usableFromInline
    let heightRule: ViewHeight<Element>

    /// How the content of elements is compared; `nil` when that can't be known.
    @usableFromInline
    let content: ContentComparison<Element>?

    @usableFromInline
    init(
        elements: [Element], identity: Identity, height: ViewHeight<Element>,
        content: ContentComparison<Element>?, item: ItemType, showsSection: Bool,
        operations: Operations,
        fill: @escaping (Run, Int, inout View, SectionState) -> Void
    ) {
        self.elements = elements
        self.identity = identity
        self.heightRule = height
        self.content = content
        super.init(
            item: item, count: elements.count, showsSection: showsSection, operations: operations, fill: fill)
    }

    @usableFromInline
    func height(of index: Int) -> Double? { heightRule.height(for: elements[index]) }
}
