/// Reads the id of a row from its data and its index in the run.
///
/// The conforming types replace closures, so that reading an id is a direct call in the client's module.
@usableFromInline
protocol RowIdentity<Element> {
    associatedtype Element
    associatedtype ID: Hashable & Sendable

    /// Returns the id of an element.
    func id(of element: Element, at index: Int) -> ID

    /// Returns the identity of a run that lacks a number of elements at the start of this run.
    func dropping(_ count: Int) -> Self

    /// Adds the ids of the first elements of another run after the ids of the first elements of this run.
    ///
    /// - Parameters:
    ///   - count: The number of elements to take from the other run.
    ///   - other: The identity of the other run.
    ///   - ownCount: The number of elements to keep of this run.
    /// - Returns: Whether all elements keep their ids. If not, nothing was appended.
    mutating func append(_ count: Int, of other: Self, after ownCount: Int) -> Bool
}

extension RowIdentity {
    @inlinable func dropping(_ count: Int) -> Self { self }

    @inlinable mutating func append(_ count: Int, of other: Self, after ownCount: Int) -> Bool { false }
}

/// The data's own id.
@usableFromInline
struct OwnIdentity<Element: Identifiable>: RowIdentity where Element.ID: Sendable {
    @inlinable init() {}

    @inlinable func id(of element: Element, at index: Int) -> Element.ID { element.id }

    @inlinable mutating func append(_ count: Int, of other: Self, after ownCount: Int) -> Bool { true }
}

/// An id that a closure returns for the data.
@usableFromInline
struct ReadIdentity<Element, ID: Hashable & Sendable>: RowIdentity {
    @usableFromInline let read: (Element) -> ID

    @inlinable
    init(_ read: @escaping (Element) -> ID) {
        self.read = read
    }

    @inlinable func id(of element: Element, at index: Int) -> ID { read(element) }
}

/// An id that the client gives beside the data.
@usableFromInline
struct GivenIdentity<Element, ID: Hashable & Sendable>: RowIdentity {
    @usableFromInline var ids: ArraySlice<ID>

    @inlinable
    init(_ id: ID) {
        ids = [id]
    }

    @inlinable func id(of element: Element, at index: Int) -> ID { ids[ids.startIndex &+ index] }

    @inlinable
    func dropping(_ count: Int) -> Self {
        var rest = self
        rest.ids = ids.dropFirst(count)
        return rest
    }

    @inlinable
    mutating func append(_ count: Int, of other: Self, after ownCount: Int) -> Bool {
        ids.removeLast(ids.count - ownCount)
        ids += other.ids.prefix(count)
        return true
    }
}

/// The index of the row in the array that the client passed.
@usableFromInline
struct PositionIdentity<Element>: RowIdentity {
    /// The index of the run's first element.
    @usableFromInline let first: Int

    @inlinable
    init(first: Int = 0) {
        self.first = first
    }

    @inlinable func id(of element: Element, at index: Int) -> Int { first &+ index }

    @inlinable func dropping(_ count: Int) -> Self { Self(first: first + count) }

    @inlinable
    mutating func append(_ count: Int, of other: Self, after ownCount: Int) -> Bool {
        first + ownCount == other.first
    }
}
