import Testing
import UIKit

@MainActor
@Suite struct UICollectionViewTests {
    private final class TestCollection: NSObject, UICollectionViewDataSource, UICollectionViewDelegate {
        let view = UICollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 170),
            collectionViewLayout: UICollectionViewFlowLayout())
        var items: [String]
        var calls: [String] = []

        init(_ items: [String]) {
            self.items = items
            super.init()
            view.register(Tile.self, forCellWithReuseIdentifier: "tile")
            view.dataSource = self
            view.delegate = self
            view.layoutIfNeeded()
        }

        var shown: [String] { view.visibleCells.compactMap { ($0 as? Tile)?.text } }

        func collectionView(_ view: UICollectionView, numberOfItemsInSection section: Int) -> Int {
            items.count
        }

        func collectionView(
            _ view: UICollectionView, cellForItemAt path: IndexPath
        ) -> UICollectionViewCell {
            let cell = view.dequeueReusableCell(withReuseIdentifier: "tile", for: path)
            (cell as? Tile)?.text = items[path.item]
            return cell
        }

        func collectionView(_ view: UICollectionView, shouldSelectItemAt indexPath: IndexPath) -> Bool {
            calls.append("should")
            return true
        }
        func collectionView(_ view: UICollectionView, didHighlightItemAt indexPath: IndexPath) {
            calls.append("highlight")
        }
        func collectionView(_ view: UICollectionView, didUnhighlightItemAt indexPath: IndexPath) {
            calls.append("unhighlight")
        }
        func collectionView(_ view: UICollectionView, didSelectItemAt indexPath: IndexPath) {
            calls.append("select")
        }
    }

    private final class Tile: UICollectionViewCell {
        var text = ""
    }

    @Test func `The collection view shows the lines of cells in its window`() {
        let collection = TestCollection((0..<30).map(String.init))
        #expect(collection.shown == ["0", "1", "2"])
        collection.view.frame.size.width = 170
        collection.view.collectionViewLayout.invalidateLayout()
        #expect(collection.shown == (0..<9).map(String.init))
        collection.view.contentOffset.y = 60
        #expect(collection.shown == (3..<12).map(String.init))
        #expect(collection.view.simulatedCellCount <= 12)
    }

    @Test func `Cells are kept in a batch, and a batch with wrong counts raises an exception`() {
        let collection = TestCollection(["a", "b", "c"])
        let cell = collection.view.cellForItem(at: IndexPath(item: 2, section: 0))
        collection.view.performBatchUpdates {
            collection.items = ["c", "a"]
            collection.view.deleteItems(at: [IndexPath(item: 1, section: 0)])
            collection.view.moveItem(at: IndexPath(item: 2, section: 0), to: IndexPath(item: 0, section: 0))
        }
        #expect(collection.shown == ["c", "a"])
        #expect(collection.view.cellForItem(at: IndexPath(item: 0, section: 0)) === cell)
        let raised = UIKitException.collect {
            collection.view.performBatchUpdates { collection.items = [] }
        }
        #expect(raised.count == 1)
    }

    @Test func `A touch asks its questions between highlight and selection`() {
        let collection = TestCollection(["a"])
        collection.view.simulateTouch(at: IndexPath(item: 0, section: 0))
        #expect(collection.calls == ["highlight", "should", "unhighlight", "select"])
    }

    @Test func `Cells and supplementary views that are not registered raise an exception`() {
        let collection = TestCollection(["a"])
        let raised = UIKitException.collect {
            _ = collection.view.dequeueReusableCell(
                withReuseIdentifier: "other", for: IndexPath(item: 0, section: 0))
            _ = collection.view.dequeueReusableSupplementaryView(
                ofKind: "badge", withReuseIdentifier: "other", for: IndexPath(item: 0, section: 0))
        }
        #expect(raised.count == 2)
    }
}
