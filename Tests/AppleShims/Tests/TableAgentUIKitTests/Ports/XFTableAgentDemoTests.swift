import ShimmedTableAgentUIKit
import TableAgent
import Testing
import UIKit

/// The demo of XFTableAgent: two sections, one of them with several cell classes, a nib, and a button in a
/// cell.
enum XFTableAgentDemo {
    struct News {
        var title: String
        var pictures: [String] = []
    }

    struct Contact: Identifiable {
        let id: Int
        var name: String
    }

    struct Page {
        var news: [News]
        var contacts: [Contact]
    }

    final class TextCell: UITableViewCell {
        let titleLabel = UILabel()

        override func didMoveToSuperview() {
            super.didMoveToSuperview()
            if titleLabel.superview == nil { contentView.addSubview(titleLabel) }
        }
    }

    final class PictureCell: UITableViewCell {
        let titleLabel = UILabel()
        let countLabel = UILabel()

        override func didMoveToSuperview() {
            super.didMoveToSuperview()
            guard titleLabel.superview == nil else { return }
            contentView.addSubview(titleLabel)
            contentView.addSubview(countLabel)
        }
    }

    /// The nib sets the outlets.
    final class ContactCell: UITableViewCell, EventView {
        var source: EventSource?
        var nameLabel: UILabel!
        var callButton: UIButton!

        func connect() {
            callButton.addAction(
                UIAction { [weak self] _ in self?.source?.post(.call, self?.nameLabel.text ?? "") },
                for: .touchUpInside)
        }
    }

    final class SectionTitle: UITableViewHeaderFooterView {
        lazy var label = UILabel(in: contentView)
    }

    @MainActor
    struct BusinessReformer: @MainActor StatelessReformer {
        func reform(_ page: Page) -> TableInfo {
            TableInfo {
                TableSection(id: "news") {
                    Head("News", as: SectionTitle.self)
                    for news in page.news {
                        if news.pictures.isEmpty {
                            Row(news, id: news.title, as: TextCell.self)
                        } else {
                            Row(news, id: news.title, as: PictureCell.self)
                        }
                    }
                }
                TableSection(id: "contacts") {
                    Head("Contacts", as: SectionTitle.self)
                    Rows(page.contacts, as: ContactCell.self)
                    Foot("\(page.contacts.count) people", as: SectionTitle.self)
                }
            }
        }
    }

    @MainActor
    final class Controller: UIViewController {
        let tableView = UITableView(frame: CGRect(x: 0, y: 0, width: 320, height: 480), style: .plain)
        private let agent = Agent<Page>()
        private(set) var lines: [String] = []

        override func viewDidLoad() {
            super.viewDidLoad()
            view.addSubview(tableView)
            try? agent.attach(
                TableViewContainer(tableView), dataSource: DataSource(reformer: BusinessReformer()),
                eventDelegate: self)
        }

        func show(_ page: Page?) throws { try agent.reload(page) }
    }
}

extension XFTableAgentDemo.Controller: @MainActor EventDelegate {
    func didReceive(_ event: CellEvent) {
        if event.isNamed(.select), let news = event.data(as: XFTableAgentDemo.News.self) {
            lines.append("read \(news.title)")
        } else if let name = event.payload(of: .call) {
            lines.append("call \(name) at \(event.position?.description ?? "no place")")
        }
    }
}

extension EventName<String> {
    fileprivate static var call: Self { Self("call") }
}

extension XFTableAgentDemo.TextCell: @MainActor TableItem {
    static func fill(_ cell: inout XFTableAgentDemo.TextCell, with news: XFTableAgentDemo.News) {
        cell.titleLabel.text = news.title
    }

    static func height(of news: XFTableAgentDemo.News) -> Double? { 44 }
}

extension XFTableAgentDemo.PictureCell: @MainActor TableItem {
    static func fill(_ cell: inout XFTableAgentDemo.PictureCell, with news: XFTableAgentDemo.News) {
        cell.titleLabel.text = news.title
        cell.countLabel.text = "\(news.pictures.count) pictures"
    }

    static func height(of news: XFTableAgentDemo.News) -> Double? { 120 }
}

extension XFTableAgentDemo.ContactCell: @MainActor ViewItem {
    static var nib: UINib? { UINib(nibName: "ContactCell", bundle: nil) }

    static func fill(_ cell: inout XFTableAgentDemo.ContactCell, with contact: XFTableAgentDemo.Contact) {
        cell.nameLabel.text = contact.name
    }
}

extension XFTableAgentDemo.SectionTitle: @MainActor TableItem {
    static func fill(_ view: inout XFTableAgentDemo.SectionTitle, with title: String) {
        view.label.text = title
    }

    static func height(of title: String) -> Double? { 30 }
}

@MainActor
@Suite struct XFTableAgentDemoTests {
    private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
    private let controller = XFTableAgentDemo.Controller()
    private let page = XFTableAgentDemo.Page(
        news: [.init(title: "Rain"), .init(title: "Sun", pictures: ["a", "b"]), .init(title: "Wind")],
        contacts: [.init(id: 1, name: "Ada"), .init(id: 2, name: "Grace")])

    init() {
        UINib.simulate("ContactCell") {
            let cell = XFTableAgentDemo.ContactCell()
            (cell.nameLabel, cell.callButton) = (UILabel(), UIButton())
            cell.contentView.addSubview(cell.nameLabel)
            cell.contentView.addSubview(cell.callButton)
            cell.connect()
            return [cell]
        }
        window.rootViewController = controller
    }

    @Test func `Two sections are shown with cells of three classes, one of them from a nib`() throws {
        try controller.show(page)
        #expect(
            controller.tableView.shownLines == [
                "[News]", "Rain", "Sun | 2 pictures", "Wind", "[Contacts]", "Ada", "Grace", "(2 people)",
            ])
        #expect(controller.tableView.rectForRow(at: IndexPath(row: 1, section: 0)).height == 120)
    }

    @Test func `The controller receives touches and the cell's button`() throws {
        try controller.show(page)
        let path = IndexPath(row: 1, section: 1)
        let cell = try #require(
            controller.tableView.cellForRow(at: path) as? XFTableAgentDemo.ContactCell)
        controller.tableView.simulateTouch(at: IndexPath(row: 0, section: 0))
        var grown = page
        grown.contacts.insert(.init(id: 3, name: "Barbara"), at: 0)
        try controller.show(grown)
        cell.callButton.sendActions(for: .touchUpInside)
        #expect(controller.lines == ["read Rain", "call Grace at section 1, row 2"])
    }

    @Test func `A table without data is empty, unlike in the original, which kept the old rows`() throws {
        try controller.show(page)
        try controller.show(nil)
        #expect(controller.tableView.shownLines == [])
    }
}
