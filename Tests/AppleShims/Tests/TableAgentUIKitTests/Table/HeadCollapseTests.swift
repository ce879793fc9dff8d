@testable import ShimmedTableAgentUIKit
import TableAgent
import Testing
import UIKit

/// Heads of grid items whose sections collapse by a tap.
@MainActor
@Suite struct HeadCollapseTests {
    private let table = TableInfo {
        for name in ["a", "b"] {
            TableSection(id: name) {
                Head(name, as: NoteLine.self)
                Rows(["\(name)1", "\(name)2"], id: \.self, as: NoteLine.self)
            }
        }
        TableSection(id: "own") {
            Head("own", as: MonthTitle.self)
            Rows(["c"], id: \.self, as: NoteLine.self)
        }
    }

    private func tap(_ view: UIView?) -> HeadTap? {
        view?.gestureRecognizers?.compactMap { $0 as? HeadTap }.first { $0.isEnabled }
    }

    @Test(arguments: [true, false])
    func `A tap on a head collapses its section, and expands it again`(isTable: Bool) throws {
        let log = EventLog()
        let view: any Screen
        let container: ViewContainer
        let attach: (TableInfo) throws -> Void
        let table = isTable ? table : TableInfo(sections: Array(table.sections.dropLast()))
        let tableStage = TableStage<TableInfo>()
        let collectionStage = CollectionStage<TableInfo>()
        if isTable {
            (view, container) = (tableStage.tableView, tableStage.container)
            attach = { try tableStage.attach($0, TableReformer(), log) }
        } else {
            (view, container) = (collectionStage.collectionView, collectionStage.container)
            attach = { try collectionStage.attach($0, TableReformer(), log) }
        }
        container.headsCollapseSections = true
        try attach(table)
        let head = try #require(view.entry(.head, 1))
        #expect(head.accessibilityTraits == [.header, .button] && head.accessibilityValue == nil)
        #expect(image(of: head) == UIImage(systemName: "chevron.down"))
        tap(head)?.perform()
        #expect(view.lines(ofSections: 2) == ["[a]", "a1", "a2", "[b]"])
        #expect(head.accessibilityValue == "Collapsed")
        #expect(image(of: head) == UIImage(systemName: "chevron.forward"))
        tap(head)?.perform()
        #expect(view.lines(ofSections: 2) == ["[a]", "a1", "a2", "[b]", "b1", "b2"])
        #expect(log.lines == ["collapse head of b", "expand head of b"])
        #expect(head.gestureRecognizers?.count == 1)
        if isTable { #expect(tap(view.entry(.head, 2)) == nil, "views of the app send their own events") }
    }

    @Test func `Without the request, a head is no button`() throws {
        let stage = try TableStage(table)
        let head = try #require(stage.tableView.entry(.head, 0))
        #expect(head.accessibilityTraits == .header && tap(head) == nil && image(of: head) == nil)
    }

    private func image(of view: UIView) -> UIImage? {
        ((view as? any ContentHolding)?.contentConfiguration as? UIListContentConfiguration)?.image
    }
}
