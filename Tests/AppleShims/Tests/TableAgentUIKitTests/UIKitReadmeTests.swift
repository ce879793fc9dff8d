import ShimmedTableAgentUIKit
import TableAgent
import Testing
import UIKit

/// The types that the README's example uses.
private struct Article {
    var sku: String
    var name: String
    var count: Int
}

private enum ArticleLine: GridLineItem {
    static func fill(_ line: inout GridLine, with article: Article) { line.text(article.name) }
}

private final class ArticleCell: UITableViewCell, @MainActor TableItem {
    lazy var label = UILabel(in: contentView)

    static func fill(_ cell: inout ArticleCell, with article: Article) {
        cell.label.text = "\(article.count) × \(article.name)"
    }
}

private struct StockReformer: Reformer {
    let threshold: Int

    func reform(_ stock: [Article]) -> TableInfo {
        TableInfo {
            TableSection(id: "low") {
                Rows(stock.filter { $0.count < threshold }, id: \.sku, as: ArticleLine.self)
            }
        }
    }
}

/// Replaces the standard function.
@MainActor private func print(_ text: String) { printed.append(text) }
@MainActor private var printed: [String] = []

private enum Example {
    // swift-format-ignore
    // block: controller
    final class StockViewController: UIViewController {
        let tableView = UITableView()
        let agent = Agent<[Article]>()

        override func loadView() { view = tableView }

        override func viewDidLoad() {
            super.viewDidLoad()
            let container = TableViewContainer(tableView)
            container.register(ArticleCell.self, for: ArticleLine.self)  // your cell, of the same data
            agent.on(.select, of: Article.self) { article in print("open \(article.name)") }
            try? agent.attach(container, dataSource: DataSource(reformer: StockReformer(threshold: 10)))
        }
    }
    // end of block
}

@MainActor
@Suite struct UIKitReadmeTests {
    @Test func `The example is compiled unchanged, and has the described result`() throws {
        let readme = try DocumentedCode(document: "../../README.md", test: #filePath)
        let code = try #require(readme.compiled["controller"])
        #expect(readme.swift.contains(code))

        let controller = Example.StockViewController()
        controller.loadViewIfNeeded()
        controller.view.frame.size = CGSize(width: 320, height: 480)
        try controller.agent.reload([
            Article(sku: "N1", name: "Nail", count: 500), Article(sku: "B1", name: "Bolt", count: 0),
        ])
        #expect(controller.tableView.shownLines == ["0 × Bolt"])
        printed = []
        controller.tableView.simulateTouch(at: IndexPath(row: 0, section: 0))
        #expect(printed == ["open Bolt"])
    }
}
