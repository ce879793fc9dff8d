public import TableAgent

/// A container without views that records the calls it receives and the content that would be visible.
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
/// A container with a height shows that many lines at a time. It sends an event for each line that becomes
/// visible or stops being visible, like a table view that a user scrolls.
public final class RecordingContainer: TableContainer {
    /// The calls that the container received, in order.
    public private(set) var calls: [RecordedCall] = []

    /// The columns of the table that would be visible.
    public private(set) var columns: [GridColumn] = []

    /// The foot of the table that would be visible, or `nil` if the table has no foot.
    public private(set) var tableFoot: RecordedRow?

    /// Returns whether the container claims to have a view for an item.
    public var canShowItem: (any TableItem.Type) -> Bool

    /// The outcome of the next update. The container then resets it to ``UpdateOutcome/commit``.
    public var nextOutcome = UpdateOutcome.commit

    /// A closure that runs once during the next update, before the commit.
    ///
    /// Use it to simulate something that a surface causes during a change, such as another reload. The
    /// container clears the closure before calling it, so an update inside the closure does not call it
    /// again.
    public var duringNextUpdate: ((TableUpdate) -> Void)?

    /// A Boolean value that indicates whether the container applies changes. If it is `false`, the panel
    /// reloads the container.
    public var appliesChanges: Bool

    /// The violations in all changes so far that would crash `UITableView` or show wrong content.
    public private(set) var violations: [BatchViolation] = []

    /// The panel that shows tables on the container. The container records when the panel is set or cleared.
    public weak var panel: Panel? {
        willSet { recorded = sections }
        didSet {
            calls.append(panel == nil ? .detach : .attach)
            selection = []
            window?.clear()
        }
    }

    /// The sections after the last update.
    private var recorded: [RecordedSection] = []
    private var selection: [EventSource] = []
    private let window: DisplayWindow?

    /// Creates a container without a table.
    ///
    /// - Parameters:
    ///   - canShowItem: Returns whether the container claims to have a view for an item. By default, it has a
    ///     view for every item, because it can record any data.
    ///   - appliesChanges: Whether the container applies changes. If not, the panel reloads it.
    ///   - height: The number of lines (heads, rows, and feet) that are visible at a time, above 0. By
    ///     default all lines are visible, and the container sends no display events.
    public init(
        canShowItem: @escaping (any TableItem.Type) -> Bool = { _ in true }, appliesChanges: Bool = false,
        height: Int? = nil
    ) {
        precondition(height ?? 1 > 0, "A height is above 0 lines, not \(height ?? 0).")
        self.canShowItem = canShowItem
        self.appliesChanges = appliesChanges
        window = height.map(DisplayWindow.init)
    }

    /// The sections that would be visible, from top to bottom.
    ///
    /// - Complexity: O(sections).
    public var sections: [RecordedSection] {
        guard let table = panel?.tableInfo, table.sections.count == recorded.count else { return recorded }
        var sections = recorded
        // A section without lines collapses without updating the surface.
        for (index, section) in table.sections.enumerated()
        where sections[index].isCollapsed != section.isCollapsed {
            sections[index].isCollapsed = section.isCollapsed
        }
        return sections
    }

    /// The visible rows. Without a height, these are the rows of all expanded sections.
    ///
    /// - Complexity: O(visible rows).
    public var visibleRows: [RowPosition] {
        window?.rows
            ?? recorded.indices.flatMap { index in
                recorded[index].rows.indices.map { RowPosition(section: index, row: $0) }
            }
    }

    /// The selected rows, in the order of selection. Reloading the whole table clears the selection.
    public var selectedRows: [RowPosition] { selection.compactMap(\.position) }

    /// Removes the recorded calls, so that a test can check only the next ones.
    public func removeCalls() {
        calls = []
    }

    // MARK: Calls from a panel

    /// Returns whether ``canShowItem`` accepts an item.
    public func canShow(_ item: any TableItem.Type) -> Bool {
        canShowItem(item)
    }

    /// Records the call and the new table, and ends as ``nextOutcome`` specifies.
    ///
    /// - Parameter update: The old and the new table.
    /// - Throws: The error of ``nextOutcome``.
    /// - Complexity: O(visible rows).
    public func reload(_ update: TableUpdate) throws {
        calls.append(.reload(from: update.old.visibleRowCounts, to: update.new.visibleRowCounts))
        try end(update, nil) {
            columns = update.new.columns
            recorded = update.new.sections.map(RecordedSection.init)
            tableFoot = update.new.recordedFoot
        }
    }

    /// Records the call, applies the changes to the visible rows, and ends as ``nextOutcome`` specifies.
    ///
    /// Rows that the changes do not name keep their content, so that a missing change is visible in
    /// ``sections``. Changes that a view would refuse are added to ``violations``.
    ///
    /// - Parameters:
    ///   - changes: The changes to apply.
    ///   - update: The old and the new table.
    /// - Throws: The error of ``nextOutcome``.
    /// - Complexity: O(visible rows).
    public func apply(_ changes: TableChanges, in update: TableUpdate) throws {
        calls.append(.apply(changes))
        let batch = TableBatch(changes)
        violations += BatchSimulator(from: update.old, to: update.new).violations(of: batch)
        let origins = BatchOrigins(batch, from: recorded.map(\.rows.count), to: update.new.visibleRowCounts)
        try end(update, origins) {
            recorded = RecordedSection.applying(changes, origins: origins, to: recorded, showing: update.new)
            if changes.updatesTableFoot { tableFoot = update.new.recordedFoot }
        }
    }

    /// Deselects a row without asking the delegate or posting an event.
    public func deselect(_ position: RowPosition) {
        selection.removeAll { $0.position == position }
    }

