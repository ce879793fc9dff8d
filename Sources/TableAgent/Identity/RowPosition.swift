/// The place of a row: the section's number and the row's number in it, both from 0.
///
/// It is encoded as a pair, `[section, row]`.
public struct RowPosition: Hashable, Sendable {
    /// The section's number, from 0.
    public var section: Int

    /// The row's number in its section, from 0.
    public var row: Int

    /// Creates a position.
    public init(section: Int, row: Int) {
        self.section = section
        self.row = row
    }
}

extension RowPosition: Comparable {
    /// Whether a row stands above another one in the table.
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
    /// The position in words, as in `section 0, row 3`.
    public var description: String { "section \(section), row \(row)" }
}
