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
        var collapse: CollapseState
        /// The state if the running update fails; `nil` if it is the same.
        var collapseAfterFailure: CollapseState?
        var emptyText: String?

        @usableFromInline
        init(
            id: AnyID, head: SectionPart?, rows: Rows, foot: SectionPart?, isCollapsed: Bool,
            emptyText: String?
        ) {
            self.id = id
            self.head = head
            self.rows = rows
            self.foot = foot
            collapse = CollapseState(isCollapsed: isCollapsed)
            self.emptyText = emptyText
        }
    }

    @usableFromInline var content: Content

    /// The section's id, unique in the table.
    public var id: AnyID { content.id }

    /// The row of the head, above the other rows, or `nil` if the section has no head.
    ///
    /// Replace the head with ``setHead(_:)``.
    public var head: Row? { content.head?.row(of: content.rows) { content.head = $0 } }

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

    /// The row of the foot, below the other rows, or `nil` if the section has no foot. While the section has no rows, its
    /// ``emptyText`` takes the place of the foot.
    ///
    /// Replace the foot with ``setFoot(_:)``.
    public var foot: Row? { shownEmptyText.map(EmptyText.row) ?? dataFoot }

    /// The row of the foot for programs, for which an empty text is no data.
    package var dataFoot: Row? { content.foot?.row(of: content.rows) { content.foot = $0 } }

    /// The sentence that people see in place of the rows and the foot while the section has no rows, such as "No orders
    /// yet"; `nil` for none. A collapsed section does not show the sentence.
    ///
    /// Data formats, such as CSV and JSON, leave the sentence out.
    public var emptyText: String? {
        get { content.emptyText }
        set { ownContent.emptyText = newValue }
    }

    private var shownEmptyText: String? { rows.isEmpty && !isCollapsed ? emptyText : nil }

    /// Sets the head; `nil` removes it.
    ///
    /// - Parameter head: The new head, with data that is given or computed from the rows.
    public mutating func setHead(_ head: Head?) { parts.head = head?.part }

    /// Sets the foot; `nil` removes it.
    ///
    /// - Parameter foot: The new foot, with data that is given or computed from the rows.
    public mutating func setFoot(_ foot: Foot?) { parts.foot = foot?.part }

    /// The head and the foot, given or computed.
    var parts: (head: SectionPart?, foot: SectionPart?) {
        get { (content.head, content.foot) }
        set {
            let own = ownContent
            own.head = newValue.head
            own.foot = newValue.foot
        }
    }

    /// Whether the rows are hidden.
    public var isCollapsed: Bool {
        get { content.collapse.isCollapsed }
        set { ownContent.collapse.isCollapsed = newValue }
    }

    /// Whether the rows are hidden, and whether an edit has said so.
    var collapse: CollapseState {
        get { content.collapse }
        set { ownContent.collapse = newValue }
    }

    /// The state of a waiting section if the running update fails; `nil` if it is the same.
    var collapseAfterFailure: CollapseState? {
        get { content.collapseAfterFailure }
        set { ownContent.collapseAfterFailure = newValue }
    }

    /// Whether an edit has said, here or in the table before, that the rows are hidden or visible.
    var remembersCollapse: Bool { collapse.isKept || collapseAfterFailure != nil }

    /// Forgets what edits have said. The rows stay hidden or visible.
    mutating func forgetCollapse() {
        collapse.isKept = false
        collapseAfterFailure = nil
    }

    /// The storage, copied if other sections share it.
    private var ownContent: Content {
        mutating get {
            if !isKnownUniquelyReferenced(&content) {
                let own = Content(
                    id: id, head: content.head, rows: rows, foot: content.foot, isCollapsed: isCollapsed,
                    emptyText: emptyText)
                own.collapse = content.collapse
                own.collapseAfterFailure = content.collapseAfterFailure
                content = own
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
        isCollapsed: Bool = false, empty: String? = nil
    ) {
        content = Content(
            id: AnyID(id), head: head?.part, rows: rows, foot: foot?.part, isCollapsed: isCollapsed,
            emptyText: empty)
    }

    /// Creates a section from the head, rows, and foot in its body.
    ///
    /// - Parameters:
    ///   - id: The section's id, unique in the table.
    ///   - isCollapsed: Whether the rows are hidden.
    ///   - empty: The sentence that people see while the section has no rows; see ``emptyText``.
    ///   - content: The body, which lists the parts; `for`, `if`, and `switch` are allowed. The head is
    ///     always first and the foot last, wherever they are listed.
    /// - Throws: Any error of the body.
    @inlinable
    public init(
        id: some Hashable & Sendable, isCollapsed: Bool = false, empty: String? = nil,
        @SectionBuilder content: () throws -> SectionContent
    ) rethrows {
        let parts = try content()
        self.content = Content(
            id: AnyID(id), head: parts.head, rows: parts.rows, foot: parts.foot, isCollapsed: isCollapsed,
            emptyText: empty)
    }

    /// The visible rows: an empty collection while the section is collapsed.
    public var visibleRows: Rows { isCollapsed ? Rows() : rows }

    /// The number of visible rows: 0 while the section is collapsed.
    ///
    /// - Complexity: O(1).
    public var visibleRowCount: Int { isCollapsed ? 0 : rows.count }

    /// Whether the section has a head. A computed head is not computed for this.
    package var hasHead: Bool { content.head != nil }

    /// Whether the section has a foot. A computed foot is not computed for this.
    package var hasFoot: Bool { content.foot != nil || shownEmptyText != nil }

    /// The state that items receive when they fill a view.
    public var state: SectionState { SectionState(isCollapsed: isCollapsed, rowCount: rows.count) }

    /// Returns the row that sends the events of the head or foot. The sentence of an empty section is only shown in place of
    /// the foot, whose actions stay.
    package func sender(of part: TablePart) -> Row? {
        part == .foot ? dataFoot ?? foot : row(of: part)
    }

    /// Returns the row of the head or foot, or `nil` for another part of a table.
    package func row(of part: TablePart) -> Row? {
        switch part {
        case .head: head
        case .foot: foot
        case .row, .tableFoot: nil
        }
    }
}

/// The sentence that people see in place of missing rows.
enum EmptyText: GridLineItem {
    static func fill(_ line: inout GridLine, with text: String) { line.text(text) }

    /// Returns the row that shows a sentence.
    static func row(_ text: String) -> Row { Row(text, id: "empty", as: EmptyText.self) }
}
