import ShimmedTableAgentUIKit
import TableAgent
import Testing
import UIKit

@MainActor
@Suite("What a CollectionViewContainer takes over and gives back")
struct CollectionViewOwnershipTests {
    private final class Former: NSObject, UICollectionViewDataSource, UICollectionViewDelegate {
        func collectionView(_ view: UICollectionView, numberOfItemsInSection section: Int) -> Int { 0 }
        func collectionView(
            _ view: UICollectionView, cellForItemAt indexPath: IndexPath
        ) -> UICollectionViewCell { UICollectionViewCell() }
    }

    private let table = TableViewEventTests.table(["a", "b"])

    @Test("is the data source and the delegate, as long as an agent is attached")
    func takeOver() throws {
        let stage = CollectionStage<TableInfo>()
        stage.layout.headerReferenceSize = .zero
        stage.layout.footerReferenceSize = .zero
        let former = Former()
        stage.collectionView.dataSource = former
        stage.collectionView.delegate = former
        try stage.attach(table, TableReformer())
        #expect(stage.collectionView.tableContainer === stage.container)
        #expect(stage.collectionView.delegate === stage.container)
        #expect(stage.collectionView.prefetchDataSource === stage.container)
        let second = CollectionViewContainer(stage.collectionView)
        let agent = try Agent(second, rawData: TableViewEventTests.table(["c"]), reformer: TableReformer.self)
        #expect(stage.collectionView.shownLines == ["c"])
        #expect(throws: TableError.self) { try stage.agent.reload(TableInfo()) }
        agent.detach()
        #expect(stage.collectionView.dataSource === former && stage.collectionView.delegate === former)
        #expect(stage.collectionView.shownLines == [])
    }

    @Test("plays a batch in a window and loads all without one")
    func window() throws {
        let stage = try CollectionStage(table)
        try stage.agent.edit { try $0.removeRow(.id("a")) }
        #expect(stage.collectionView.simulatedBatchCount == 1)
        stage.collectionView.removeFromSuperview()
        try stage.agent.edit { try $0.append(Row("c", id: "c", as: NoteLine.self), to: .first) }
        #expect(stage.collectionView.shownLines == ["b", "c"])
        #expect(stage.collectionView.simulatedBatchCount == 1)
    }

    @Test("shows its states behind the cells")
    func states() throws {
        let stage = CollectionStage<TableInfo>()
        let empty = UIView()
        stage.container.stateViews.empty = { empty }
        try stage.attach(TableInfo(), TableReformer())
        #expect(stage.collectionView.backgroundView === empty)
        try stage.agent.reload(table)
        #expect(stage.collectionView.backgroundView == nil)
    }
}
