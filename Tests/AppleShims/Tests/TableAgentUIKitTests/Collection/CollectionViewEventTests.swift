import ShimmedTableAgentUIKit
import TableAgent
import Testing
import UIKit

@MainActor
@Suite struct CollectionViewEventTests {
    private enum TaskLine: GridLineItem, EventItem {
        static func fill(_ line: inout GridLine, with task: String) { line.text(task) }
        static func actions(_ place: RowAction.Placement, for task: String) -> [RowAction] {
            place == .menu ? [RowAction("Delete", .delete, isDestructive: true)] : []
        }
    }

    private let log = EventLog()

    private func stage(_ count: Int = 2) throws -> CollectionStage<TableInfo> {
        try CollectionStage(
            TableInfo {
                TableSection(id: 0) { Rows((0..<count).map(String.init), id: \.self, as: TaskLine.self) }
            }, log)
    }

    private func path(_ item: Int) -> IndexPath { IndexPath(item: item, section: 0) }

    @Test func `A touch highlights and selects a row, and deselects the selected row`() throws {
        let stage = try stage()
        stage.collectionView.simulateTouch(at: path(0))
        #expect(log.lines == ["highlight 0 0,0", "unhighlight 0 0,0", "select 0 0,0"])
        log.lines = []
        stage.collectionView.simulateTouch(at: path(1))
        #expect(log.lines.suffix(2) == ["deselect 0 0,0", "select 1 0,1"])
    }

    @Test func `A touch neither selects nor deselects a row if the delegate refuses`() throws {
        let stage = try stage()
        stage.collectionView.allowsMultipleSelection = true
        log.refusesSelection = true
        stage.collectionView.simulateTouch(at: path(0))
        #expect(stage.collectionView.indexPathsForSelectedItems == [])
        log.refusesSelection = false
        log.refusesDeselection = true
        stage.collectionView.simulateTouch(at: path(0))
        stage.collectionView.simulateTouch(at: path(0))
        #expect(stage.collectionView.indexPathsForSelectedItems == [path(0)])
        #expect(log.asked == ["select 0", "select 0", "deselect 0"])
    }

    @Test func `Automatic deselection leaves no row selected`() throws {
        let stage = try stage()
        stage.agent.panel.deselectsAutomatically = true
        stage.collectionView.simulateTouch(at: path(0))
        #expect(stage.collectionView.indexPathsForSelectedItems == [])
    }

    @Test func `A menu contains the actions of a single row`() throws {
        let stage = try stage()
        let menu = try #require(stage.collectionView.simulateContextMenu(at: [path(1)]))
        try stage.agent.edit { try $0.removeRow(.id("0")) }
        (menu.children.first as? UIAction)?.simulateChoice()
        #expect(log.lines == ["removed 0 gone", "delete 1 0,0"])
        #expect(stage.collectionView.simulateContextMenu(at: []) == nil)
    }

    @Test func `A selection without a question selects its own row`()
        throws
    {
        let stage = try stage(3)
        let view = stage.collectionView
        #expect(view.delegate?.collectionView(view, shouldSelectItemAt: path(0)) == true)
        view.delegate?.collectionView(view, didSelectItemAt: path(1))
        #expect(log.lines == ["select 1 0,1"])
    }

    @Test func `The approved row is selected even if a row is inserted above it`() throws {
        let stage = try stage(3)
        log.onQuestion = { [weak agent = stage.agent] in
            try? agent?.edit { try $0.insert([Row("new", id: "new", as: TaskLine.self)], before: .id("1")) }
        }
        stage.collectionView.simulateTouch(at: path(1))
        #expect(log.lines.last == "select 1 0,2")
        // The view selects the item at the old index path, so the container moves the mark.
        #expect(stage.collectionView.indexPathsForSelectedItems == [path(2)])
        log.lines = []
        stage.collectionView.allowsMultipleSelection = true
        log.onDeselectQuestion = { [weak agent = stage.agent] in
            try? agent?.edit { try $0.removeRow(.id("new")) }
        }
        stage.collectionView.simulateDeselection(at: path(2))
        #expect(log.lines.last == "deselect 1 0,1")
    }

    @Test func `An edit of structure and rows is one pass`() throws {
        let stage = try stage(3)
        let count = stage.collectionView.simulatedPassCount
        try stage.agent.edit { table in
            try table.removeRow(.id("0"))
            try table.replaceData(ofRow: .id("1"), with: "new")
        }
        #expect(stage.collectionView.simulatedPassCount == count + 1)
        #expect(stage.collectionView.shownLines.contains("new"))
    }

