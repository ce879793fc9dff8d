/// How the id of a row is read from its data and place.
///
/// The ways are types of their own, not closures, so that reading an id is a direct call in the client's
/// module.
@usableFromInline
protocol RowIdentity<Element> {
    associatedtype Element
    associatedtype ID: Hashable & Sendable

    /// Whether element and place alone decide the id, so that the same array has the same ids.
    static var isFixed: Bool { get }

    func id(of element: Element, at index: Int) -> ID
}

/// The data's own id.
@usableFromInline
struct OwnIdentity<Element: Identifiable>: RowIdentity where Element.ID: Sendable {
    @inlinable
    init() {}

    @inlinable
    static var isFixed: Bool { true }

    @inlinable
    func id(of element: Element, at index: Int) -> Element.ID { element.id }
}

/// An id that a function reads from the data.
@usableFromInline
struct ReadIdentity<Element, ID: Hashable & Sendable>: RowIdentity {
    @usableFromInline
    let read: (Element) -> ID

    @inlinable
    init(_ read: @escaping (Element) -> ID) {
        self.read = read
    }

    @inlinable
    static var isFixed: Bool { false }

    @inlinable
    func id(of element: Element, at index: Int) -> ID { read(element) }
}

/// An id given beside the data.
@usableFromInline
struct GivenIdentity<Element, ID: Hashable & Sendable>: RowIdentity {
    @usableFromInline
    let id: ID

    @inlinable
    init(_ id: ID) {
        self.id = id
    }

    @inlinable
    static var isFixed: Bool { false }

    @inlinable
    func id(of element: Element, at index: Int) -> ID { id }
}

/// The row's number in its run.
@usableFromInline
struct PositionIdentity<Element>: RowIdentity {
    @inlinable
    init() {}

    @inlinable
    static var isFixed: Bool { true }

    @inlinable
    func id(of element: Element, at index: Int) -> Int { index }
}
