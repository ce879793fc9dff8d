/// A section of a table: an id, a head, rows, and a foot.
///
/// ```swift
/// TableSection(id: customer.id) {
///     Head(customer, as: CustomerTitle.self)
///     Rows(customer.orders, as: OrderLine.self)
///     Foot(customer.total, as: TotalLine.self)
/// }
/// ```
public struct TableSection: Identifiable {
    /// The storage that copies of a section share until one of them is changed.
    @usableFromInline
    final class Content {
        let id: AnyID
        var head: SectionPart?
        var rows: Rows
        var foot: SectionPart?
        var isCollapsed: Bool

        @usableFromInline
        init(
            _ id: AnyID, _ head: SectionPart?, _ rows: Rows, _ foot: SectionPart?, _ isCollapsed: Bool
        ) {
            self.id = id
            self.head = head
            self.rows = rows
            self.foot = foot
            self.isCollapsed = isCollapsed
        }
    }

    @usableFromInline var content: Content

    /// The section's id, unique in the table.
    public var id: AnyID { content.id }

    /// The head, above the rows. A new value replaces a computed head.
    public var head: Row? {
        get { content.head?.row(of: content.rows) { content.head = $0 } }
        set { ownContent.head = newValue.map(SectionPart.given) }
    }

    /// The rows, including the hidden rows of a collapsed section.
    public var rows: Rows {
        get { content.rows }
        _modify {
            let own = ownContent
            own.head = own.head?.withoutComputedRow
            own.foot = own.foot?.withoutComputedRow
            // Moved out of the storage, so that the compiler checks exclusive access here and not at run
            // time.
            var rows = own.rows
            own.rows = Rows()
            defer { own.rows = rows }
            yield &rows
        }
    }

    /// The foot, below the rows. A new value replaces a computed foot.
    public var foot: Row? {
        get { content.foot?.row(of: content.rows) { content.foot = $0 } }
        set { ownContent.foot = newValue.map(SectionPart.given) }
    }

    /// The head and the foot, given or computed.
    var parts: (head: SectionPart?, foot: SectionPart?) {
        get { (content.head, content.foot) }
        set {
            let own = ownContent
            (own.head, own.foot) = newValue
        }
    }

    /// Whether the rows are hidden.
    public var isCollapsed: Bool {
        get { content.isCollapsed }
        set { ownContent.isCollapsed = newValue }
    }

    /// The storage, copied if other sections share it.
    private var ownContent: Content {
        mutating get {
            if !isKnownUniquelyReferenced(&content) {
                content = Content(id, content.head, rows, content.foot, isCollapsed)
            }
            return content
        }
    }

    /// Returns whether two sections share their storage, so that they need not be compared.
    func isCopy(of other: TableSection) -> Bool { content === other.content }

    /// Returns whether another section has the same id. The ids are compared without copies.
    func hasSameID(as other: TableSection) -> Bool { content.id == other.content.id }

    /// Creates a section from its parts.
    @inlinable
    public init(
        id: some Hashable & Sendable, head: Head? = nil, rows: Rows = Rows(), foot: Foot? = nil,
        isCollapsed: Bool = false
    ) {
        content = Content(AnyID(id), head?.part, rows, foot?.part, isCollapsed)
    }

    /// Creates a section from the head, rows, and foot in its body.
    ///
    /// - Parameters:
    ///   - id: The section's id, unique in the table.
    ///   - isCollapsed: Whether the rows are hidden.
    ///   - content: The body, which lists the parts; `for`, `if`, and `switch` are allowed. The head is
    ///     always first and the foot last, wherever they are listed.
    /// - Throws: Any error of the body.
    @inlinable
    public init(
        id: some Hashable & Sendable, isCollapsed: Bool = false,
        @SectionContent content: () throws -> SectionContent
    ) rethrows {
        let parts = try content()
        self.content = Content(AnyID(id), parts.head, parts.rows, parts.foot, isCollapsed)
    }

    /// The visible rows: an empty collection while the section is collapsed.
    public var visibleRows: Rows { isCollapsed ? Rows() : rows }

    /// The number of visible rows: 0 while the section is collapsed.
    ///
    /// - Complexity: O(1).
    public var visibleRowCount: Int { isCollapsed ? 0 : rows.count }

    /// Whether the section has a head. A computed head is not computed for this.
    public var hasHead: Bool { content.head != nil }

    /// Whether the section has a foot. A computed foot is not computed for this.
    public var hasFoot: Bool { content.foot != nil }

    /// The state that items receive when they fill a view.
    public var state: SectionState { SectionState(isCollapsed: isCollapsed, rowCount: rows.count) }

    /// Returns the head or the foot.
    ///
    /// - Returns: The row, or `nil` if the section has no head or foot.
    public func row(_ kind: HeadFootKind) -> Row? {
        switch kind {
        case .head: head
        case .foot: foot
        }
    }
}

// MARK: Building

/// The head, rows, and foot that a section is built of, with `for`, `if` and `switch`.
@resultBuilder
public struct SectionContent {
    @usableFromInline var head: SectionPart?
    @usableFromInline var rows: Rows
    @usableFromInline var foot: SectionPart?

    @inlinable
    init(head: SectionPart? = nil, rows: Rows = Rows(), foot: SectionPart? = nil) {
        self.head = head
        self.rows = rows
        self.foot = foot
    }

    /// Takes a head.
    @inlinable
    public static func buildExpression(_ head: Head) -> Self { Self(head: head.part) }

    /// Takes a foot.
    @inlinable
    public static func buildExpression(_ foot: Foot) -> Self { Self(foot: foot.part) }

    /// Takes one row.
    @inlinable
    public static func buildExpression(_ row: Row) -> Self { Self(rows: row.rows) }

    /// Takes rows, of one kind or of several.
    @inlinable
    public static func buildExpression(_ rows: Rows) -> Self { Self(rows: rows) }

    /// Takes parts that were built elsewhere.
    @inlinable
    public static func buildExpression(_ content: Self) -> Self { content }

    /// Takes an empty block.
    @inlinable
    public static func buildBlock() -> Self { Self() }

    /// Takes the first part of a block.
    @inlinable
    public static func buildPartialBlock(first: Self) -> Self { first }

    /// Joins the next part of a block to those before it.
    public static func buildPartialBlock(accumulated: Self, next: Self) -> Self {
        var content = accumulated
        content.append(next)
        return content
    }

    /// Joins the parts that a `for` loop made.
    public static func buildArray(_ parts: [Self]) -> Self {
        parts.reduce(into: Self()) { $0.append($1) }
    }

    private mutating func append(_ other: Self) {
        precondition(head == nil || other.head == nil, "A section has one head, and this one lists two.")
        precondition(foot == nil || other.foot == nil, "A section has one foot, and this one lists two.")
        head = head ?? other.head
        rows.append(other.rows)
        foot = foot ?? other.foot
    }

    /// Takes the parts of an `if` without `else`.
    @inlinable
    public static func buildOptional(_ content: Self?) -> Self { content ?? Self() }

    /// Takes the parts of the first branch.
    @inlinable
    public static func buildEither(first content: Self) -> Self { content }

    /// Takes the parts of the second branch.
    @inlinable
    public static func buildEither(second content: Self) -> Self { content }
}
