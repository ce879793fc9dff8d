public import TableAgent

/// A container that shows nothing and remembers everything: what it was asked, and what would be on show.
///
/// Use it to test a reformer, a panel or a screen without any surface.
///
/// ```swift
/// let container = RecordingContainer()
/// let agent = try Agent(container, rawData: ledger, reformer: LedgerReformer.self)
/// container.calls                          // [.attach, .reload(from: [], to: [2, 3])]
/// container.sections[0].rows[1].texts      // ["Ada", "3", "€ 12.50"]
/// try container.touch(RowPosition(section: 0, row: 1))
/// ```
///
/// With a height it shows that many lines at a time, and tells of those that come on show and go, as a table
/// view does that a person scrolls.
public final class RecordingContainer: TableContainer {
    /// What the container was asked, in order.
    public private(set) var calls: [RecordedCall] = []

    /// The columns of the table that would be on show.
    public private(set) var columns: [GridColumn] = []

    /// The sections that would be on show, from the top.
    public private(set) var sections: [RecordedSection] = []

    /// Decides which items the container claims to have a view for.
    public var canShowItem: (ItemType) -> Bool

    /// What becomes of the next update; it returns to ``UpdateOutcome/commit`` afterwards.
    public var nextOutcome = UpdateOutcome.commit

    /// Runs once in the midst of the next update, before its commit.
    ///
    /// It stands for what a surface may cause while it changes, such as another reload. It is forgotten
    /// before it runs, so an update that it causes does not run it again.
    public var duringNextUpdate: ((TableUpdate) -> Void)?

    /// Whether the container carries out changes; otherwise it is asked to reload.
    public var appliesChanges: Bool

    /// What `UITableView` would have refused of the changes, or shown wrongly, so far.
    public private(set) var violations: [BatchViolation] = []

    /// The panel that the container shows tables for; setting and clearing it are recorded.
    public weak var panel: Panel? {
        didSet {
            calls.append(panel == nil ? .detach : .attach)
            selection = []
            window?.clear()
        }
    }

    var selection: [EventSource] = []
    let window: DisplayWindow?

    /// Creates a container without a table.
    ///
    /// - Parameters:
    ///   - canShowItem: Decides which items the container claims to have a view for; by default all,
    ///     since it can record any data.
    ///   - appliesChanges: Whether the container carries out changes; otherwise it is asked to reload.
    ///   - height: How many lines (heads, rows and feet) are on show at one time, above 0; `nil` shows all of
    ///     them and tells of none.
    public init(
        canShowItem: @escaping (ItemType) -> Bool = { _ in true }, appliesChanges: Bool = false,
        height: Int? = nil
    ) {
        precondition(height ?? 1 > 0, "A height is above 0 lines, not \(height ?? 0).")
        self.canShowItem = canShowItem
        self.appliesChanges = appliesChanges
        window = height.map(DisplayWindow.init)
    }

    /// The rows that are selected, in the order in which they were; a reload of the whole table leaves none.
    public var selectedRows: [RowPosition] { selection.compactMap(\.position) }

    /// The rows on show; all that are not collapsed when the container has no height.
    ///
    /// - Complexity: O(rows on show).
    public var visibleRows: [RowPosition] {
        guard let window else {
            return sections.indices.flatMap { number in
                sections[number].rows.indices.map { RowPosition(section: number, row: $0) }
            }
        }
        return window.lines.compactMap(\.position)
    }

    /// Shows a row as not selected.
    public func deselect(_ position: RowPosition) {
        selection.removeAll { $0.position == position }
    }

    /// Whether ``canShowItem`` accepts an item.
    public func canShow(_ item: ItemType) -> Bool {
        canShowItem(item)
    }

    /// Records the call and the new table, and ends as ``nextOutcome`` says.
    ///
    /// - Parameter update: The former and the new table.
    /// - Throws: The error of ``nextOutcome``.
    /// - Complexity: O(rows on show).
    public func reload(_ update: TableUpdate) throws {
        calls.append(.reload(from: update.old.visibleRowCounts, to: update.new.visibleRowCounts))
        try end(update, nil) {
            columns = update.new.columns
            sections = update.new.sections.map(RecordedSection.init)
        }
    }

    /// Records the call and plays the changes on what is on show, and ends as ``nextOutcome`` says.
    ///
    /// Rows that the changes do not name keep what they show, so a change that was missed is seen in
    /// ``sections``. What a surface would refuse is kept in ``violations``.
    ///
    /// - Parameters:
    ///   - changes: What to change.
    ///   - update: The former and the new table.
    /// - Throws: The error of ``nextOutcome``.
    /// - Complexity: O(rows on show).
    public func apply(_ changes: TableChanges, in update: TableUpdate) throws {
        calls.append(.apply(changes))
        let simulator = BatchSimulator(from: update.old, to: update.new)
        violations += simulator.violations(of: TableBatch(changes))
        try end(update, changes) {
            sections = RecordedSection.playing(changes, on: sections, update.new)
        }
    }

    /// Ends an update as ``nextOutcome`` says.
    private func end(_ update: TableUpdate, _ changes: TableChanges?, show: () -> Void) throws {
        let panel = panel
        func takeOver() throws {
            // Another agent may have taken the container over meanwhile.
            guard panel === self.panel else { return update.commit() }
            show()
            update.commit()
            guard let panel else { return }
            keepSelection(on: panel, changes)
            try window?.show(panel, changes)
        }
        let outcome = nextOutcome
        nextOutcome = .commit
        let action = duringNextUpdate
        duringNextUpdate = nil
        action?(update)

        switch outcome {
        case .commit:
            try takeOver()
        case .failBeforeCommit(let error):
            throw error
        case .failAfterCommit(let error):
            try takeOver()
            throw error
        case .skipCommit:
            break
        }
    }

    /// Has rows selected that were so before and are on show, unless all views are new.
    private func keepSelection(on panel: Panel, _ changes: TableChanges?) {
        let table = panel.tableInfo
        let positions = changes == nil ? [] : selectedRows.filter { !table.sections[$0.section].isCollapsed }
        selection = positions.compactMap { try? panel.source(.row(at: $0)) }
    }

    /// Forgets the calls so far, so that a test can look at the next ones alone.
    public func removeCalls() {
        calls = []
    }
}
