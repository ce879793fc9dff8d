/// The id of a row or a section, of any type.
///
/// One table may contain ids of several types. Two ids are equal if they have the same type and equal values,
/// so the text `"1"` and the number `1` are different ids.
///
/// ```swift
/// let id = AnyID(order.id)
/// id == AnyID(order.id)        // true
/// id.base as? UUID             // the UUID again
/// ```
public struct AnyID: Hashable, Sendable {
    /// The wrapped id.
    public let base: any Hashable & Sendable

    /// Wraps an id. An id that is already wrapped is not wrapped again.
    @inlinable
    public init<ID: Hashable & Sendable>(_ base: ID) {
        if ID.self == AnyID.self, let wrapped = base as? AnyID {
            self = wrapped
        } else {
            self.base = base
        }
    }

    /// Returns whether two ids have the same type and value.
    public static func == (lhs: AnyID, rhs: AnyID) -> Bool {
        areSame(lhs.base, rhs.base)
    }

    /// Hashes the id's value.
    public func hash(into hasher: inout Hasher) {
        base.hash(into: &hasher)
    }

    /// The hash of the wrapped id.
    public var hashValue: Int { base.hashValue }
}

extension AnyID: CustomStringConvertible {
    /// The description of the wrapped id.
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

/// Returns whether two values have the same type and are equal. The type of an object is its class.
private func areSame<ID: Hashable, Other: Hashable>(_ id: ID, _ other: Other) -> Bool {
    // A cast takes longer than many comparisons. Values of the same type need no cast.
    guard ID.self == Other.self, !(ID.self is AnyClass) else { return areSameByCast(id, other) }
    return withUnsafePointer(to: other) { other in
        other.withMemoryRebound(to: ID.self, capacity: 1) { id == $0.pointee }
    }
}

// This is a separate function, because a function loads the metadata for its casts before its first line.
@inline(never)
private func areSameByCast<ID: Hashable, Other: Hashable>(_ id: ID, _ other: Other) -> Bool {
    type(of: id) == type(of: other) && id == other as? ID
}