    /// Ends an update as ``nextOutcome`` specifies.
    ///
    /// - Parameter origins: The old positions of the rows after a batch, or `nil` if all views are new.
    private func end(_ update: TableUpdate, _ origins: BatchOrigins?, show: () -> Void) throws {
        let panel = panel
        let outcome = nextOutcome
        let action = duringNextUpdate
        nextOutcome = .commit
        duringNextUpdate = nil
        action?(update)
        if case .failBeforeCommit(let error) = outcome { throw error }
        if case .skipCommit = outcome { return }

        // During the update, another agent may have attached the container.
        let isCurrent = panel === self.panel
        if isCurrent { show() }
        let selected = selectedRows
        update.commit()
        if isCurrent, let panel {
            let positions = selected.isEmpty ? [:] : origins?.newPositions ?? [:]
            selection = selected.compactMap { positions[$0] }.compactMap { try? panel.source(.row(.at($0))) }
            try window?.show(panel, origins)
        }
        if case .failAfterCommit(let error) = outcome { throw error }
    }

    // MARK: Actions of a user

    /// Selects a row, unless the event delegate refuses.
    ///
    /// - Parameter position: The row's position.
    /// - Throws: `TableError` if no agent is attached, or if no visible row is at the position.
    public func select(_ position: RowPosition) throws {
        let source = try visibleSource(at: position)
        guard source.shouldSelect(), let position = source.position else { return }
        deselect(position)
        selection.append(source)
        source.post(.select)
    }

    /// Touches a row. The row is highlighted and unhighlighted, and then selected; a selected row is
    /// deselected.
    ///
    /// - Parameter position: The row's position.
    /// - Throws: `TableError` if no agent is attached, or if no visible row is at the position.
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

    /// Performs an action of a row. If the action is in a swipe, editing events surround it.
    ///
    /// ```swift
    /// try container.choose("Pay", .trailing, at: RowPosition(section: 0, row: 1))
    /// ```
    ///
    /// - Parameters:
    ///   - title: The action's title.
    ///   - place: The list that contains the action: the menu, or the swipe from one edge.
    ///   - position: The row's position.
    ///   - inputs: The texts that the user fills in, by the names of the inputs. The user confirms the action.
    /// - Throws: `TableError`. The code is `actionNotOffered` if the row does not offer the action in that list. The
    ///   code is `inputInvalid` if an input is missing or not valid. Also throws if no agent is attached, or if no
    ///   visible row is at the position.
    public func choose(
        _ title: String, _ place: RowAction.Placement, at position: RowPosition,
        inputs: [String: String] = [:]
    ) throws {
        let source = try visibleSource(at: position)
        let actions = panel?.tableInfo.row(.at(position))?.actions(place) ?? []
        guard let action = actions.first(where: { $0.title == title }) else {
            let offered = actions.isEmpty ? "none" : actions.map(\.title).joined(separator: ", ")
            throw TableError(
                .actionNotOffered,
                "The row at \(position) offers no \(place) action “\(title)”; it offers \(offered).",
                position: position)
        }
        if place != .menu { source.post(.beginEditing) }
        defer { if place != .menu { source.post(.endEditing) } }
        try source.perform(action, inputs: inputs)
    }

    /// Scrolls by the smallest distance that makes a row visible.
    ///
    /// - Parameter position: The row's position.
    /// - Throws: `TableError` if no agent is attached, or if no visible row is at the position.
    /// - Complexity: O(rows).
    public func scroll(to position: RowPosition) throws {
        _ = try visibleSource(at: position)
        if let panel { try window?.scroll(to: position, on: panel) }
    }

    private func isVisible(_ position: RowPosition) -> Bool {
        panel?.tableInfo.section(.at(position.section))?.isCollapsed == false
    }

    private func visibleSource(at position: RowPosition) throws -> EventSource {
        guard let panel else {
            throw TableError(
                .notAttached, "\(surfaceName) is attached to no agent; attach one before a user uses it.")
        }
        let source = try panel.source(.row(.at(position)))
        guard isVisible(position) else {
            throw TableError(
                .rowHidden,
                "The row at \(position) is hidden, since its section is collapsed; expand that first.",
                position: position)
        }
        return source
    }
}

/// A call that a ``RecordingContainer`` received from a panel or agent.
///
/// A table is recorded as the number of visible rows in each section. A collapsed section has 0 visible rows.
public enum RecordedCall: Hashable, Sendable {
    /// The panel was set.
    case attach
    /// The panel was cleared.
    case detach
    /// The panel asked for a reload, with any outcome.
    case reload(from: [Int], to: [Int])
    /// The panel asked to apply changes, with any outcome.
    case apply(TableChanges)
}

/// The way in which a ``RecordingContainer`` ends an update, for tests of a panel's reaction.
///
/// ```swift
/// container.nextOutcome = .failBeforeCommit(CancellationError())
/// #expect(throws: CancellationError.self) { try agent.reload(ledger) }
/// ```
public enum UpdateOutcome {
    /// The container shows the new table and commits. This is the correct behavior.
    case commit
    /// The container throws and keeps the old table, like a surface that can't show the new one.
    case failBeforeCommit(any Error)
    /// The container shows the new table, commits, and then throws, like a surface that fails late.
    case failAfterCommit(any Error)
    /// The container returns without a commit. This is a defect of a container.
    case skipCommit
}

extension TableError.Code {
    /// The row does not offer the chosen action.
    public static let actionNotOffered = Self(rawValue: "actionNotOffered")
}

extension TableInfo {
    /// The number of visible rows in each section.
    fileprivate var visibleRowCounts: [Int] { sections.map(\.visibleRowCount) }

    /// The foot of the table as it is filled.
    fileprivate var recordedFoot: RecordedRow? { foot.map { RecordedRow($0, in: state) } }
}
