import ShimmedTableAgentUIKit
import TableAgent
import UIKit

/// A table view in a window with its container and an agent, as in an app.
@MainActor
final class TableStage<RawData> {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 440))
    let tableView: UITableView
    let container: TableViewContainer
    let agent = Agent<RawData>()

    init(style: UITableView.Style = .plain) {
        tableView = UITableView(frame: window.frame, style: style)
        container = TableViewContainer(tableView)
        window.addSubview(tableView)
    }

    func attach(
        _ rawData: RawData?, _ reformer: some Reformer<RawData>, _ delegate: (any EventDelegate)? = nil
    ) throws {
        try agent.attach(
            container, dataSource: DataSource(rawData, reformer: reformer), eventDelegate: delegate)
        tableView.layoutIfNeeded()
        RunLoop.main.simulateTurn()
    }
}

extension TableStage where RawData == TableInfo {
    convenience init(_ table: TableInfo, _ delegate: (any EventDelegate)? = nil) throws {
        self.init()
        try attach(table, TableReformer(), delegate)
    }
}

/// A collection view in a window with its container and an agent.
@MainActor
final class CollectionStage<RawData> {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 440))
    let layout = LineFlowLayout(itemsPerLine: 3, margin: 5)
    let collectionView: UICollectionView
    let container: CollectionViewContainer
    let agent = Agent<RawData>()

    init() {
        layout.itemHeight = 50
        layout.headerReferenceSize.height = 20
        layout.footerReferenceSize.height = 20
        collectionView = UICollectionView(frame: window.frame, collectionViewLayout: layout)
        container = CollectionViewContainer(collectionView)
        window.addSubview(collectionView)
    }

    func attach(
        _ rawData: RawData?, _ reformer: some Reformer<RawData>, _ delegate: (any EventDelegate)? = nil
    ) throws {
        try agent.attach(
            container, dataSource: DataSource(rawData, reformer: reformer), eventDelegate: delegate)
        collectionView.layoutIfNeeded()
        RunLoop.main.simulateTurn()
    }
}

extension CollectionStage where RawData == TableInfo {
    convenience init(_ table: TableInfo, _ delegate: (any EventDelegate)? = nil) throws {
        self.init()
        try attach(table, TableReformer(), delegate)
    }
}

/// Returns tables unchanged.
struct TableReformer: StatelessReformer {
    func reform(_ table: TableInfo) -> TableInfo { table }
}
