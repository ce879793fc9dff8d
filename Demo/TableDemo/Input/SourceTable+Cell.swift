extension SourceTable {
    /// What a cell holds.
    enum Kind: UInt32, Sendable {
        /// Text, perhaps of no length; also a nested array or object as its JSON source text.
        case text
        /// A number, as the text it has in the file.
        case number
        /// The JSON value `true`.
        case `true`
        /// The JSON value `false`.
        case `false`
        /// The JSON value `null`, or an empty field in a numeric column of a CSV file.
        case null
        /// A key that a JSON object does not have.
        case missing
    }

    /// Where the text of a cell lies in the table's buffer, and its kind, in eight bytes.
    struct Cell: Sendable {
        /// The most bytes that the text of one cell can have: the kind takes the top three bits.
        static let longest = 1 << 29 - 1
        /// The cell of a key that an object does not have.
        static let missing = Cell(start: 0, length: 0, kind: .missing)

        private let start: UInt32
        private let kindAndLength: UInt32

        /// A cell whose text starts at `start` and has at most ``longest`` bytes.
        init(start: Int, length: Int, kind: Kind) {
            precondition(length <= Cell.longest, "A cell's length fits in 29 bits")
            self.start = UInt32(start)
            kindAndLength = kind.rawValue << 29 | UInt32(truncatingIfNeeded: length)
        }

        var length: Int { Int(kindAndLength & (1 << 29 - 1)) }
        var range: Range<Int> { Int(start)..<Int(start) + length }
        var kind: Kind { Kind(rawValue: kindAndLength >> 29) ?? .missing }

        /// The same text as another kind.
        func changed(to kind: Kind) -> Cell {
            Cell(start: Int(start), length: length, kind: kind)
        }
    }
}
