import ShimmedTableAgentUIKit
import TableAgent
import Testing
import UIKit

/// Items whose rows share a context, in the views of the app.
@MainActor
struct ContextItemTests {
    private func table(_ staff: String) -> TableInfo {
        TableInfo {
            TableSection(id: 0) {
                Rows([Order(id: 1, customer: "Ada")], as: ReadLine.self, with: staff)
                Row(Order(id: 2, customer: "Grace"), as: ReadCell.self, with: staff)
            }
        }
    }

    @Test func `A view of the app, registered or an item's own, is filled with the context`() throws {
        let stage = TableStage<TableInfo>()
        stage.container.register(ReadCell.self, for: ReadLine.self)
        try stage.attach(table("Bob"), TableReformer())
        #expect(stage.tableView.shownLines == ["Ada for Bob", "Grace for Bob"])
        try stage.agent.reload(table("Eve"))
        stage.tableView.layoutIfNeeded()
        #expect(stage.tableView.shownLines == ["Ada for Eve", "Grace for Eve"])
    }

    @Test func `A system cell shows the line of the context`() throws {
        let stage = try CollectionStage(
            TableInfo {
                TableSection(id: 0) { Row(Order(id: 1, customer: "Ada"), as: ReadLine.self, with: "Bob") }
            })
        #expect(stage.collectionView.shownLines == ["Ada to Bob"])
    }
}

private enum ReadLine: GridLineItem, ContextItem {
    static func fill(_ line: inout GridLine, with order: Order, context staff: String) {
        line.text("\(order.customer) to \(staff)")
    }
}

private final class ReadCell: UITableViewCell {
    lazy var label = UILabel(in: contentView)
}

extension ReadCell: @MainActor ContextItem {
    static func fill(_ cell: inout ReadCell, with order: Order, context staff: String) {
        cell.label.text = "\(order.customer) for \(staff)"
    }
}
