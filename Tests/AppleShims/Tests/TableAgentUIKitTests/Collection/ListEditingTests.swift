import ShimmedTableAgentUIKit
import TableAgent
import Testing
import UIKit

/// The controls of the editing mode in lists, accessories of content items, and views of sections.
@MainActor
@Suite struct ListEditingTests {
    private enum TaskLine: GridLineItem, EventItem {
        static func fill(_ line: inout GridLine, with task: String) { line.text(task) }
        static func actions(_ place: RowAction.Placement, for task: String) -> [RowAction] {
            place == .trailing ? [RowAction("Delete", .delete, isDestructive: true)] : []
        }
    }

    @MainActor
    private enum NoteContent: @MainActor ContentItem {
        static func content(for order: Order, in context: ContentContext) -> UIListContentConfiguration {
            var content = UIListContentConfiguration.cell()
            content.text = order.customer
            return content
        }
        static func accessory(for order: Order) -> GridAccessory { order.id == 1 ? .detail : .disclosure }
    }

    private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 440))
    private let view: UICollectionView
    private let container: CollectionViewContainer
    private let agent = Agent<TableInfo>()
    private let log = EventLog()

    init() {
        view = UICollectionView(frame: window.frame, collectionViewLayout: UICollectionViewFlowLayout())
        window.addSubview(view)
        container = CollectionViewContainer(view)
        view.collectionViewLayout = container.listLayout(.init(appearance: .plain))
    }

    private func attach(_ table: TableInfo) throws {
        try agent.attach(
            container, dataSource: DataSource(table, reformer: TableReformer()), eventDelegate: log)
        view.layoutIfNeeded()
    }

    private func accessories(_ row: Int) -> [UICellAccessory] {
        (view.cellForItem(at: [0, row]) as? UICollectionViewListCell)?.accessories ?? []
    }

    private func path(_ row: Int) -> IndexPath { IndexPath(item: row, section: 0) }

    private let table = TableInfo {
        TableSection(id: 0) {
            Rows(["a", "b"], id: \.self, as: TaskLine.self)
            Rows([Order(id: 1, customer: "Ada"), Order(id: 2, customer: "Bo")], as: NoteContent.self)
        }
    }

    @Test func `List cells show buttons for deletion and handles for moves, and delete their row`() throws {
        container.canMove = { $0.data(as: String.self) != "b" }
        try attach(table)
        #expect(accessories(0).map(\.simulatedName) == ["reorder", "delete"])
        #expect(accessories(1).map(\.simulatedName) == ["delete"])
        #expect(accessories(2).map(\.simulatedName) == ["detail", "reorder"])
        #expect(accessories(3).map(\.simulatedName) == ["disclosureIndicator", "reorder"])
        try agent.edit { try $0.insert([Row("new", id: "new", as: TaskLine.self)], before: .id("a")) }
        accessories(2).last?.simulatedAction?()
        accessories(3).first?.simulatedAction?()
        #expect(log.lines == ["delete b 0,2", "accessory 1 0,3"])
    }

    @Test func `For several rows, list cells have circles in place of the buttons`() throws {
        view.allowsMultipleSelectionDuringEditing = true
        try attach(table)
        #expect(accessories(0).map(\.simulatedName) == ["multiselect"])
        #expect(accessories(2).map(\.simulatedName) == ["detail", "multiselect"])
    }

    @Test func `A content item has an accessory in a table view`() throws {
        let stage = try TableStage(table)
        #expect(stage.tableView.cellForRow(at: path(2))?.accessoryType == .detailButton)
        #expect(stage.tableView.cellForRow(at: path(3))?.accessoryType == .disclosureIndicator)
    }

    /// Adds a view to each section, as a compositional layout adds a boundary item.
    private final class TotalLayout: UICollectionViewFlowLayout {
        override func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
            let totals = (0..<(collectionView?.numberOfSections ?? 0)).map { section in
                let total = UICollectionViewLayoutAttributes(
                    forSupplementaryViewOfKind: "total", with: IndexPath(item: 0, section: section))
                total.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
                return total
            }
            return (super.layoutAttributesForElements(in: rect) ?? []) + totals
        }
    }

    private final class Total: UICollectionReusableView, EventView, @MainActor TableItem {
        var source: EventSource?
        var text = ""
        static func fill(_ view: inout Total, with count: Int) { view.text = "\(count)" }
    }

    @Test func `The views of empty and collapsed sections are visible, and send events of the section`()
        throws
    {
        var isShown = false
        view.collectionViewLayout = TotalLayout()
        container.register(Total.self, forBoundaryViewsOfKind: "total") { section in
            section.id == "none" && !isShown ? nil : section.rows.count
        }
        try attach(
            TableInfo {
                TableSection(id: "full") { Rows(["a", "b"], id: \.self, as: TaskLine.self) }
                TableSection(id: "empty") {}
                TableSection(id: "folded", isCollapsed: true) { Rows(["c"], id: \.self, as: TaskLine.self) }
                TableSection(id: "none") { Rows(["d"], id: \.self, as: TaskLine.self) }
            })
        func totals() -> [String] {
            (0..<view.numberOfSections).map { section in
                let path = IndexPath(item: 0, section: section)
                let total = view.supplementaryView(forElementKind: "total", at: path) as? Total
                return total?.isHidden == false ? total?.text ?? "" : "hidden"
            }
        }
        #expect(totals() == ["2", "0", "1", "hidden"])
        try agent.edit { edit in
            try edit.removeRow(.id("a"))
            try edit.append([Row("e", id: "e", as: TaskLine.self)], to: .id("empty"))
        }
        #expect(totals() == ["1", "1", "1", "hidden"])
        try agent.edit { try $0.removeSection(.id("full")) }
        #expect(totals() == ["1", "1", "hidden"])
        let hidden = IndexPath(item: 0, section: 2)
        isShown = true
        try agent.edit { try $0.reloadRow(.id("d")) }
        #expect(totals() == ["1", "1", "1"])
        // A reload without changes renews the sources of visible views.
        try agent.reload(agent.tableInfo)
        let shown = view.supplementaryView(forElementKind: "total", at: hidden) as? Total
        shown?.source?.post(.fold)
        #expect(log.lines.last == "fold head of none")
        let path = IndexPath(item: 0, section: 1)
        (view.supplementaryView(forElementKind: "total", at: path) as? Total)?.source?.post(.fold)
        #expect(log.lines.last == "fold head of folded")
    }
}
