/// An array of business data, a row each, all of one kind.
///
/// A run never changes, so tables share runs: what an edit leaves alone is the same run before and after.
@usableFromInline
class Run {
    @usableFromInline
    final let kind: RowKind
    final let count: Int

    /// The number of the first element, for ids by position.
    @usableFromInline
    final let firstNumber: Int

    /// Whether the content counts as changed, whatever another run holds.
    final let isRenewed: Bool

    @usableFromInline
    init(kind: RowKind, count: Int, firstNumber: Int, isRenewed: Bool) {
        self.kind = kind
        self.count = count
        self.firstNumber = firstNumber
        self.isRenewed = isRenewed
    }

    final var item: ItemType { kind.item }

    final func id(at index: Int) -> AnyID { kind.operations.id(self, index) }
    final func data(at index: Int) -> Any { kind.operations.data(self, index) }
    final func height(at index: Int) -> Double? { kind.operations.height(self, index) }
    final func hash(at index: Int) -> Int { kind.operations.hash(self, index) }

    /// A run of some of the elements, which keep their ids.
    final func copy(of range: Range<Int>, isRenewed: Bool = false) -> Run {
        kind.operations.copied(self, range, isRenewed)
    }

    /// A run of other data for one element, which keeps an id that does not come from the data; `nil` if the
    /// data is of another type.
    final func replacement(at index: Int, by data: Any) -> Run? {
        kind.operations.replaced(self, index, data)
    }

    /// The first element in a range that has an id.
    final func index(of id: AnyID, in range: Range<Int>) -> Int? { kind.operations.index(self, range, id) }
}

/// A run with the type of its data.
@usableFromInline
final class TypedRun<Element>: Run {
    @usableFromInline
    let elements: [Element]

    @usableFromInline
    init(_ elements: [Element], kind: RowKind, firstNumber: Int = 0, isRenewed: Bool = false) {
        self.elements = elements
        super.init(kind: kind, count: elements.count, firstNumber: firstNumber, isRenewed: isRenewed)
    }
}
