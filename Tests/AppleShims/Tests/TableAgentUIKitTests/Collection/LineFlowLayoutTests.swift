import ShimmedTableAgentUIKit
import TableAgent
import Testing
import UIKit

@MainActor
@Suite struct LineFlowLayoutTests {
    private func frames(_ view: UICollectionView) -> [CGRect] {
        view.layoutIfNeeded()
        return (0..<view.numberOfItems(inSection: 0)).compactMap {
            view.layoutAttributesForItem(at: IndexPath(item: $0, section: 0))?.frame
        }
    }

    private func stage(_ layout: LineFlowLayout, width: CGFloat) throws -> CollectionStage<TableInfo> {
        let stage = CollectionStage<TableInfo>()
        stage.collectionView.collectionViewLayout = layout
        stage.collectionView.frame.size.width = width
        try stage.attach(TableViewEventTests.table((0..<9).map(String.init)), TableReformer())
        return stage
    }

    @Test func `A change of the width asks for the sizes again, and scrolling does not`() {
        let layout = LineFlowLayout(itemsPerLine: 2, margin: 0)
        let view = UICollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 100), collectionViewLayout: layout)
        layout.prepare()
        for (bounds, isAsked) in [
            (CGRect(x: 0, y: 50, width: 100, height: 100), false),
            (CGRect(x: 0, y: 0, width: 200, height: 100), true),
        ] {
            let context = layout.invalidationContext(forBoundsChange: bounds)
            let flow = context as? UICollectionViewFlowLayoutInvalidationContext
            #expect(flow?.invalidateFlowLayoutDelegateMetrics == isAsked)
        }
        withExtendedLifetime(view) {}
    }

    @Test func `A line has the requested number of items, with the margin around and between them`() throws {
        let stage = try stage(LineFlowLayout(itemsPerLine: 4, margin: 12), width: 320)
        let frames = frames(stage.collectionView)
        #expect(frames[0] == CGRect(x: 12, y: 12, width: 65, height: 65))
        #expect(frames[3].maxX == 308)
        #expect(frames[4].minY == 89)
    }

    @Test(arguments: [200, 375, 667, 812, 1024])
    func `Items follow the width of the view`(width: Int) throws {
        let stage = try stage(LineFlowLayout(itemsPerLine: 3, margin: 10), width: 320)
        _ = frames(stage.collectionView)
        stage.collectionView.frame.size = CGSize(width: CGFloat(width), height: 300)
        let frames = frames(stage.collectionView)
        #expect(Set(frames.prefix(3).map(\.minY)) == [10])
        #expect(frames[3].minY > 10)
        #expect(frames[2].maxX <= CGFloat(width) - 10 && frames[2].maxX > CGFloat(width) - 14)
    }

    @Test func `Items have a height in points or as a multiple of their width`() throws {
        let layout = LineFlowLayout(itemsPerLine: 2, margin: 0)
        layout.heightRatio = 0.5
        let stage = try stage(layout, width: 320)
        #expect(frames(stage.collectionView)[0].size == CGSize(width: 160, height: 80))
        layout.itemHeight = 44
        #expect(frames(stage.collectionView)[0].size == CGSize(width: 160, height: 44))
        layout.itemsPerLine = 4
        #expect(frames(stage.collectionView)[0].size == CGSize(width: 80, height: 44))
    }
}
