import ShimmedTableAgentUIKit
import TableAgent
import Testing
import UIKit

@MainActor
@Suite struct TableViewCellTests {
    let ada = Order(id: 1, customer: "Ada")
    let grace = Order(id: 2, customer: "Grace")

    private func table(@SectionBuilder _ content: () -> SectionContent) -> TableInfo {
        TableInfo { TableSection(id: "orders", content: content) }
    }

    private func cell<Cell: UITableViewCell>(_ stage: TableStage<TableInfo>, _ row: Int) throws -> Cell {
        try #require(stage.tableView.cellForRow(at: IndexPath(row: row, section: 0)) as? Cell)
    }

    @Test func `Items with the same cell class share a reuse queue`() throws {
        let stage = try TableStage(
            table {
                Row(ada, as: OrderCell.self)
                Row(grace, as: OtherOrder.self)
            })
        let first: OrderCell = try cell(stage, 0)
        let second: OrderCell = try cell(stage, 1)
        #expect(stage.tableView.shownLines == ["order 1: Ada", "other Grace"])
        #expect(first.reuseIdentifier == second.reuseIdentifier)
    }

    @Test func `A nib replaces the class as the source of cells`() throws {
        UINib.simulate("OrderCell") {
            let cell = OrderCell()
            cell.tag = 7
            return [cell]
        }
        let stage = try TableStage(
            table {
                Row(ada, as: NibOrder.self)
                Row(grace, as: OrderCell.self)
            })
        let first: OrderCell = try cell(stage, 0)
        let second: OrderCell = try cell(stage, 1)
        #expect((first.tag, second.tag) == (7, 0))
        #expect(first.reuseIdentifier != second.reuseIdentifier)
        #expect(stage.tableView.shownLines == ["nib Ada", "order 2: Grace"])
    }

    @Test func `A reuse identifier in a nib is used, and a prototype needs no registration`() throws {
        UINib.simulate("OrderCell") { [OrderCell(style: .default, reuseIdentifier: "in nib")] }
        let raised = try UIKitException.collect {
            let stage = try TableStage(
                table {
                    Row(ada, as: NibOrder.self)
                    Row(grace, as: NibOrder.self)
                })
            let cell: OrderCell = try cell(stage, 1)
            #expect(cell.reuseIdentifier == "in nib")
            #expect(stage.tableView.shownLines == ["nib Ada", "nib Grace"])

            // One nib for two items.
            let shared = TableStage<TableInfo>()
            shared.container.register(NibOrder.self, for: OrderLine.self)
            shared.container.register(NibOrder.self, for: OtherLine.self)
            try shared.attach(
                table {
                    Row(ada, as: OrderLine.self)
                    Row(grace, as: OtherLine.self)
                }, TableReformer())
            #expect(shared.tableView.shownLines == ["nib Ada", "nib Grace"])

            let other = TableStage<TableInfo>()
            // A storyboard does this.
            other.tableView.register(OrderCell.self, forCellReuseIdentifier: "prototype")
            try other.attach(table { Row(ada, as: PrototypeOrder.self) }, TableReformer())
            let prototype: OrderCell = try self.cell(other, 0)
            #expect(prototype.reuseIdentifier == "prototype")
        }
        #expect(raised == [])
    }

