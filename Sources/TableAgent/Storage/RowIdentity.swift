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

    /// Whether another value surely reads the same ids.
    func isSame(as other: Self) -> Bool

    /// Whether an array that ends before one number and one that begins with another have the same ids when
    /// they are joined.
    static func joins(_ end: Int, _ start: Int) -> Bool
}

extension RowIdentity {
    @inlinable
    func isSame(as other: Self) -> Bool { false }

    @inlinable
    static func joins(_ end: Int, _ start: Int) -> Bool { true }
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

    @inlinable
    func isSame(as other: Self) -> Bool { true }
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

    @inlinable
    static func joins(_ end: Int, _ start: Int) -> Bool { false }
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

    @inlinable
    func isSame(as other: Self) -> Bool { true }

    @inlinable
    static func joins(_ end: Int, _ start: Int) -> Bool { end == start }
}
