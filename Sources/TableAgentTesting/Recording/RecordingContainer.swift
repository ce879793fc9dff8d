public import TableAgent

/// A container that shows nothing and records everything: what it was asked, and what would be visible.
///
/// Use it to test a reformer, a panel, or a screen without any surface.
///
/// ```swift
/// let container = RecordingContainer()
/// let agent = try Agent(container, rawData: ledger, reformer: LedgerReformer.self)
/// container.calls                          // [.attach, .reload(from: [], to: [2, 3])]
/// container.sections[0].rows[1].texts      // ["Ada", "3", "€ 12.50"]
/// try container.touch(RowPosition(section: 0, row: 1))
/// ```
///
/// With a height it shows that many lines at a time and tells which become visible and cease to be, as a table
/// view does that a user scrolls.
public final class RecordingContainer: TableContainer {
    /// What the container was asked, in order.
    public private(set) var calls: [RecordedCall] = []

    /// The columns of the table that would be visible.
    public private(set) var columns: [GridColumn] = []

    /// Returns whether the container claims to have a view for an item.
    public var canShowItem: (any TableItem.Type) -> Bool

    /// What becomes of the next update. Afterwards it returns to ``UpdateOutcome/commit``.
    public var nextOutcome = UpdateOutcome.commit

    /// Runs once during the next update, before its commit.
    ///
    /// It stands for what a surface may cause while it changes, such as another reload. It is cleared before it
    /// runs, so an update that it causes does not run it again.
    public var duringNextUpdate: ((TableUpdate) -> Void)?

    /// A Boolean value that indicates whether the container applies changes; otherwise the panel reloads it.
    public var appliesChanges: Bool

    /// What `UITableView` would have refused of the changes so far, or would have shown wrongly.
    public private(set) var violations: [BatchViolation] = []

    /// The panel that shows tables on the container. Setting and clearing it are recorded.
    public weak var panel: Panel? {
        willSet { recorded = sections }
        didSet {
            calls.append(panel == nil ? .detach : .attach)
            selection = []
            window?.clear()
        }
    }

    /// The sections as they were at the last update that the panel asked for.
    private var recorded: [RecordedSection] = []
    private var selection: [EventSource] = []
    private let window: DisplayWindow?

    /// Creates a container without a table.
    ///
    /// - Parameters:
    ///   - canShowItem: Returns whether the container claims to have a view for an item. By default it has one
    ///     for all, since it can record any data.
    ///   - appliesChanges: Whether the container applies changes; otherwise the panel reloads it.
    ///   - height: How many lines (heads, rows, and feet) are visible at a time, above 0. By default all lines
    ///     are, and the container does not tell which.
    public init(
        canShowItem: @escaping (any TableItem.Type) -> Bool = { _ in true }, appliesChanges: Bool = false,
        height: Int? = nil
    ) {
        precondition(height ?? 1 > 0, "A height is above 0 lines, not \(height ?? 0).")
        self.canShowItem = canShowItem
        self.appliesChanges = appliesChanges
        window = height.map(DisplayWindow.init)
    }

    /// The sections that would be visible, from the top.
    ///
    /// - Complexity: O(sections).
    public var sections: [RecordedSection] {
        guard let table = panel?.tableInfo, table.sections.count == recorded.count else { return recorded }
        var sections = recorded
        // A section without lines collapses without an update of the surface.
        for (index, section) in table.sections.enumerated()
        where sections[index].isCollapsed != section.isCollapsed {
            sections[index].isCollapsed = section.isCollapsed
        }
        return sections
    }

    /// The visible rows; without a height, all that are not collapsed.
    ///
    /// - Complexity: O(visible rows).
    public var visibleRows: [RowPosition] {
        window?.rows
            ?? recorded.indices.flatMap { index in
                recorded[index].rows.indices.map { RowPosition(section: index, row: $0) }
            }
    }