    @Test func `Two nibs with one reuse identifier are refused`() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try await MainActor.run {
                UINib.simulate("OrderCell") { [OrderCell(style: .default, reuseIdentifier: "in nib")] }
                let order = Order(id: 1, customer: "Ada")
                _ = try TableStage(
                    TableInfo {
                        TableSection(id: 0) {
                            Row(order, as: NibOrder.self)
                            Row(order, as: OtherNibOrder.self)
                        }
                    })
            }
        }
        let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(message.contains("NibOrder and OtherNibOrder have the reuse identifier “in nib”"))
    }

    @Test func `Cells use the reuse identifier that the item names`() throws {
        let stage = try TableStage(table { Row(ada, as: NamedOrder.self) })
        let cell: OrderCell = try cell(stage, 0)
        #expect(cell.reuseIdentifier == "order")
    }

    @Test func `An item whose views are never reused gets a new cell each time`() throws {
        let orders = (0..<100).map { Order(id: $0, customer: "no. \($0)") }
        let stage = try TableStage(table { Rows(orders, as: FreshCard.self) })
        for y in stride(from: 0, through: 2000, by: 100) { stage.tableView.simulateDrag(to: CGFloat(y)) }
        #expect(stage.tableView.simulatedCellCount == 0, "the queue made none")
        #expect(stage.tableView.shownLines.first == "fresh no. 45")
        try stage.agent.edit { try $0.replaceData(ofRow: .id(46), with: Order(id: 46, customer: "other")) }
        #expect(stage.tableView.shownLines.prefix(2) == ["fresh no. 45", "fresh other"])
    }

    @Test func `A cell hosts a view that is not a cell, and is reused with the view`() throws {
        let orders = (0..<100).map { Order(id: $0, customer: "no. \($0)") }
        let stage = try TableStage(table { Rows(orders, as: Card.self) })
        #expect(stage.tableView.shownLines.first == "card of no. 0")
        for y in stride(from: 0, through: 2200, by: 20) { stage.tableView.simulateDrag(to: CGFloat(y)) }
        #expect(stage.tableView.shownLines.first == "card of no. 50")
        #expect(stage.tableView.simulatedCellCount <= 12)
        let cell: UITableViewCell = try cell(stage, 50)
        #expect(cell.shownTexts == ["card of no. 50"], "one card and no second one")
    }

    @Test(arguments: GridStyle.allCases)
    func `A grid item is shown in each style`(style: GridStyle) throws {
        let stage = TableStage<TableInfo>()
        stage.container.gridStyle = style
        try stage.attach(table { Row(ada, as: OrderLine.self) }, TableReformer())
        let cell: UITableViewCell = try cell(stage, 0)
        let content = try #require(cell.contentConfiguration as? UIListContentConfiguration)
        #expect(content.text == (style == .plain ? "Ada  1  open" : "Ada"))
        #expect(content.secondaryText == (style == .plain ? nil : "1  open"))
        #expect(content.textProperties.font == .preferredFont(forTextStyle: .headline))
        #expect(style == .plain || content.secondaryTextProperties.color === UIColor.systemOrange)
    }

    @Test func `A grid item is shown in its registered style`() throws {
        let stage = TableStage<TableInfo>()
        stage.container.register(.plain, for: OrderLine.self)
        try stage.attach(
            table {
                Row(ada, as: OrderLine.self)
                Row("note", id: 9, as: NoteLine.self)
            }, TableReformer())
        #expect(stage.tableView.shownLines == ["Ada  1  open", "note"])
    }

    @Test func `A cell class registered for a grid item shows its data and sends its events`()
        throws
    {
        let stage = TableStage<TableInfo>()
        stage.container.register(OrderCell.self, for: OrderLine.self)
        let log = EventLog()
        try stage.attach(table { Rows([ada, grace], as: OrderLine.self) }, TableReformer(), log)
        #expect(stage.tableView.shownLines == ["order 1: Ada", "order 2: Grace"])
        let cell: OrderCell = try cell(stage, 1)
        cell.button.sendActions(for: .touchUpInside)
        #expect(log.lines == ["pay 2 0,1"])
        try stage.agent.edit { try $0.replaceData(ofRow: .id(2), with: Order(id: 2, customer: "Hopper")) }
        #expect(stage.tableView.shownLines == ["order 1: Ada", "order 2: Hopper"])
    }

    @Test func `Cells receive the view controller, which is held weakly`() throws {
        let stage = TableStage<TableInfo>()
        var controller: UIViewController? = UIViewController()
        stage.container.viewController = controller
        try stage.attach(table { Row(ada, as: OrderCell.self) }, TableReformer())
        let cell: OrderCell = try cell(stage, 0)
        #expect(cell.viewController === controller)
        controller = nil
        #expect(cell.viewController == nil && stage.container.viewController == nil)
    }

    @Test func `Cells have the height of the item, or an automatic height`() throws {
        @MainActor enum TallOrder: @MainActor TableItem {
            static func fill(_ cell: inout OrderCell, with order: Order) {
                OrderCell.fill(&cell, with: order)
            }
            static func height(of order: Order) -> Double? { order.customer == "Ada" ? 80 : nil }
        }
        let stage = try TableStage(
            table {
                Row(ada, as: TallOrder.self)
                Row(grace, as: TallOrder.self)
            })
        #expect(stage.tableView.rectForRow(at: IndexPath(row: 0, section: 0)).height == 80)
        #expect(
            stage.tableView.delegate?.tableView(
                stage.tableView, heightForRowAt: IndexPath(row: 1, section: 0))
                == UITableView.automaticDimension)
    }

    @Test func `Scrolling through any number of rows makes few cells`() throws {
        let orders = (0..<10_000).map { Order(id: $0, customer: "no. \($0)") }
        let log = EventLog()
        let stage = try TableStage(table { Rows(orders, as: OrderCell.self) }, log)
        for y in stride(from: 0, through: 439_500, by: 700) {
            stage.tableView.simulateDrag(to: CGFloat(y))
            let paths = stage.tableView.indexPathsForVisibleRows ?? []
            #expect(
                stage.tableView.visibleCells.map(\.shownText)
                    == paths.map { "order \($0.row): no. \($0.row)" })
        }
        #expect(stage.tableView.simulatedCellCount <= 12)
        #expect(stage.tableView.visibleCells.allSatisfy { ($0 as? OrderCell)?.isPrepared == true })
    }

    @Test func `A collection cell or a type that is not a view is refused with the container's name`()
        throws
    {
        let stage = try TableStage(table { Row(ada, as: OrderCell.self) })
        let error = #expect(throws: TableError.self) {
            try stage.agent.reload(table { Row("x", id: 1, as: TileItem.self) })
        }
        #expect(error?.code == .itemNotShown)
        #expect(error?.description.contains("TableViewContainer") == true)
        #expect(stage.tableView.shownLines == ["order 1: Ada"])
    }
}

@MainActor
private enum OtherOrder: TableItem {
    static func fill(_ cell: inout OrderCell, with order: Order) {
        cell.label.text = "other \(order.customer)"
    }
}

@MainActor
private enum NibOrder: ViewItem {
    static var nib: UINib? { UINib(nibName: "OrderCell", bundle: nil) }
    static func fill(_ cell: inout OrderCell, with order: Order) { cell.label.text = "nib \(order.customer)" }
}

private enum OtherLine: GridLineItem {
    static func fill(_ line: inout GridLine, with order: Order) {}
}

@MainActor
private enum OtherNibOrder: ViewItem {
    static var nib: UINib? { UINib(nibName: "OrderCell", bundle: nil) }
    static func fill(_ cell: inout OrderCell, with order: Order) {}
}

@MainActor
private enum PrototypeOrder: ViewItem {
    static var reuse: ViewReuse { .prototype("prototype") }
    static func fill(_ cell: inout OrderCell, with order: Order) { cell.label.text = order.customer }
}

@MainActor
private enum NamedOrder: ViewItem {
    static var reuse: ViewReuse { .identifier("order") }
    static func fill(_ cell: inout OrderCell, with order: Order) { cell.label.text = order.customer }
}

@MainActor
private enum TileItem: TableItem {
    static func fill(_ cell: inout UICollectionViewCell, with text: String) {}
}
