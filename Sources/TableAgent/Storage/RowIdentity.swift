/// Reads the id of a row from its data and its index in the run.
///
/// The conforming types replace closures, so that reading an id is a direct call in the client's module.
@usableFromInline
protocol RowIdentity<Element> {
    associatedtype Element
    associatedtype ID: Hashable & Sendable

    /// Returns the id of an element.
    func id(of element: Element, at index: Int) -> ID

    /// Returns the identity of a run without some of the first elements of this run.
    func dropping(_ count: Int) -> Self

    /// Whether the elements of another run keep their ids when they are appended to a run.
    ///
    /// - Parameters:
    ///   - other: The identity of the other run.
    ///   - count: The number of elements that the run has.
    func continues(with other: Self, after count: Int) -> Bool
}

extension RowIdentity {
    @inlinable
    func dropping(_ count: Int) -> Self { self }

    @inlinable
    func continues(with other: Self, after count: Int) -> Bool { false }
}

/// The data's own id.
@usableFromInline
struct OwnIdentity<Element: Identifiable>: RowIdentity where Element.ID: Sendable {
    @inlinable
    init() {}

    @inlinable
    func id(of element: Element, at index: Int) -> Element.ID { element.id }

    @inlinable
    func continues(with other: Self, after count: Int) -> Bool { true }
}

/// An id that a closure returns for the data.
@usableFromInline
struct ReadIdentity<Element, ID: Hashable & Sendable>: RowIdentity {
    @usableFromInline
    let read: (Element) -> ID

    @inlinable
    init(_ read: @escaping (Element) -> ID) {
        self.read = read
    }

    @inlinable
    func id(of element: Element, at index: Int) -> ID { read(element) }
}

/// The index of the row in the array that the client passed.
@usableFromInline
struct PositionIdentity<Element>: RowIdentity {
    /// The index of the run's first element.
    @usableFromInline
    let first: Int

    @inlinable
    init(first: Int = 0) {
        self.first = first
    }

    @inlinable
    func id(of element: Element, at index: Int) -> Int { first &+ index }

    @inlinable
    func dropping(_ count: Int) -> Self { Self(first: first + count) }

    @inlinable
    func continues(with other: Self, after count: Int) -> Bool { first + count == other.first }
}
