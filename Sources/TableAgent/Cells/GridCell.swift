/// One cell of a ``GridLine``: its kind, its role and where its text stands in the line.
public struct GridCell: Hashable, Sendable {
    /// What kind of value a cell holds.
    public enum Kind: UInt8, Hashable, Sendable {
        /// No value.
        case empty
        /// Text.
        case text
        /// A whole number, in decimal digits.
        case integer
        /// A decimal number as JSON writes it, without a digit before or behind its point, or `nan`, `inf`, `-inf`.
        case decimal
        /// `true` or `false`.
        case boolean
        /// A date or time as text, in ISO 8601 where the business can choose.
        case date
        /// A value of JSON, such as an array, as text.
        case json
        /// No value and, where each value has a key, no key either.
        case missing
    }

    /// The kind of value.
    public let kind: Kind

    /// What the cell means to the reader.
    public let role: GridRole

    /// Where the value stands in its line, in bytes: what data surfaces such as JSON write.
    @usableFromInline package let value: Range<Int>

    /// Where the text for people stands in its line, in bytes; the value unless another was given.
    @usableFromInline package let shown: Range<Int>

    /// The number of bytes of the address of a link, which stands behind both; 0 for none.
    @usableFromInline package let linkCount: Int32

    /// Creates a cell of a line; see the row `text/100k x 6` of the benchmark.
    @inlinable
    package init(kind: Kind, role: GridRole, value: Range<Int>, shown: Range<Int>, linkCount: Int) {
        self.kind = kind
        self.role = role
        self.value = value
        self.shown = shown
        self.linkCount = Int32(clamping: linkCount)
    }

    /// Where the address of a link stands in its line, in bytes.
    package var link: Range<Int> {
        let start = max(value.upperBound, shown.upperBound)
        return start..<start + Int(linkCount)
    }

    /// Whether the cell holds a value.
    @inlinable
    package var hasValue: Bool { kind != .empty && kind != .missing }

    /// Whether the cell holds a number.
    @inlinable
    package var isNumber: Bool { kind == .integer || kind == .decimal }

    /// Whether people are shown the number that the cell holds: printable ASCII, mostly digits.
    @inlinable
    package var showsNumber: Bool { isNumber && shown.lowerBound == value.lowerBound }
}

/// What a cell means to the reader; the surface decides how that looks.
public enum GridRole: UInt8, Hashable, Sendable, CaseIterable {
    /// Nothing in particular.
    case plain
    /// Important, such as a title or a total.
    case strong
    /// Less important than its neighbours.
    case muted
    /// Good news, such as a profit.
    case positive
    /// Bad news, such as a loss.
    case negative
    /// In need of attention.
    case warning
    /// A reference to elsewhere; the cell's value is its address.
    case link
}
