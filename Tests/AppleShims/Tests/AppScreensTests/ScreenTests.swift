import ShimmedTableAgentUIKit
import TableAgent
import Testing
import UIKit

@testable import AppScreens

/// The screens of the demo app.
@MainActor
@Suite struct ScreenTests {
    @Test func `Every screen opens without an error`() {
        let screens =
            cellScreens() + columnScreens() + changeScreens() + actionScreens() + collectionScreens()
        #expect(screens.count > 10)
        for screen in screens {
            screen.loadViewIfNeeded()
            #expect(
                screen.navigationItem.prompt == nil && screen.agent.tableInfo.rowCount > 0, "\(screen.task)")
        }
    }

    @Test func `The columns are searched and sorted`() throws {
        let screen = try #require(columnScreens().first)
        screen.loadViewIfNeeded()
        func rows() -> [Int] {
            screen.agent.tableInfo.sections[0].rows.compactMap { $0.data(as: Order.self)?.id }
        }
        #expect(rows().count == 200)
        screen.navigationItem.searchController?.simulateTyping("zoe paid")
        #expect(rows() == (1...200).filter { Order($0).customer == "Zoe" && Order($0).isPaid })
        screen.navigationItem.searchController?.simulateTyping("zo")
        let menu = try #require(screen.navigationItem.rightBarButtonItem?.menu)
        #expect(menu.children.map(\.title) == ["As they came", "By customer", "Open first"])
        try screen.agent.show(TableQuery(search: "zo", sorts: [.descending("Total")]))
        let totals = rows().map { Order($0).total }
        #expect(!totals.isEmpty && totals == totals.sorted(by: >))
        #expect(screen.navigationItem.prompt == nil)
    }
}