    @Test func `Rows are prefetched, and prefetching is cancelled`() throws {
        log.logsDisplay = true
        let stage = try stage(100)
        log.lines = []
        stage.collectionView.simulatePrefetching(at: [path(60), path(61)])
        stage.collectionView.simulatePrefetching(at: [path(60)], isCancelled: true)
        #expect(log.lines == ["prefetch 60 0,60", "prefetch 61 0,61", "cancelPrefetch 60 0,60"])
    }

    @Test func `The collection scrolls to a row by its id, and keeps the scroll position on request`()
        throws
    {
        let stage = try stage(300)
        try stage.container.scroll(to: .id("150"), at: .top, animated: false)
        #expect(stage.collectionView.shownLines.contains("150"))
        stage.container.keepsScrollPosition = true
        let top = stage.collectionView.contentOffset.y
        try stage.agent.edit { table in
            for number in 0..<3 {
                try table.insert(
                    [Row("new \(number)", id: "new \(number)", as: TaskLine.self)], before: .id("0"))
            }
        }
        #expect(
            stage.collectionView.contentOffset.y == top + 55, "three rows are one line of 50 and its margin")
        #expect(throws: TableError.self) { try stage.container.scroll(to: .id("none")) }
    }

    @Test func `Items are selected with two fingers`() throws {
        let stage = try stage(3)
        stage.collectionView.simulateTouch(at: path(0))
        stage.collectionView.allowsMultipleSelectionDuringEditing = true
        stage.collectionView.simulateTwoFingers(over: [path(1), path(2)])
        #expect(stage.container.selectedPositions.map(\.row) == [0, 1, 2])
        #expect(stage.collectionView.isEditing && stage.collectionView.indexPathsForSelectedItems?.count == 3)
        #expect(log.lines.last == "select 2 0,2")
    }

    private final class Follower: NSObject, UICollectionViewDelegate {
        var offsets: [CGFloat] = []
        func scrollViewDidScroll(_ scrollView: UIScrollView) { offsets.append(scrollView.contentOffset.y) }
    }

    @Test func `The app's own delegate receives the calls for scrolling`() throws {
        let stage = try stage(300)
        let follower = Follower()
        stage.container.viewDelegate = follower
        stage.collectionView.simulateDrag(to: 100)
        #expect(follower.offsets == [100])
    }

    @Test func `The scroll position is kept while a finger drags, before the views are laid out`() throws {
        let stage = try stage(300)
        let view = stage.collectionView
        stage.container.keepsScrollPosition = true
        view.simulateDrag(to: 550)
        let follower = Follower()
        stage.container.viewDelegate = follower
        view.simulateDrag(by: 10) {
            try? stage.agent.edit { edit in
                for number in 0..<3 {
                    try edit.insert(
                        [Row("new \(number)", id: "new \(number)", as: TaskLine.self)], before: .id("0"))
                }
            }
        }
        #expect(follower.offsets == [560, 615, 625], "one line of 50 and its margin was inserted above")
    }

    @Test func `The scroll position is kept in a view that scrolls sideways`() throws {
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 50))
        let view = UICollectionView(frame: window.frame, collectionViewLayout: SidewaysLayout())
        window.addSubview(view)
        let container = CollectionViewContainer(view)
        container.keepsScrollPosition = true
        let agent = try Agent(
            container,
            rawData: TableInfo {
                TableSection(id: 0) { Rows((0..<100).map(String.init), id: \.self, as: TaskLine.self) }
            }, reformer: TableReformer.self)
        view.contentOffset.x = 1_000
        view.layoutIfNeeded()
        #expect(view.shownLines.first == "10")
        try agent.edit { try $0.insert([Row("new", id: "new", as: TaskLine.self)], before: .id("0")) }
        #expect(view.contentOffset == CGPoint(x: 1_100, y: 0) && view.shownLines.first == "10")
    }
}

/// Items side by side, each 100 points wide.
private final class SidewaysLayout: UICollectionViewLayout {
    override var collectionViewContentSize: CGSize {
        CGSize(width: CGFloat(collectionView?.numberOfItems(inSection: 0) ?? 0) * 100, height: 50)
    }

    override func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
        let attributes = UICollectionViewLayoutAttributes(forCellWith: indexPath)
        attributes.frame = CGRect(x: CGFloat(indexPath.item) * 100, y: 0, width: 100, height: 50)
        return attributes
    }

    override func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
        (0..<(collectionView?.numberOfItems(inSection: 0) ?? 0))
            .compactMap { layoutAttributesForItem(at: IndexPath(item: $0, section: 0)) }
            .filter { $0.frame.minX < rect.maxX && $0.frame.maxX > rect.minX }
    }
}
