/// The position of a row: the index of its section and its index in the section, both from 0.
///
/// A position is encoded as a pair, `[section, row]`.
public struct RowPosition: Hashable, Sendable {
    /// The index of the section, from 0.
    public var section: Int

    /// The index of the row in its section, from 0.
    public var row: Int

    /// Creates a position.
    public init(section: Int, row: Int) {
        self.section = section
        self.row = row
    }
}

extension RowPosition: Comparable {
    /// Returns whether a row precedes another row in the table.
    public static func < (lhs: RowPosition, rhs: RowPosition) -> Bool {
        (lhs.section, lhs.row) < (rhs.section, rhs.row)
    }
}

extension RowPosition: Codable {
    /// Reads a `[section, row]` pair.
    public init(from decoder: any Decoder) throws {
        var pair = try decoder.unkeyedContainer()
        section = try pair.decode(Int.self)
        row = try pair.decode(Int.self)
    }

    /// Writes a `[section, row]` pair.
    public func encode(to encoder: any Encoder) throws {
        var pair = encoder.unkeyedContainer()
        try pair.encode(section)
        try pair.encode(row)
    }
}

extension RowPosition: CustomStringConvertible {
    /// A description, such as `section 0, row 3`.
    public var description: String { "section \(section), row \(row)" }
}
