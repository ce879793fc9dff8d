/// A section of a table: a head, rows and a foot under one id.
///
/// ```swift
/// TableSection(id: customer.id) {
///     Head(customer, as: CustomerTitle.self)
///     Rows(customer.orders, as: OrderLine.self)
///     Foot(customer.total, as: TotalLine.self)
/// }
/// ```
public struct TableSection {
    /// The section's id, unique in the table.
    public let id: AnyID

    /// The head, above the rows.
    public var head: Row?

    /// The rows, whether they are on show or hidden by collapsing the section.
    public var rows: Rows

    /// The foot, below the rows.
    public var foot: Row?

    /// Whether the rows are hidden.
    public var isCollapsed: Bool

    /// Creates a section of its parts.
    ///
    /// - Parameters:
    ///   - id: The section's id, unique in the table.
    ///   - head: The head, above the rows.
    ///   - rows: The rows.
    ///   - foot: The foot, below the rows.
    ///   - isCollapsed: Whether the rows are hidden.
    public init(
        id: some Hashable & Sendable, head: Head? = nil, rows: Rows = Rows(), foot: Foot? = nil,
        isCollapsed: Bool = false
    ) {
        self.id = AnyID(id)
        self.head = head?.row
        self.rows = rows
        self.foot = foot?.row
        self.isCollapsed = isCollapsed
    }

    /// Creates a section of the head, rows and foot that a builder lists.
    ///
    /// - Parameters:
    ///   - id: The section's id, unique in the table.
    ///   - isCollapsed: Whether the rows are hidden.
    ///   - content: Lists the parts; `for`, `if` and `switch` are allowed. The head always comes first and
    ///     the foot last, wherever they are listed.
    /// - Throws: What the builder throws.
    public init(
        id: some Hashable & Sendable, isCollapsed: Bool = false,
        @SectionBuilder content: () throws -> SectionContent
    ) rethrows {
        let content = try content()
        self.init(id: id, rows: content.rows, isCollapsed: isCollapsed)
        head = content.head
        foot = content.foot
    }

    /// The rows on show: none while the section is collapsed.
    public var visibleRows: Rows { isCollapsed ? Rows() : rows }

    /// How many rows are on show: none while the section is collapsed.
    public var visibleRowCount: Int { isCollapsed ? 0 : rows.count }

    /// What the section's head and foot are told when they are filled.
    public var state: SectionState { SectionState(isCollapsed: isCollapsed, rowCount: rows.count) }

    /// Returns the head or the foot.
    ///
    /// - Parameter kind: Which of them.
    /// - Returns: Its row, or `nil` when the section has none.
    public func row(_ kind: HeadFootKind) -> Row? {
        switch kind {
        case .head: head
        case .foot: foot
        }
    }
}