    /// The selected rows, in the order of their selection. A reload of the whole table leaves none.
    public var selectedRows: [RowPosition] { selection.compactMap(\.position) }

    /// Removes the calls so far, so that a test can look at the next ones alone.
    public func removeCalls() {
        calls = []
    }

    // MARK: What a panel asks

    /// Returns whether ``canShowItem`` accepts an item.
    public func canShow(_ item: any TableItem.Type) -> Bool {
        canShowItem(item)
    }

    /// Records the call and the new table, and ends as ``nextOutcome`` says.
    ///
    /// - Parameter update: The old and the new table.
    /// - Throws: The error of ``nextOutcome``.
    /// - Complexity: O(visible rows).
    public func reload(_ update: TableUpdate) throws {
        calls.append(.reload(from: update.old.visibleRowCounts, to: update.new.visibleRowCounts))
        try end(update, nil) {
            columns = update.new.columns
            recorded = update.new.sections.map(RecordedSection.init)
        }
    }

    /// Records the call, applies the changes to what is visible, and ends as ``nextOutcome`` says.
    ///
    /// Rows that the changes do not name keep what they show, so that a missed change can be seen in
    /// ``sections``. What a surface would refuse is added to ``violations``.
    ///
    /// - Parameters:
    ///   - changes: What to change.
    ///   - update: The old and the new table.
    /// - Throws: The error of ``nextOutcome``.
    /// - Complexity: O(visible rows).
    public func apply(_ changes: TableChanges, in update: TableUpdate) throws {
        calls.append(.apply(changes))
        let batch = TableBatch(changes)
        violations += BatchSimulator(from: update.old, to: update.new).violations(of: batch)
        let origins = BatchOrigins(batch, from: recorded.map(\.rows.count), to: update.new.visibleRowCounts)
        try end(update, origins) {
            recorded = RecordedSection.applying(changes, origins, to: recorded, update.new)
        }
    }

    /// Shows a row as not selected, without a question or an event.
    public func deselect(_ position: RowPosition) {
        selection.removeAll { $0.position == position }
    }

    /// Ends an update as ``nextOutcome`` says.
    ///
    /// - Parameter origins: Where a batch took the rows from; `nil` when all views are new.
    private func end(_ update: TableUpdate, _ origins: BatchOrigins?, show: () -> Void) throws {
        let (panel, outcome, action) = (panel, nextOutcome, duringNextUpdate)
        (nextOutcome, duringNextUpdate) = (.commit, nil)
        action?(update)
        if case .failBeforeCommit(let error) = outcome { throw error }
        if case .skipCommit = outcome { return }

        // Another agent may have taken the container over meanwhile.
        let isCurrent = panel === self.panel
        if isCurrent { show() }
        update.commit()
        if isCurrent, let panel {
            let sections = panel.tableInfo.sections
            let selected = selectedRows.filter { !sections[$0.section].isCollapsed }
            selection = origins == nil ? [] : selected.compactMap { try? panel.source(.row(.at($0))) }
            try window?.show(panel, origins)
        }
        if case .failAfterCommit(let error) = outcome { throw error }
    }

    // MARK: What a user does

    /// Selects a row, unless the event delegate refuses.
    ///
    /// - Parameter position: The row's position.
    /// - Throws: `TableError` when there is no agent, or no visible row at the position.
    public func select(_ position: RowPosition) throws {
        let source = try visibleSource(at: position)
        guard source.shouldSelect(), let position = source.position else { return }
        deselect(position)
        selection.append(source)
        source.post(.select)
    }

    /// Touches a row: it is highlighted while the finger is down, and then selected, or deselected if it was
    /// selected.
    ///
    /// - Parameter position: The row's position.
    /// - Throws: `TableError` when there is no agent, or no visible row at the position.
    public func touch(_ position: RowPosition) throws {
        let source = try visibleSource(at: position)
        source.post(.highlight)
        source.post(.unhighlight)
        // A listener may have removed or hidden the row.
        guard let position = source.position, isVisible(position) else { return }
        guard selectedRows.contains(position) else { return try select(position) }
        guard source.shouldDeselect(), let position = source.position else { return }
        deselect(position)
        source.post(.deselect)
    }

