import ShimmedTableAgentUIKit
import TableAgent
import Testing
import UIKit

@MainActor
@Suite struct ContentItemTests {
    private let orders = [Order(id: 1, customer: "Ada"), Order(id: 2, customer: "Grace")]

    private var table: TableInfo {
        TableInfo {
            TableSection(id: 0) {
                Head("Orders", as: BannerHead.self)
                Rows(orders, as: BannerRow.self)
            }
        }
    }

    @Test func `A content configuration of the app is shown in tables and in collections`() throws {
        let log = EventLog()
        let stage = try TableStage(table, log)
        #expect(stage.tableView.shownLines == ["[Orders of 2]", "Ada", "Grace"])
        let banner = try #require(stage.tableView.cellForRow(at: IndexPath(row: 1, section: 0))?.banner)
        try stage.agent.edit { edit in
            try edit.replaceData(ofRow: .id(2), with: Order(id: 2, customer: "Edsger"))
            try edit.removeRow(.id(1))
        }
        #expect(stage.tableView.shownLines == ["[Orders of 1]", "Edsger"])
        let cell = stage.tableView.cellForRow(at: IndexPath(row: 0, section: 0))
        #expect(cell?.banner === banner, "the content view stays")
        banner.tap()
        #expect(log.lines.last == "fold 2 0,0")

        let collection = CollectionStage<TableInfo>()
        collection.container.register(BannerRow.self, for: OrderLine.self)
        try collection.attach(
            TableInfo {
                TableSection(id: 0) {
                    Head("Orders", as: BannerHead.self)
                    Rows(orders, as: OrderLine.self)
                }
            }, TableReformer())
        #expect(collection.collectionView.shownLines == ["[Orders of 2]", "Ada", "Grace"])
    }

    @Test func `The configuration can have an opaque content, as that of SwiftUI has`() throws {
        let stage = try TableStage(TableInfo { TableSection(id: 0) { Rows(orders, as: HostedRow.self) } })
        #expect(stage.tableView.shownLines == ["Ada", "Grace"])
    }

    @Test func `Outside a container, the item fills a configuration without a source`() {
        var banner = Banner()
        #expect(Row(orders[0], as: BannerRow.self).fill(&banner))
        #expect(banner.text == "Ada" && banner.tapped == nil)
    }
}

/// A content configuration of an app.
private struct Banner: UIContentConfiguration {
    var text = ""
    var tapped: (() -> Void)?

    func makeContentView() -> any UIView & UIContentView {
        let view = BannerView()
        view.configuration = self
        return view
    }

    func updated(for state: any UIConfigurationState) -> Banner { self }
}

private final class BannerView: UIView, UIContentView {
    lazy var label = UILabel(in: self)
    var configuration: any UIContentConfiguration = Banner() {
        didSet { label.text = (configuration as? Banner)?.text }
    }

    func tap() { (configuration as? Banner)?.tapped?() }
}

@MainActor
private enum BannerRow: @MainActor ContentItem {
    static func content(for order: Order, in context: ContentContext) -> Banner {
        Banner(text: order.customer, tapped: context.source.map { source in { source.post(.fold) } })
    }
}

@MainActor
private enum BannerHead: @MainActor ContentItem, @MainActor SectionItem {
    static func content(for title: String, in context: ContentContext) -> Banner {
        Banner(text: "\(title) of \(context.section.rowCount)")
    }
}

/// A generic configuration, as that of SwiftUI is.
private struct Hosted<Content: CustomStringConvertible, Background>: UIContentConfiguration {
    let content: Content

    func makeContentView() -> any UIView & UIContentView {
        Banner(text: content.description).makeContentView()
    }

    func updated(for state: any UIConfigurationState) -> Hosted { self }
}

@MainActor
private enum HostedRow: @MainActor ContentItem {
    static func content(
        for order: Order, in context: ContentContext
    ) -> Hosted<some CustomStringConvertible, Never> {
        Hosted(content: order.customer)
    }
}

extension UIView {
    fileprivate var banner: BannerView? {
        self as? BannerView ?? subviews.lazy.compactMap(\.banner).first
    }
}
