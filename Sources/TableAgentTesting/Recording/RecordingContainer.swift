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
/// try container.select(RowPosition(section: 0, row: 1))
/// ```
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

    /// The panel that the container shows tables for; setting and clearing it are recorded.
    public weak var panel: (any Panel)? {
        didSet { calls.append(panel == nil ? .detach : .attach) }
    }

    /// Creates a container without a table.
    ///
    /// - Parameter canShowItem: Decides which items the container claims to have a view for; by default all,
    ///   since it can record any data.
    public init(canShowItem: @escaping (ItemType) -> Bool = { _ in true }) {
        self.canShowItem = canShowItem
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
        calls.append(.reload(from: update.former.visibleRowCounts, to: update.new.visibleRowCounts))
        let outcome = nextOutcome
        nextOutcome = .commit
        let action = duringNextUpdate
        duringNextUpdate = nil
        action?(update)

        switch outcome {
        case .commit:
            take(update)
        case .failBeforeCommit(let error):
            throw error
        case .failAfterCommit(let error):
            take(update)
            throw error
        case .skipCommit:
            break
        }
    }

    /// Forgets the calls so far, so that a test can look at the next ones alone.
    public func removeCalls() {
        calls = []
    }

    private func take(_ update: TableUpdate) {
        columns = update.new.columns
        sections = update.new.sections.map(RecordedSection.init)
        update.commit()
    }
}
