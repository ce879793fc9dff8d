import ShimmedTableAgentUIKit
import TableAgent
import Testing
import UIKit

@MainActor
@Suite struct CollectionViewSupplementTests {
    private let log = EventLog()
    private let view: UICollectionView
    private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 300, height: 300))
    private let container: CollectionViewContainer
    private let agent = Agent<TableInfo>()

    init() throws {
        view = UICollectionView(frame: window.frame, collectionViewLayout: BadgeLayout())
        window.addSubview(view)
        container = CollectionViewContainer(view)
        container.register(Badge.self, forSupplementaryViewsOfKind: "badge") { row in
            row.data(as: Order.self).flatMap { $0.id == 0 ? nil : $0.id }
        }
        let orders = (1...3).map { Order(id: $0, customer: "Ada") }
        let table = TableInfo { TableSection(id: 0) { Rows(orders, as: OrderLine.self) } }
        try agent.attach(
            container, dataSource: DataSource(table, reformer: TableReformer()), eventDelegate: log)
        view.layoutIfNeeded()
    }

    private func shownBadges() -> [String] {
        (0..<view.numberOfItems(inSection: 0)).compactMap {
            let path = IndexPath(item: $0, section: 0)
            let badge = view.supplementaryView(forElementKind: "badge", at: path) as? Badge
            return badge?.isHidden == true ? "hidden" : badge?.text
        }
    }

    @Test func `Badges show the data of their row, also after changes`() throws {
        #expect(shownBadges() == ["1", "2", "3"])
        try agent.edit { try $0.removeRow(.id(1)) }
        #expect(shownBadges() == ["2", "3"])
        try agent.edit { table in
            try table.insert([Row(Order(id: 0, customer: "none"), as: OrderLine.self)], before: .id(2))
            try table.append([Row(Order(id: 9, customer: "new"), as: OrderLine.self)], to: .at(0))
        }
        #expect(shownBadges() == ["hidden", "2", "3", "9"])
    }

    @Test func `A badge sends events of its row`() throws {
        try agent.edit { try $0.removeRow(.id(1)) }
        let badge = view.supplementaryView(forElementKind: "badge", at: IndexPath(item: 0, section: 0))
        (badge as? Badge)?.source?.post(.fold)
        #expect(log.lines.last == "fold 2 0,0")
    }

    @Test func `The display events of a badge carry its kind and are sent once for each row`() throws {
        var shown: Set<AnyID> = []
        agent.on(.willDisplaySupplement) { (event: CellEvent, kind: String) in
            #expect(kind == "badge" && shown.insert(event.rowID).inserted)
        }
        agent.on(.didEndDisplaySupplement) { (event: CellEvent, _: String) in shown.remove(event.rowID) }
        try agent.reload(TableInfo())
        try agent.reload(
            TableInfo {
                TableSection(id: 0) { Rows((1...3).map { Order(id: $0, customer: "") }, as: OrderLine.self) }
            })
        view.layoutIfNeeded()
        #expect(shown == [1, 2, 3])
        try agent.edit { try $0.removeRow(.id(1)) }
        #expect(shown == [2, 3])
    }
}

/// Adds a badge to each cell.
private final class BadgeLayout: UICollectionViewFlowLayout {
    override func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
        let attributes = super.layoutAttributesForElements(in: rect) ?? []
        return attributes
            + attributes.filter { $0.representedElementCategory == .cell }.map {
                let badge = UICollectionViewLayoutAttributes(
                    forSupplementaryViewOfKind: "badge", with: $0.indexPath)
                badge.frame = CGRect(x: $0.frame.maxX - 10, y: $0.frame.minY, width: 10, height: 10)
                return badge
            }
    }
}

private final class Badge: UICollectionReusableView, EventView {
    var source: EventSource?
    var text = ""
}

extension Badge: @MainActor TableItem {
    static func fill(_ badge: inout Badge, with number: Int) { badge.text = "\(number)" }
}
