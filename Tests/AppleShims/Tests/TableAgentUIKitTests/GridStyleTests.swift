import ShimmedTableAgentUIKit
import TableAgent
import Testing
import UIKit

@MainActor
@Suite struct GridStyleTests {
    private let orders = [Order(id: 1, customer: "Ada"), Order(id: 2, customer: "Grace")]
    private let first = IndexPath(row: 0, section: 0)

    private var table: TableInfo {
        TableInfo {
            TableSection(id: 0) {
                Head("Orders", as: NoteLine.self)
                Rows(orders, as: OrderLine.self)
                Row("note", id: "note", as: NoteLine.self)
            }
        }
    }

    @Test func `A strong text grows with the text size of the person`() throws {
        let stage = try TableStage(table)
        let content = stage.tableView.cellForRow(at: first)?.contentConfiguration
        let list = try #require(content as? UIListContentConfiguration)
        #expect(list.textProperties.adjustsFontForContentSizeCategory)
    }

    private func register(_ container: ViewContainer) {
        container.register(
            .value2, for: OrderLine.self
        ) { content, order in
            content.image = UIImage(systemName: "person")
            content.text = "Customer \(order.id)"
        } accessory: { order in
            order.id == 1 ? .detail : .disclosure
        }
    }

    @Test func `System cells leave out the cells of columns for programs`() throws {
        var table = table
        table.columns = ["Customer", GridColumn("Number", audience: .programs), "Status"]
        let stage = try TableStage(table)
        #expect(stage.tableView.shownLines == ["[Orders]", "Ada | open", "Grace | open", "note"])
    }

    @Test func `System cells have the columns of a query`() throws {
        var table = table
        table.columns = ["Customer", "Number", "Status"]
        let stage = try TableStage(table)
        try stage.agent.show(TableQuery(columns: ["Status", "Customer"]))
        #expect(stage.tableView.shownLines == ["[Orders]", "open | Ada", "open | Grace", "note"])
        try stage.agent.show(TableQuery())
        #expect(stage.tableView.shownLines[1] == "Ada | 1  open")
    }

    @Test func `System cells of a table show images and accessories`() throws {
        let log = EventLog()
        let stage = TableStage<TableInfo>()
        register(stage.container)
        try stage.attach(table, TableReformer(), log)
        let cells = stage.tableView.visibleCells
        #expect(cells.map(\.accessoryType) == [.detailButton, .disclosureIndicator, .none])
        let contents = cells.map { $0.contentConfiguration as? UIListContentConfiguration }
        #expect(contents.map { $0?.image != nil } == [true, true, false])
        #expect(contents.map(\.?.text) == ["Customer 1", "Customer 2", "note"])
        #expect(contents[0]?.textProperties.color == .tintColor)
        stage.tableView.simulateAccessoryTap(at: first)
        #expect(log.lines == ["accessory 1 0,0"])
        // A cell that is reused for a row without an accessory loses it.
        try stage.agent.edit { try $0.removeRow(.id(1)) }
        try stage.agent.edit { try $0.append([Row("new", id: "new", as: NoteLine.self)], to: .at(0)) }
        #expect(stage.tableView.visibleCells.map(\.accessoryType) == [.disclosureIndicator, .none, .none])
    }

    @Test func `System cells of a collection show images and accessories`() throws {
        let log = EventLog()
        let stage = CollectionStage<TableInfo>()
        register(stage.container)
        try stage.attach(table, TableReformer(), log)
        let cells = stage.collectionView.visibleCells.compactMap { $0 as? UICollectionViewListCell }
        let accessories = cells.map { $0.accessories.map(\.simulatedName) }
        #expect(accessories == [["detail"], ["disclosureIndicator"], []])
        cells[0].accessories[0].simulatedAction?()
        #expect(log.lines == ["accessory 1 0,0"])
    }

    @Test func `A head is a header for VoiceOver, and tells that its section is collapsed`() throws {
        let stage = try TableStage(table)
        stage.container.words.collapsed = "zugeklappt"
        let head = try #require(stage.tableView.headerView(forSection: 0))
        #expect(head.accessibilityTraits.contains(.header) && head.isAccessibilityElement)
        #expect(head.accessibilityLabel == "Orders" && head.accessibilityValue == nil)
        try stage.agent.edit { try $0.collapseSection(.at(0)) }
        #expect(stage.tableView.headerView(forSection: 0) === head)
        #expect(head.accessibilityValue == "zugeklappt")
        try stage.agent.edit { try $0.expandSection(.at(0)) }
        #expect(head.accessibilityValue == nil)
        // A hosted view speaks for itself.
        try stage.agent.edit { try $0.setHead(Head(orders[0], as: Card.self), of: .at(0)) }
        #expect(stage.tableView.headerView(forSection: 0) === head && head.shownText == "card of Ada")
        #expect(!head.isAccessibilityElement && head.accessibilityLabel == nil)
    }

    @Test func `A view of a head that is used for a foot is no header any more`() throws {
        let stage = try TableStage(
            TableInfo {
                TableSection(id: 0) {
                    Head("Orders", as: NoteLine.self)
                    Rows(orders, as: OrderLine.self)
                }
            })
        let head = try #require(stage.tableView.headerView(forSection: 0))
        try stage.agent.reload(TableInfo())
        for _ in 0..<3 { RunLoop.main.simulateTurn() }
        try stage.agent.reload(
            TableInfo {
                TableSection(id: 1) {
                    Rows(orders, as: OrderLine.self)
                    Foot("Total", as: NoteLine.self)
                }
            })
        let foot = try #require(stage.tableView.footerView(forSection: 0))
        #expect(foot === head && foot.accessibilityTraits.isEmpty && !foot.isAccessibilityElement)
    }

    @Test func `The description of a row is its own`() throws {
        let stage = try CollectionStage(table)
        let cell = try #require(stage.collectionView.cellForItem(at: first))
        cell.isAccessibilityElement = true
        try stage.agent.edit { try $0.replaceData(ofRow: .id(1), with: Order(id: 1, customer: "Bo")) }
        #expect(stage.collectionView.cellForItem(at: first) === cell && cell.isAccessibilityElement)
    }
}
