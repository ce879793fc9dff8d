@testable import ShimmedTableAgentUIKit
import TableAgent
import Testing
import UIKit

@MainActor
@Suite struct ForwardingTests {
    private final class Owner: NSObject, UITableViewDelegate, UITableViewDataSource {
        var calls: [String] = []

        func scrollViewDidScroll(_ scrollView: UIScrollView) { calls.append("\(scrollView.contentOffset.y)") }
        func scrollViewWillBeginDragging(_ scrollView: UIScrollView) { calls.append("begin") }
        func tableView(_ tableView: UITableView, indentationLevelForRowAt indexPath: IndexPath) -> Int { 2 }
        func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
            calls.append("select")
        }
        func sectionIndexTitles(for tableView: UITableView) -> [String]? { ["A", "B"] }
        func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 7 }
        func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
            UITableViewCell()
        }
    }

    private let table = TableInfo {
        TableSection(id: 0) { Rows((0..<30).map(String.init), id: \.self, as: NoteLine.self) }
    }

    @Test(
        arguments: [
            ("tableView:indentationLevelForRowAtIndexPath:", "delegate"),
            ("collectionView:layout:insetForSectionAtIndex:", "delegate"),
            ("scrollViewDidScroll:", "delegate"), ("viewForZoomingInScrollView:", "delegate"),
            ("indexPathForPreferredFocusedViewInTableView:", "delegate"),
            ("sectionIndexTitlesForTableView:", "data source"),
            ("tableView:sectionForSectionIndexTitle:atIndex:", "data source"),
            ("viewDidLoad", "nobody"), ("setValue:forKey:", "nobody"), ("", "nobody"),
        ])
    func `A call goes to the app's delegate, to its data source, or to nobody, by the name of the method`(
        name: String, receiver: String
    ) throws {
        let stage = try TableStage(table)
        let (delegate, dataSource) = (Owner(), Owner())
        (stage.container.viewDelegate, stage.container.viewDataSource) = (delegate, dataSource)
        let recipient = stage.container.adapter.recipient(ofCall: name)
        let names = [ObjectIdentifier(delegate): "delegate", ObjectIdentifier(dataSource): "data source"]
        #expect(recipient.flatMap { names[ObjectIdentifier($0)] } ?? "nobody" == receiver)
    }

    @Test(arguments: [true, false])
    func `The app's delegate and data source answer what the container does not implement`(isLate: Bool)
        throws
    {
        let stage = TableStage<TableInfo>()
        let owner = Owner()
        let set = { (stage.container.viewDelegate, stage.container.viewDataSource) = (owner, owner) }
        if !isLate { set() }
        try stage.attach(table, TableReformer())
        if isLate { set() }
        stage.tableView.simulateDrag(to: 44)
        #expect(owner.calls == ["begin", "44.0"])
        #expect(stage.tableView.simulatedIndentation(at: IndexPath(row: 1, section: 0)) == 2)
        #expect(stage.tableView.simulatedIndexTitles == ["A", "B"])
        stage.tableView.simulateTouch(at: IndexPath(row: 1, section: 0))
        #expect(
            owner.calls.count == 2 && stage.tableView.numberOfRows(inSection: 0) == 30, "the container's own")
        #expect(stage.tableView.delegate === stage.container.adapter)
    }

    @Test func `The app's delegate is held weakly, and a view that never had one is untouched`() throws {
        let stage = try TableStage(table)
        weak var loose: Owner?
        do {
            let owner = Owner()
            stage.container.viewDelegate = owner
            loose = owner
        }
        #expect(loose == nil && stage.container.viewDelegate == nil)
        stage.tableView.simulateDrag(to: 44)
        #expect(stage.tableView.shownLines.first == "1")
    }
}