    /// Chooses an action of a row. A swipe edits the row meanwhile.
    ///
    /// ```swift
    /// try container.choose("Pay", .trailing, at: RowPosition(section: 0, row: 1))
    /// ```
    ///
    /// - Parameters:
    ///   - title: The action's title.
    ///   - place: Where it is offered.
    ///   - position: The row's position.
    /// - Throws: `TableError` with the code `actionNotOffered` when the row has no such action there; when there
    ///   is no agent, or no visible row at the position.
    public func choose(_ title: String, _ place: RowActionPlace, at position: RowPosition) throws {
        let source = try visibleSource(at: position)
        let actions = panel?.tableInfo.row(at: position)?.actions(place) ?? []
        guard let action = actions.first(where: { $0.title == title }) else {
            let offered = actions.isEmpty ? "none" : actions.map(\.title).joined(separator: ", ")
            throw TableError(
                .actionNotOffered,
                "The row at \(position) offers no \(place) action “\(title)”; it offers \(offered).",
                position: position)
        }
        if place != .menu { source.post(.beginEditing) }
        source.perform(action)
        if place != .menu { source.post(.endEditing) }
    }

    /// Scrolls as little as needed to make a row visible.
    ///
    /// - Parameter position: The row's position.
    /// - Throws: `TableError` when there is no agent, or no row at the position that can be visible.
    /// - Complexity: O(rows).
    public func scroll(to position: RowPosition) throws {
        _ = try visibleSource(at: position)
        if let panel { try window?.scroll(to: position, on: panel) }
    }

    private func isVisible(_ position: RowPosition) -> Bool {
        panel?.tableInfo.section(at: position.section)?.isCollapsed == false
    }

    private func visibleSource(at position: RowPosition) throws -> EventSource {
        guard let panel else {
            throw TableError(
                .notAttached, "\(surfaceName) is attached to no agent; attach one before a user uses it.")
        }
        let source = try panel.source(.row(.at(position)))
        guard isVisible(position) else {
            throw TableError(
                .positionOutOfRange,
                "The row at \(position) is hidden, since its section is collapsed; expand that first.",
                position: position)
        }
        return source
    }
}

/// What a panel or agent asked of a ``RecordingContainer``.
///
/// A table appears in it as the number of visible rows in each section, which is 0 for a collapsed one.
public enum RecordedCall: Hashable, Sendable {
    /// The container was given a panel.
    case attach
    /// The container's panel was cleared.
    case detach
    /// The container was asked to show a new table in place of the old one, whatever came of it.
    case reload(from: [Int], to: [Int])
    /// The container was asked to apply changes, whatever came of it.
    case apply(TableChanges)
}

/// What a ``RecordingContainer`` makes of an update, for tests of what a panel makes of that.
///
/// ```swift
/// container.nextOutcome = .failBeforeCommit(CancellationError())
/// #expect(throws: CancellationError.self) { try agent.reload(ledger) }
/// ```
public enum UpdateOutcome {
    /// The container takes over the new table and commits, as it should.
    case commit
    /// The container throws and keeps the old table, as a surface does that can't show the new one.
    case failBeforeCommit(any Error)
    /// The container takes over the new table, commits, and throws, as a surface does that fails late.
    case failAfterCommit(any Error)
    /// The container returns without a commit, which is a defect of a container.
    case skipCommit
}

extension TableError.Code {
    /// The row does not offer the action that was chosen.
    public static let actionNotOffered = Self(rawValue: "actionNotOffered")
}

extension TableInfo {
    /// The number of visible rows in each section.
    fileprivate var visibleRowCounts: [Int] { sections.map(\.visibleRows.count) }
}
