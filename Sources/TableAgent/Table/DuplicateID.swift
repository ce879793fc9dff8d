/// An id that two rows of a section have, or two sections of a table.
public struct DuplicateID: Hashable, Sendable {
    /// Where an id is found.
    public enum Place: Hashable, Sendable {
        /// The id is that of a section, by its number from 0.
        case section(Int)
        /// The id is that of a row.
        case row(RowPosition)
    }

    /// The id.
    public let id: AnyID

    /// Where it is found first.
    public let first: Place

    /// Where it is found again.
    public let second: Place

    /// Creates a description of a duplicate.
    ///
    /// - Parameters:
    ///   - id: The id.
    ///   - first: Where it is found first.
    ///   - second: Where it is found again.
    public init(id: AnyID, first: Place, second: Place) {
        self.id = id
        self.first = first
        self.second = second
    }
}

extension DuplicateID.Place: CustomStringConvertible {
    /// The place in words, as in `section 0, row 3`.
    public var description: String {
        switch self {
        case .section(let number): "section \(number)"
        case .row(let position): "\(position)"
        }
    }
}

extension DuplicateID: CustomStringConvertible {
    /// The id and both places in a sentence.
    public var description: String {
        "The id \(String(reflecting: id.base)) is found at \(first) and again at \(second)."
    }
}
