/// A section of a table: a head, rows and a foot under one id.
///
/// ```swift
/// Section(id: customer.id) {
///     Head(customer, as: CustomerTitle.self)
///     Rows(customer.orders, as: OrderLine.self)
///     Foot(customer.total, as: TotalLine.self)
/// }
/// ```
public struct Section {
    /// The section's id, unique in the table.
    public let id: AnyID

    /// The entry above the rows.
    public var head: HeadFoot?

    /// The rows, whether they are on show or hidden by collapsing the section.
    public var rows: Rows

    /// The entry below the rows.
    public var foot: HeadFoot?

    /// Whether the rows are hidden.
    public var isCollapsed: Bool {
        didSet { isSetByEdit = true }
    }

    /// Whether an edit collapsed or expanded the section, which new data does not undo.
    var isSetByEdit = false

    /// Creates a section of its parts.
    ///
    /// - Parameters:
    ///   - id: The section's id, unique in the table.
    ///   - head: The entry above the rows.
    ///   - rows: The rows.
    ///   - foot: The entry below the rows.
    ///   - isCollapsed: Whether the rows are hidden.
    public init(
        id: some Hashable & Sendable, head: HeadFoot? = nil, rows: Rows = Rows(), foot: HeadFoot? = nil,
        isCollapsed: Bool = false
    ) {
        self.id = AnyID(id)
        self.head = head
        self.rows = rows
        self.foot = foot
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
        self.init(
            id: id, head: content.head, rows: content.rows, foot: content.foot, isCollapsed: isCollapsed)
    }

    /// The rows on show: none while the section is collapsed.
    public var visibleRows: Rows { isCollapsed ? Rows() : rows }

    /// How many rows are on show: none while the section is collapsed.
    public var visibleRowCount: Int { isCollapsed ? 0 : rows.count }

    /// What the section's head and foot are told when they are filled.
    public var state: SectionState { SectionState(isCollapsed: isCollapsed, rowCount: rows.count) }

    /// The entry of a kind.
    ///
    /// - Parameter kind: Head or foot.
    /// - Returns: The entry, or `nil` when the section has none.
    public func entry(_ kind: HeadFootKind) -> HeadFoot? {
        switch kind {
        case .head: head
        case .foot: foot
        }
    }
}
