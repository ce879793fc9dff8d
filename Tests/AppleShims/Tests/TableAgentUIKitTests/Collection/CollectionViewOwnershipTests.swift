@testable import ShimmedTableAgentUIKit
import TableAgent
import Testing
import UIKit

@MainActor
@Suite struct CollectionViewOwnershipTests {
    private final class Owner: NSObject, UICollectionViewDataSource, UICollectionViewDelegate {
        func collectionView(_ view: UICollectionView, numberOfItemsInSection section: Int) -> Int { 0 }
        func collectionView(
            _ view: UICollectionView, cellForItemAt indexPath: IndexPath
        ) -> UICollectionViewCell { UICollectionViewCell() }
    }

    private let table = TableViewEventTests.table(["a", "b"])

    @Test func `The container is data source and delegate while an agent is attached`() throws {
        let stage = CollectionStage<TableInfo>()
        stage.layout.headerReferenceSize = .zero
        stage.layout.footerReferenceSize = .zero
        let owner = Owner()
        stage.collectionView.dataSource = owner
        stage.collectionView.delegate = owner
        try stage.attach(table, TableReformer())
        #expect(stage.collectionView.tableContainer === stage.container)
        #expect(stage.collectionView.delegate === stage.container.adapter)
        #expect(stage.collectionView.prefetchDataSource === stage.container.adapter)
        let second = CollectionViewContainer(stage.collectionView)
        let agent = try Agent(second, rawData: TableViewEventTests.table(["c"]), reformer: TableReformer.self)
        #expect(stage.collectionView.shownLines == ["c"])
        #expect(throws: TableError.self) { try stage.agent.reload(TableInfo()) }
        agent.detach()
        #expect(stage.collectionView.dataSource === owner && stage.collectionView.delegate === owner)
        #expect(stage.collectionView.shownLines == [])
    }

    @Test func `Changes are a batch in a window, and a reload without a window`() throws {
        let stage = try CollectionStage(table)
        try stage.agent.edit { try $0.removeRow(.id("a")) }
        #expect(stage.collectionView.simulatedBatchCount == 1)
        stage.collectionView.removeFromSuperview()
        try stage.agent.edit { try $0.append([Row("c", id: "c", as: NoteLine.self)], to: .at(0)) }
        #expect(stage.collectionView.shownLines == ["b", "c"])
        #expect(stage.collectionView.simulatedBatchCount == 1)
    }

    @Test(arguments: [true, false])
    func `Views in the reuse queues keep no row alive`(detaches: Bool) throws {
        weak var page: Page?
        let stage = CollectionStage<TableInfo>()
        do {
            let pages = (0..<30).map(Page.init)
            page = pages[3]
            try stage.attach(
                TableInfo {
                    TableSection(id: 0) {
                        Head(pages[3], as: PageCard.self)
                        Rows(pages, as: PageCard.self)
                    }
                }, TableReformer())
        }
        let queued = stage.collectionView.visibleCells
        #expect(queued.count == 24)
        if detaches { stage.agent.detach() } else { try stage.agent.reload(nil) }
        RunLoop.main.simulateTurn()
        #expect(page == nil)
        withExtendedLifetime(queued) {}
    }

    @Test func `An event handler keeps no agent, container, delegate, or view alive`() throws {
        weak var (looseAgent, looseContainer): (Agent<TableInfo>?, CollectionViewContainer?)
        weak var (looseLog, looseView): (EventLog?, UICollectionView?)
        var view: UICollectionView? = UICollectionView(
            frame: CGRect(x: 0, y: 0, width: 320, height: 440),
            collectionViewLayout: UICollectionViewFlowLayout())
        do {
            let made = try #require(view)
            let (log, container) = (EventLog(), CollectionViewContainer(made))
            made.collectionViewLayout = container.listLayout(.init(appearance: .plain))
            let agent = try Agent(
                container, rawData: TableViewEventTests.table(["a"]), reformer: TableReformer.self,
                eventDelegate: log)
            agent.on(.select) { [weak agent] (_: CellEvent) in try? agent?.reload(TableInfo()) }
            made.layoutIfNeeded()
            made.simulateTouch(at: IndexPath(item: 0, section: 0))
            (looseAgent, looseContainer, looseLog, looseView) = (agent, container, log, made)
        }
        RunLoop.main.simulateTurn()
        #expect(looseAgent == nil && looseContainer == nil && looseLog == nil)
        #expect(view?.dataSource == nil)
        view = nil
        #expect(looseView == nil)
    }

    @Test func `States are shown behind the cells`() throws {
        let stage = CollectionStage<TableInfo>()
        let empty = UIView()
        stage.container.stateViews.empty = { empty }
        try stage.attach(TableInfo(), TableReformer())
        #expect(stage.collectionView.backgroundView === empty)
        try stage.agent.reload(table)
        #expect(stage.collectionView.backgroundView == nil)
    }
}
