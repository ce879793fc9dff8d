import ShimmedTableAgentUIKit
import TableAgent
import TableAgentTesting
import Testing
import UIKit

/// The combinations of a window and of the order of display events in a reload.
private let situations: [(hasWindow: Bool, endsDisplayFirst: Bool)] = [
    (true, true), (true, false), (false, true), (false, false),
]

@MainActor
@Suite struct TableViewConformanceTests {
    @Test(arguments: [UITableView.Style.plain, .grouped], situations)
    func `The container conforms with and without a window, in either order of display events`(
        style: UITableView.Style, situation: (hasWindow: Bool, endsDisplayFirst: Bool)
    ) throws {
        UITableView.endsDisplayBeforeReload = situation.endsDisplayFirst
        defer { UITableView.endsDisplayBeforeReload = true }
        let raised = try UIKitException.collect {
            try check(situation.hasWindow ? UIWindow(frame: .zero) : nil, style)
        }
        #expect(raised == [])
    }

    private func check(_ window: UIWindow?, _ style: UITableView.Style) throws {
        try ContainerConformance.check(
            showsTableFoot: true,
            shown: { (container: TableViewContainer) in
                container.tableView.shownLines.joined(separator: "\n")
            },
            select: { $0.tableView.simulateTouch(at: $1.path) },
            deselect: { $0.tableView.simulateDeselection(at: $1.path) },
            scroll: window == nil
                ? nil
                : { container, position in
                    try container.scroll(to: .at(position), at: .top, animated: false)
                    container.tableView.layoutIfNeeded()
                    RunLoop.main.simulateTurn()
                }
        ) {
            let view = UITableView(frame: CGRect(x: 0, y: 0, width: 320, height: 900), style: style)
            window?.subviews.forEach { $0.removeFromSuperview() }
            window?.addSubview(view)
            return TableViewContainer(view)
        }
    }
}

@MainActor
@Suite struct CollectionViewConformanceTests {
    @Test(arguments: situations)
    func `The container conforms with and without a window, in either order of display events`(
        hasWindow: Bool, endsDisplayFirst: Bool
    ) throws {
        UICollectionView.endsDisplayBeforeReload = endsDisplayFirst
        defer { UICollectionView.endsDisplayBeforeReload = true }
        let raised = try UIKitException.collect {
            try check(hasWindow ? UIWindow(frame: .zero) : nil)
        }
        #expect(raised == [])
    }

    private func check(_ window: UIWindow?) throws {
        try ContainerConformance.check(
            showsTableFoot: true,
            shown: { (container: CollectionViewContainer) in
                container.collectionView.shownLines.joined(separator: "\n")
            },
            select: { $0.collectionView.simulateTouch(at: $1.path) },
            deselect: { $0.collectionView.simulateDeselection(at: $1.path) },
            scroll: window == nil
                ? nil
                : { container, position in
                    try container.scroll(to: .at(position), at: .top, animated: false)
                    container.collectionView.layoutIfNeeded()
                    RunLoop.main.simulateTurn()
                }
        ) {
            let layout = LineFlowLayout(itemsPerLine: 2, margin: 4)
            layout.itemHeight = 40
            layout.headerReferenceSize.height = 20
            layout.footerReferenceSize.height = 20
            let frame = CGRect(x: 0, y: 0, width: 320, height: 900)
            let view = UICollectionView(frame: frame, collectionViewLayout: layout)
            window?.subviews.forEach { $0.removeFromSuperview() }
            window?.addSubview(view)
            return CollectionViewContainer(view)
        }
    }
}

extension RowPosition {
    fileprivate var path: IndexPath { IndexPath(item: row, section: section) }
}
