/// The id of a row or a section, whatever its type.
///
/// One table may mix ids of several types. Two ids are equal when they have the same type and are equal as
/// values of it, so the text `"1"` and the number `1` are different ids.
///
/// ```swift
/// let id = AnyID(order.id)
/// id == AnyID(order.id)        // true
/// id.base as? UUID             // the UUID again
/// ```
public struct AnyID: Hashable, Sendable {
    /// The id as it was given.
    public let base: any Hashable & Sendable

    /// Wraps an id; an id that is wrapped already stays as it is.
    @inlinable
    public init<ID: Hashable & Sendable>(_ base: ID) {
        if ID.self == AnyID.self, let wrapped = base as? AnyID {
            self = wrapped
        } else {
            self.base = base
        }
    }

    /// Whether two ids have the same type and value.
    public static func == (lhs: AnyID, rhs: AnyID) -> Bool {
        areSame(lhs.base, rhs.base)
    }

    /// Hashes the id's value.
    public func hash(into hasher: inout Hasher) {
        base.hash(into: &hasher)
    }

    /// The hash that the id has as a value of its own type.
    public var hashValue: Int { base.hashValue }
}

extension AnyID: CustomStringConvertible {
    /// The id's own description.
    public var description: String { String(describing: base) }
}

extension AnyID: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    /// Creates an id from a text.
    public init(stringLiteral value: String) {
        base = value
    }

    /// Creates an id from a whole number.
    public init(integerLiteral value: Int) {
        base = value
    }
}

/// Whether two values have the same type, which for objects is their class, and are equal.
private func areSame<ID: Hashable, Other: Hashable>(_ id: ID, _ other: Other) -> Bool {
    // A cast takes longer than many a comparison. Values of one type need none.
    guard ID.self == Other.self, !(ID.self is AnyClass) else { return areSameByCast(id, other) }
    return withUnsafePointer(to: other) { other in
        other.withMemoryRebound(to: ID.self, capacity: 1) { id == $0.pointee }
    }
}

// A function of its own, since its metadata are fetched before its first line.
@inline(never)
private func areSameByCast<ID: Hashable, Other: Hashable>(_ id: ID, _ other: Other) -> Bool {
    type(of: id) == type(of: other) && id == other as? ID
}
