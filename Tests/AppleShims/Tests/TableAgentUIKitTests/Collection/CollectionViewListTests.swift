import ShimmedTableAgentUIKit
import TableAgent
import Testing
import UIKit

@MainActor
@Suite struct CollectionViewListTests {
    private enum TallLine: GridLineItem, EventItem {
        static func fill(_ line: inout GridLine, with task: String) { line.text(task) }
        static func height(of task: String) -> Double? { task == "tall" ? 88 : nil }
        static func actions(_ place: RowAction.Placement, for task: String) -> [RowAction] {
            place == .trailing ? [RowAction("Delete", .delete, isDestructive: true)] : []
        }
    }

    private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 440))
    private let view: UICollectionView
    private let container: CollectionViewContainer
    private let agent = Agent<TableInfo>()
    private let log = EventLog()

    init() {
        view = UICollectionView(frame: window.frame, collectionViewLayout: UICollectionViewFlowLayout())
        window.addSubview(view)
        container = CollectionViewContainer(view)
    }

    private let table = TableInfo {
        TableSection(id: "headed") {
            Head("Tasks", as: NoteLine.self)
            Rows(["a", "tall", "b"], id: \.self, as: TallLine.self)
        }
        TableSection(id: "plain") { Rows([Order(id: 1, customer: "Ada")], as: Card.self) }
    }

    private func attach() throws {
        try agent.attach(
            container, dataSource: DataSource(table, reformer: TableReformer()), eventDelegate: log)
        view.layoutIfNeeded()
        RunLoop.main.simulateTurn()
    }

    private func kinds() -> [Int] {
        view.indexPathsForVisibleSupplementaryElements(ofKind: UICollectionView.elementKindSectionHeader)
            .map(\.section)
    }

    private func height(_ row: Int, _ section: Int = 0) -> CGFloat? {
        view.cellForItem(at: IndexPath(item: row, section: section))?.frame.height
    }

    @Test func `A list shows list cells, swipe actions, heights, and heads of sections that have one`() throws
    {
        let layout = container.listLayout(.init(appearance: .plain))
        view.collectionViewLayout = layout
        try attach()
        #expect(view.shownLines == ["[Tasks]", "a", "tall", "b", "card of Ada"])
        #expect(view.visibleCells.allSatisfy { $0 is UICollectionViewListCell })
        #expect(kinds() == [0], "a section without a head has no blank header")
        #expect((0..<3).map { height($0) } == [44, 88, 44])

        let swipe = layout.simulateSwipe(fromLeading: false, at: IndexPath(item: 1, section: 0))
        #expect(swipe?.actions.map(\.title) == ["Delete"])
        swipe?.actions.first?.handler(swipe!.actions[0], view) { _ in }
        #expect(log.lines == ["delete tall 0,1"])
        let none = layout.simulateSwipe(fromLeading: true, at: IndexPath(item: 1, section: 0))
        #expect(none?.actions.isEmpty == true)
    }

    @Test func `A cell that is reused for a row without a height has an automatic height`() throws {
        view.collectionViewLayout = container.listLayout(.init(appearance: .plain))
        try attach()
        try agent.edit { try $0.replaceData(ofRow: .id("tall"), with: "tall") }
        #expect(height(1) == 88)
        try agent.edit { try $0.removeRow(.id("tall")) }
        try agent.edit { edit in
            try edit.append([Row("c", id: "c", as: TallLine.self)], to: .id("headed"))
        }
        #expect((0..<3).map { height($0) } == [44, 44, 44])
    }

    @Test func `A head that comes and goes leaves the cells of its section`() throws {
        view.collectionViewLayout = container.listLayout(.init(appearance: .plain))
        try attach()
        let card = try #require(view.cellForItem(at: IndexPath(item: 0, section: 1)))
        let field = UITextField()
        card.addSubview(field)
        field.becomeFirstResponder()
        try agent.edit { try $0.setHead(Head("New", as: NoteLine.self), of: .id("plain")) }
        #expect(view.shownLines == ["[Tasks]", "a", "tall", "b", "[New]", "card of Ada"])
        try agent.edit { try $0.setHead(Head(Order(id: 1, customer: "Bo"), as: Card.self), of: .id("plain")) }
        #expect(view.shownLines.contains("[card of Bo]"))
        try agent.edit { try $0.setHead(nil, of: .id("plain")) }
        #expect(view.shownLines == ["[Tasks]", "a", "tall", "b", "card of Ada"])
        #expect(view.cellForItem(at: IndexPath(item: 0, section: 1)) === card && field.isFirstResponder)
    }

    @Test func `In a flow layout, rows have the heights of their items, and a missing head has no space`()
        throws
    {
        let layout = UICollectionViewFlowLayout()
        layout.itemSize = CGSize(width: 300, height: 30)
        layout.headerReferenceSize.height = 20
        view.collectionViewLayout = layout
        try attach()
        #expect((0..<3).map { height($0) } == [30, 88, 30])
        #expect(kinds() == [0])
        #expect(height(0, 1) == 30)
    }

    private enum SizedLine: GridLineItem {
        static func fill(_ line: inout GridLine, with order: Order) { line.text(order.customer) }
        static func height(of order: Order) -> Double? { order.customer == "tall" ? 90 : 45 }
    }

    @Test func `A row that changes its height is measured again in a flow layout`() throws {
        try agent.attach(
            container,
            dataSource: DataSource(
                TableInfo { TableSection(id: 0) { Row(Order(id: 1, customer: "a"), as: SizedLine.self) } },
                reformer: TableReformer()))
        view.layoutIfNeeded()
        #expect(height(0) == 45)
        try agent.edit { try $0.replaceData(ofRow: .id(1), with: Order(id: 1, customer: "tall")) }
        #expect(height(0) == 90)
    }

    private final class Sizes: NSObject, UICollectionViewDelegateFlowLayout {
        func collectionView(
            _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
            sizeForItemAt indexPath: IndexPath
        ) -> CGSize { CGSize(width: 200, height: 33) }
    }

    @Test func `The app's own delegate gives the sizes of rows without a height`() throws {
        let sizes = Sizes()
        container.viewDelegate = sizes
        try attach()
        #expect((0..<3).map { height($0) } == [33, 88, 33])
    }

    @MainActor
    private enum FreshLine: @MainActor ViewItem {
        static var reuse: ViewReuse { .never }
        static func fill(_ label: inout UILabel, with text: String) { label.text = text }
    }

    @Test func `A head that is never reused is refilled in place in a collection`() throws {
        try agent.attach(
            container,
            dataSource: DataSource(
                TableInfo { TableSection(id: 0) { Head("old", as: FreshLine.self) } },
                reformer: TableReformer()))
        (view.collectionViewLayout as? UICollectionViewFlowLayout)?.headerReferenceSize.height = 20
        view.layoutIfNeeded()
        let head = view.entry(.head, 0)
        try agent.edit { try $0.setHead(Head("new", as: FreshLine.self), of: .at(0)) }
        #expect(view.entry(.head, 0) === head && head?.shownText == "new")
    }

    @Test func `Heads send their events, and folding sends collapse and expand`() throws {
        view.collectionViewLayout = container.listLayout(.init(appearance: .plain))
        try agent.attach(
            container,
            dataSource: DataSource(
                TableInfo {
                    TableSection(id: "july") {
                        Head(Order(id: 1, customer: "July"), as: Card.self)
                        Rows(["a"], id: \.self, as: TallLine.self)
                        Foot(Order(id: 2, customer: "sum"), as: Card.self)
                    }
                }, reformer: TableReformer()), eventDelegate: log)
        view.layoutIfNeeded()
        for kind in [TablePart.head, .foot] { view.entry(kind, 0)?.card?.source?.post(.fold) }
        try agent.edit { try $0.collapseSection(.id("july")) }
        try agent.edit { try $0.expandSection(.id("july")) }
        try agent.edit { try $0.removeRow(.id("a")) }
        #expect(
            log.lines == [
                "fold head of july", "fold foot of july", "collapse head of july", "expand head of july",
                "removed a gone",
            ])
    }
}

extension UIView {
    fileprivate var card: Card? { self as? Card ?? subviews.lazy.compactMap(\.card).first }
}
