import TableAgent
import UIKit

#if canImport(ShimmedTableAgentUIKit)
    import ShimmedTableAgentUIKit
#else
    import TableAgentUIKit
#endif

func collectionScreens() -> [Screen] {
    let flowLayout = UICollectionViewFlowLayout()
    flowLayout.itemSize.width = 150
    (flowLayout.headerReferenceSize.height, flowLayout.footerReferenceSize.height) = (44, 44)
    let letters = Set((1...92).map { String(Order($0).customer.prefix(1)) }).sorted()
    return [
        Screen(
            collection(UICollectionViewFlowLayout()), "List layout",
            "Swipe as on Actions. Every third row is higher, no text is cut off.",
            OrdersReformer<ActionLine>()
        ) { _, container in
            let layout = container.listLayout(.init(appearance: .insetGrouped))
            container.collectionView.collectionViewLayout = layout
            container.register(OrderContent.self, for: ActionLine.self)
        },
        Screen(
            collection(flowLayout), "Flow layout",
            "Every third tile is higher. Touch and hold a tile, then choose Pay: it moves to Paid.",
            OrdersReformer<ActionLine>()
        ) { _, container in container.register(Tile.self, for: ActionLine.self) },
        Screen(
            collection(LineFlowLayout(itemsPerLine: 3, margin: 12)), "Lines",
            "Three tiles fill each line, also after a rotation.",
            OrdersReformer<OrderLine>(groups: ["All"]) { _ in "All" }
        ) { _, container in container.register(Tile.self, for: OrderLine.self) },
        Screen(
            table(.plain), "Index",
            "Tap letters at the right edge: the list jumps. Scroll: the offset follows.",
            OrdersReformer<OrderLine>(groups: letters) { String($0.customer.prefix(1)) }
        ) { screen, container in
            screen.orders = (1...92).map { Order($0) }
            container.viewDelegate = screen
            container.viewDataSource = screen
        },
    ]
}

/// A label that the container hosts in a cell.
final class Tile: UILabel, TableItem {
    nonisolated deinit {}

    static func fill(_ tile: inout Tile, with order: Order) {
        (tile.text, tile.textAlignment) = ("\(order.customer) \(order.id)", .center)
        tile.textColor = order.isPaid ? .systemGreen : .label
        tile.backgroundColor = .secondarySystemBackground
    }
}

/// The screen is the delegate for scrolling, and the data source for index titles.
extension Screen: UITableViewDelegate, UITableViewDataSource {
    func scrollViewDidScroll(_ scrollView: UIScrollView) {
        note("Offset: \(Int(scrollView.contentOffset.y))")
    }

    func sectionIndexTitles(for tableView: UITableView) -> [String]? {
        agent.tableInfo.sections.map { "\($0.id)" }
    }

    // UIKit requires the following methods. The container implements them, so UIKit never calls them here.

    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 0 }

    func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        UITableViewCell()
    }
}
