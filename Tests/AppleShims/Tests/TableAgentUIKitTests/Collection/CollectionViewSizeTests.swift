import ShimmedTableAgentUIKit
import TableAgent
import Testing
import UIKit

/// Rows, heads, and feet whose sizes change while they stay in the table.
@MainActor
@Suite struct CollectionViewSizeTests {
    /// A model whose properties change in place.
    final class Note: Identifiable {
        let id = 1
        var height: Double
        init(_ height: Double) { self.height = height }
    }

    enum NoteItem: GridLineItem {
        static func fill(_ line: inout GridLine, with note: Note) { line.text("note") }
        static func height(of note: Note) -> Double? { note.height }
    }

    /// A setting of the app that heights depend on.
    private static var isCompact = false

    private enum SettingLine: GridLineItem {
        static func fill(_ line: inout GridLine, with order: Order) { line.text(order.customer) }
        static func height(of order: Order) -> Double? {
            MainActor.assumeIsolated { CollectionViewSizeTests.isCompact ? 20 : 40 }
        }
    }

    private final class Sizes: NSObject, UICollectionViewDelegateFlowLayout {
        var height: CGFloat = 30

        func collectionView(
            _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
            sizeForItemAt indexPath: IndexPath
        ) -> CGSize { CGSize(width: 200, height: height) }
    }

    private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 440))
    private let view: UICollectionView
    private let container: CollectionViewContainer
    private let agent = Agent<TableInfo>()

    init() {
        view = UICollectionView(frame: window.frame, collectionViewLayout: UICollectionViewFlowLayout())
        window.addSubview(view)
        container = CollectionViewContainer(view)
    }

    private func attach(_ table: TableInfo) throws {
        try agent.attach(container, dataSource: DataSource(table, reformer: TableReformer()))
        view.layoutIfNeeded()
    }

    private var rowHeight: CGFloat? { view.cell(on: [0, 0])?.frame.height }

    private func table(_ note: Note) -> TableInfo {
        TableInfo {
            TableSection(id: 0) {
                Head(note, as: NoteItem.self)
                Row(note, as: NoteItem.self)
            }
        }
    }

    @Test func `An object that has changed in place has another height after a reload`() throws {
        let note = Note(40)
        try attach(table(note))
        #expect(rowHeight == 40 && view.entry(.head, 0)?.frame.height == 40)
        note.height = 90
        try agent.reload(table(note))
        #expect(rowHeight == 90 && view.entry(.head, 0)?.frame.height == 90)
        note.height = 60
        try agent.edit { try $0.reloadRow(.id(1)) }
        #expect(rowHeight == 60)
    }

    @Test func `A height that reads a setting is read again for an updated row`() throws {
        Self.isCompact = false
        try attach(
            TableInfo { TableSection(id: 0) { Row(Order(id: 1, customer: "Ada"), as: SettingLine.self) } })
        #expect(rowHeight == 40)
        Self.isCompact = true
        try agent.edit { try $0.reloadRow(.id(1)) }
        #expect(rowHeight == 20)
    }

    @Test func `The app's own delegate is asked again for the size of an updated row`() throws {
        let sizes = Sizes()
        container.viewDelegate = sizes
        try attach(
            TableInfo { TableSection(id: 0) { Row(Order(id: 1, customer: "Ada"), as: OrderLine.self) } })
        #expect(rowHeight == 30)
        sizes.height = 70
        try agent.edit { try $0.replaceData(ofRow: .id(1), with: Order(id: 1, customer: "Bo")) }
        #expect(rowHeight == 70)
    }

    @Test func `The height of a system cell grows with the text, and that of an own cell does not`() throws {
        UIFontMetrics.simulatedFactor = 2
        defer { UIFontMetrics.simulatedFactor = 1 }
        let table = table(Note(40))
        try attach(table)
        #expect(rowHeight == 80 && view.entry(.head, 0)?.frame.height == 80)
        let stage = try TableStage(table)
        #expect(stage.tableView.cellForRow(at: [0, 0])?.frame.height == 80)
        container.register(NoteCell.self, for: NoteItem.self)
        try agent.reload(table)
        view.layoutIfNeeded()
        #expect(rowHeight == 40)
    }

    private final class NoteCell: UICollectionViewCell, @MainActor TableItem {
        static func fill(_ cell: inout NoteCell, with note: Note) {}
    }

    @Test func `A hosted view gives way while its cell is measured`() throws {
        let stage = try TableStage(
            TableInfo { TableSection(id: 0) { Row(Order(id: 1, customer: "Ada"), as: Card.self) } })
        let host = try #require(stage.tableView.cellForRow(at: [0, 0])?.subviews.last)
        #expect(host.constraints.map(\.priority.rawValue).sorted() == [999, 1000, 1000, 1000])
    }

    /// A cell of the app whose height follows its text.
    private final class TextCell: UICollectionViewCell, @MainActor TableItem {
        private var text = ""
        override var simulatedHeight: CGFloat { CGFloat(20 * text.count) }
        static func fill(_ cell: inout TextCell, with order: Order) { cell.text = order.customer }
    }

    @Test func `In a list, an own cell is measured again after it was refilled`() throws {
        view.collectionViewLayout = container.listLayout(.init(appearance: .plain))
        try attach(
            TableInfo { TableSection(id: 0) { Row(Order(id: 1, customer: "Ada"), as: TextCell.self) } })
        #expect(rowHeight == 60)
        try agent.edit { try $0.replaceData(ofRow: .id(1), with: Order(id: 1, customer: "Beate")) }
        #expect(rowHeight == 100)
    }
}
