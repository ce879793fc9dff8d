import ShimmedTableAgentUIKit
import TableAgent
import Testing
import UIKit

@MainActor
@Suite struct CollectionViewCellTests {
    private let orders = [Order(id: 1, customer: "Ada"), Order(id: 2, customer: "Grace")]

    private func table(@SectionBuilder _ content: () -> SectionContent) -> TableInfo {
        TableInfo { TableSection(id: "orders", content: content) }
    }

    private func path(_ item: Int) -> IndexPath { IndexPath(item: item, section: 0) }

    @Test func `A cell has the item's class, comes from its nib, hosts its view, or shows its text`()
        throws
    {
        UINib.simulate("OrderTile") {
            let tile = OrderTile()
            tile.tag = 7
            return [tile]
        }
        let stage = try CollectionStage(
            table {
                Row(orders[0], id: "class", as: OrderTile.self)
                Row(orders[0], id: "nib", as: NibTile.self)
                Row(orders[0], id: "view", as: Card.self)
                Row(orders[0], id: "text", as: OrderLine.self)
            })
        #expect(
            stage.collectionView.shownLines == ["tile of Ada", "nib of Ada", "card of Ada", "Ada | 1  open"])
        #expect((0..<2).map { stage.collectionView.cellForItem(at: path($0))?.tag } == [0, 7])
    }

    @Test func `A cell class that is registered for a grid item shows the item`() throws {
        let stage = CollectionStage<TableInfo>()
        stage.container.register(OrderTile.self, for: OrderLine.self)
        try stage.attach(table { Rows(orders, as: OrderLine.self) }, TableReformer())
        #expect(stage.collectionView.shownLines == ["tile of Ada", "tile of Grace"])
    }

    @Test func `A collection view reuses cells of items with the never rule`() throws {
        let many = (0..<10_000).map { ModelMemo(id: "\($0)", text: "memo \($0)") }
        let stage = try CollectionStage(table { Rows(many, as: FreshTile.self) })
        for y in stride(from: 0, through: 180_000, by: 900) {
            stage.collectionView.simulateDrag(to: CGFloat(y))
            let paths = stage.collectionView.indexPathsForVisibleItems.sorted()
            #expect(stage.collectionView.shownLines == paths.map { "memo \($0.item)" })
        }
        #expect(stage.collectionView.simulatedCellCount <= 40)
    }

    @Test func `A table view cell is refused`() throws {
        let stage = CollectionStage<TableInfo>()
        let error = #expect(throws: TableError.self) {
            try stage.attach(table { Rows(orders, as: OrderCell.self) }, TableReformer())
        }
        #expect(error?.code == .itemNotShown)
    }
}

/// A cell class of the app.
final class OrderTile: UICollectionViewCell, EventView {
    var source: EventSource?
    lazy var label = UILabel(in: contentView)
}

extension OrderTile: @MainActor TableItem {
    static func fill(_ tile: inout OrderTile, with order: Order) {
        tile.label.text = "tile of \(order.customer)"
    }
}

@MainActor
private enum NibTile: ViewItem {
    static var nib: UINib? { UINib(nibName: "OrderTile", bundle: nil) }
    static func fill(_ tile: inout OrderTile, with order: Order) {
        tile.label.text = "nib of \(order.customer)"
    }
}
