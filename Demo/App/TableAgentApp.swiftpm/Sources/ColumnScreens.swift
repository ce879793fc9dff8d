import TableAgent
import UIKit

#if canImport(ShimmedTableAgentUIKit)
    import ShimmedTableAgentUIKit
#else
    import TableAgentUIKit
#endif

func columnScreens() -> [Screen] {
    let container = table(.plain)
    let titles = container.makeColumnTitles(minimumWidth: 500)
    return [
        Screen(
            container, "Columns",
            "On a wide screen, tap Total twice: its title shows the order. Search, and sort by the menu. Make the window narrow: "
                + "rows are list cells.", ColumnsReformer(), titles: titles
        ) { screen, _ in
            screen.orders = (1...200).map { Order($0) }
            screen.addSearch()
            screen.addSortMenu()
        }
    ]
}

/// Shows orders in columns.
struct ColumnsReformer: StatelessReformer {
    func reform(_ orders: [Order]) -> TableInfo {
        TableInfo(columns: [
            GridColumn("Order", width: 6...8), "Customer", GridColumn("Status", width: 6...10),
            GridColumn("Total", alignment: .decimal, width: 8...24, bar: .automatic),
        ]) {
            TableSection(id: "orders") { Rows(orders, as: ColumnsLine.self) }
        }
    }
}

enum ColumnsLine: GridLineItem {
    static func fill(_ line: inout GridLine, with order: Order) {
        line.integer(order.id)
        line.text(order.customer)
        line.text(order.isPaid ? "Paid" : "Open", role: order.isPaid ? .positive : .plain)
        line.decimal(order.total)
    }
}

extension Screen: UISearchResultsUpdating {
    /// Adds a search field to the navigation bar.
    fileprivate func addSearch() {
        let search = UISearchController(searchResultsController: nil)
        search.obscuresBackgroundDuringPresentation = false
        search.searchResultsUpdater = self
        navigationItem.searchController = search
    }

    func updateSearchResults(for searchController: UISearchController) {
        change { $0.search = searchController.searchBar.text ?? "" }
    }

    /// Adds a menu of orders to the navigation bar.
    fileprivate func addSortMenu() {
        let orders: [(title: String, sorts: [TableQuery.Sort])] = [
            ("As they came", []), ("By customer", [.ascending("Customer")]),
            ("Open first", [.ascending("Status"), .descending("Total")]),
        ]
        let actions = orders.map { title, sorts in
            UIAction(title: title) { [weak self] _ in self?.change { $0.sorts = sorts } }
        }
        navigationItem.rightBarButtonItem = UIBarButtonItem(title: "Sort", menu: UIMenu(children: actions))
    }

    /// Changes the query of the table.
    private func change(_ change: (inout TableQuery) -> Void) {
        var query = agent.query
        change(&query)
        run { try agent.show(query) }
    }
}
