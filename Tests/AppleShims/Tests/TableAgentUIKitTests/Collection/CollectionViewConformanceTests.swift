import ShimmedTableAgentUIKit
import TableAgent
import TableAgentTesting
import Testing
import UIKit

@MainActor
@Suite("CollectionViewContainer conforms to what every container must")
struct CollectionViewConformanceTests {
    @Test(
        "in a window and out of one, in either order of display events", arguments: [true, false],
        [true, false])
    func conforms(hasWindow: Bool, endsDisplayBeforeReload: Bool) throws {
        UICollectionView.endsDisplayBeforeReload = endsDisplayBeforeReload
        defer { UICollectionView.endsDisplayBeforeReload = true }
        let raised = try UIKitException.collect {
            try check(hasWindow ? UIWindow(frame: .zero) : nil)
        }
        #expect(raised == [])
    }

    private func check(_ window: UIWindow?) throws {
        try ContainerConformance.check(
            shown: { (container: CollectionViewContainer) in
                container.collectionView.shownLines.joined(separator: "\n")
            },
            select: { $0.collectionView.simulateTouch(at: path($1)) },
            deselect: { $0.collectionView.simulateDeselection(at: path($1)) },
            scroll: window == nil
                ? nil
                : { container, position in
                    try container.scroll(to: .position(position), at: .top, animated: false)
                    container.collectionView.layoutIfNeeded()
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

    private func path(_ position: RowPosition) -> IndexPath {
        IndexPath(item: position.row, section: position.section)
    }
}
