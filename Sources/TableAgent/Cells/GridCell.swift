/// A cell of a ``GridLine``: its kind, its role, and the ranges of its text in the line.
public struct GridCell: Hashable, Sendable {
    /// The kind of a cell's value.
    public enum Kind: UInt8, Hashable, Sendable {
        /// No value.
        case empty
        /// Text.
        case text
        /// A whole number, in decimal digits.
        case integer
        /// A decimal number as JSON writes it; or `nan`, `inf`, or `-inf`. A digit may be missing before or
        /// after the point.
        case decimal
        /// `true` or `false`.
        case boolean
        /// A date or time as text, preferably in ISO 8601.
        case date
        /// A JSON value, such as an array, as text.
        case json
        /// A list of numbers as a JSON array. Surfaces for people draw the list as a small chart.
        case series
        /// No value and, in formats with keys, no key either.
        case missing
    }

    /// The kind of value.
    public let kind: Kind

    /// The meaning of the cell for the reader.
    public let role: GridRole

    /// The bytes of the value in the line. Data formats such as JSON write the value.
    @usableFromInline package let value: Range<Int>

    /// The bytes of the displayed text in the line; by default the bytes of the value.
    @usableFromInline package let shown: Range<Int>

    /// The number of bytes in the address of a link, which follows the value and the displayed text; 0
    /// without a link.
    @usableFromInline package let linkCount: Int32

    /// Creates a cell of a line.
    @inlinable
    package init(kind: Kind, role: GridRole, value: Range<Int>, shown: Range<Int>, linkCount: Int) {
        self.kind = kind
        self.role = role
        self.value = value
        self.shown = shown
        self.linkCount = Int32(clamping: linkCount)
    }

    /// The bytes of a link's address in the line.
    package var link: Range<Int> {
        let start = max(value.upperBound, shown.upperBound)
        return start..<start + Int(linkCount)
    }

    /// Returns the cell for a line in which its text is at another place.
    package func moved(by distance: Int) -> GridCell {
        func moved(_ range: Range<Int>) -> Range<Int> {
            range.lowerBound + distance..<range.upperBound + distance
        }
        return GridCell(
            kind: kind, role: role, value: moved(value), shown: moved(shown), linkCount: Int(linkCount))
    }

    /// Whether the cell holds a value.
    @inlinable package var hasValue: Bool { kind != .empty && kind != .missing }

    /// Whether the cell holds a number.
    @inlinable package var isNumber: Bool { kind == .integer || kind == .decimal }

    /// Whether the cell displays its number: printable ASCII text, mostly digits.
    @inlinable package var showsNumber: Bool { isNumber && shown.lowerBound == value.lowerBound }
}

/// The meaning of a cell for the reader. The surface determines the appearance.
public enum GridRole: UInt8, Hashable, Sendable, CaseIterable {
    /// No particular meaning.
    case plain
    /// Important, such as a title or a total.
    case strong
    /// Less important than the cells around it.
    case muted
    /// Good news, such as a profit.
    case positive
    /// Bad news, such as a loss.
    case negative
    /// A value that needs attention.
    case warning
    /// A reference; the cell's value is its address.
    case link
}
