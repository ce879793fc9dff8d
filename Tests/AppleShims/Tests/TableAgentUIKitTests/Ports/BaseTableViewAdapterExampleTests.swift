import ShimmedTableAgentUIKit
import TableAgent
import Testing
import UIKit

/// The example of BaseTableViewAdapter: one controller with a table and a collection of numbers. Each has
/// cells from a nib and a closure for taps.
enum BaseTableViewAdapterExample {
    final class MixVolumeCell: UITableViewCell {
        var number = 0
    }

    final class MixItemCell: UICollectionViewCell {
        var number = 0
    }

    @MainActor
    final class Controller: UIViewController {
        let tableView = UITableView(frame: CGRect(x: 0, y: 0, width: 320, height: 240), style: .plain)
        let collectionView = UICollectionView(
            frame: CGRect(x: 0, y: 240, width: 320, height: 240),
            collectionViewLayout: LineFlowLayout(itemsPerLine: 4, margin: 12))
        private var agents: [Agent<[Int]>] = []
        private(set) var tapped: [Int] = []

        override func viewDidLoad() {
            super.viewDidLoad()
            view.addSubview(tableView)
            view.addSubview(collectionView)
            let numbers = [1, 1, 2, 3, 5, 8]
            agents = [
                agent(TableViewContainer(tableView), numbers, MixVolumeCell.self),
                agent(CollectionViewContainer(collectionView), numbers, MixItemCell.self),
            ].compactMap(\.self)
        }

        private func agent<Item: TableItem<Int, View>, View>(
            _ container: ViewContainer, _ numbers: [Int], _ item: Item.Type
        ) -> Agent<[Int]>? where Item.Context == Void {
            let agent = try? Agent(container, rawData: numbers, reformer: NumbersReformer<Item>())
            agent?.panel.deselectsAutomatically = true
            agent?.on(.select, of: Int.self) { [weak self] number in self?.tapped.append(number) }
            return agent
        }
    }

    /// Numbers have no identity, so their position is their id.
    @MainActor
    struct NumbersReformer<Item: TableItem>: @MainActor Reformer
    where Item.Data == Int, Item.Context == Void {
        func reform(_ numbers: [Int]) -> TableInfo {
            TableInfo { TableSection(id: 0) { Rows(byPosition: numbers, as: Item.self) } }
        }
    }
}

extension BaseTableViewAdapterExample.MixVolumeCell: @MainActor ViewItem {
    static var nib: UINib? { UINib(nibName: "MixVolumeTableViewCell", bundle: nil) }
    static func fill(_ cell: inout BaseTableViewAdapterExample.MixVolumeCell, with number: Int) {
        cell.number = number
    }
    static func height(of number: Int) -> Double? { 60 }
}

extension BaseTableViewAdapterExample.MixItemCell: @MainActor ViewItem {
    static var nib: UINib? { UINib(nibName: "MixItemCollectionViewCell", bundle: nil) }
    static func fill(_ cell: inout BaseTableViewAdapterExample.MixItemCell, with number: Int) {
        cell.number = number
    }
}

@MainActor
@Suite struct BaseTableViewAdapterExampleTests {
    private typealias Example = BaseTableViewAdapterExample

    private let controller = BaseTableViewAdapterExample.Controller()

    init() {
        UINib.simulate("MixVolumeTableViewCell") { [Example.MixVolumeCell()] }
        UINib.simulate("MixItemCollectionViewCell") { [Example.MixItemCell()] }
    }

    @Test func `Numbers are shown in a table, and in a collection with four items per line`() {
        controller.loadViewIfNeeded()
        let cells = controller.tableView.visibleCells.compactMap { $0 as? Example.MixVolumeCell }
        #expect(cells.map(\.number) == [1, 1, 2, 3])
        let items = controller.collectionView.visibleCells.compactMap { $0 as? Example.MixItemCell }
        #expect(items.map(\.number) == [1, 1, 2, 3, 5, 8])
        #expect(Set(items.prefix(4).map(\.frame.minY)).count == 1)
    }

    @Test func `A tap passes its number to the closure and leaves no row selected`() {
        controller.loadViewIfNeeded()
        controller.tableView.simulateTouch(at: IndexPath(row: 3, section: 0))
        controller.collectionView.simulateTouch(at: IndexPath(item: 5, section: 0))
        #expect(controller.tapped == [3, 8])
        #expect(controller.tableView.indexPathForSelectedRow == nil)
        #expect(controller.collectionView.indexPathsForSelectedItems == [])
    }
}
