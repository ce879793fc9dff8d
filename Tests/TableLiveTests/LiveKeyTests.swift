import Foundation
import TableAgent
import TableLive
import TableSurfaces
import Testing

extension EventName<Int> {
    fileprivate static var pay: Self { Self("pay") }
}

/// The keys of a page while equal ids are spelled differently: Swift compares characters, a browser compares bytes.
struct LiveKeyTests {
    fileprivate struct Order: Identifiable, Equatable {
        var id: String
        var cents: Int
        /// A property that the page does not show.
        var note = ""
    }

    private enum OrderLine: GridLineItem, EventItem {
        static func fill(_ line: inout GridLine, with order: Order) {
            line.integer(order.cents)
            line.text("Some words, so that patches are shorter than the table")
        }

        static func actions(_ place: RowAction.Placement, for order: Order) -> [RowAction] {
            place == .trailing ? [RowAction("Pay", .pay, order.cents)] : []
        }
    }

    /// A section. The characters "é" and "≮" have two spellings. The second spelling of "≮" begins with "<", which
    /// markup escapes.
    fileprivate struct Group: Equatable {
        var id: String
        var head: String? = "Head"
        var orders: [Order]
        var foot: String? = "Foot"

        init(_ number: Int) {
            id = "≮é\(number)&"
            orders = (0..<6).map { Order(id: "'é\($0)≮", cents: number * 100 + $0) }
        }

        func spelled(_ spelling: Spelling) -> Group {
            var group = self
            group.id = spelling.spell(id)
            for index in orders.indices { group.orders[index].id = spelling.spell(orders[index].id) }
            return group
        }
    }

    enum Spelling: CaseIterable {
        case composed, decomposed

        func spell(_ text: String) -> String {
            switch self {
            case .composed: text.precomposedStringWithCanonicalMapping
            case .decomposed: text.decomposedStringWithCanonicalMapping
            }
        }
    }

    private struct GroupsReformer: StatelessReformer {
        func reform(_ groups: [Group]) -> TableInfo {
            TableInfo(columns: ["Cents", "Words"]) {
                for group in groups {
                    TableSection(
                        id: group.id, head: group.head.map { Head($0, as: GridTitle.self) },
                        rows: Rows(group.orders, as: OrderLine.self),
                        foot: group.foot.map { Foot($0, as: GridTitle.self) })
                }
            }
        }
    }

    enum Change: CaseIterable {
        case updatedRow, removedRow, movedRow, movedAndUpdatedRow
        case firstRow, rowAfterAnother, rowsAfterMovedRow, lastRow, rowInAnotherSection, newRows
        case head, removedHead, foot, removedFoot
        case removedSection, movedSection, sectionAfterAnother, everything

        fileprivate func apply(to groups: inout [Group]) {
            let new = Order(id: "é new", cents: 9)
            switch self {
            case .updatedRow: groups[1].orders[2].cents = 7
            case .removedRow: groups[1].orders.remove(at: 2)
            case .movedRow: groups[1].orders.append(groups[1].orders.removeFirst())
            case .movedAndUpdatedRow:
                groups[1].orders.append(groups[1].orders.removeFirst())
                groups[1].orders[5].cents = 7
            case .firstRow: groups[1].orders.insert(new, at: 0)
            case .rowAfterAnother: groups[1].orders.insert(new, at: 3)
            case .rowsAfterMovedRow:
                groups[1].orders.insert(groups[1].orders.removeLast(), at: 1)
                groups[1].orders[1].cents = 7
                groups[1].orders.insert(new, at: 2)
            case .lastRow: groups[2].orders.append(new)
            case .rowInAnotherSection:
                var order = groups[0].orders.removeLast()
                order.id += "!"
                groups[1].orders.append(order)
                groups[2].orders.insert(groups[1].orders.removeFirst(), at: 1)
                groups[2].orders.remove(at: 0)
            case .newRows:
                groups[1].orders = (0..<3).map { Order(id: "é\($0) new", cents: $0) }
            case .head: groups[1].head = "New"
            case .removedHead: groups[1].head = nil
            case .foot: groups[1].foot = "New"
            case .removedFoot: groups[1].foot = nil
            case .removedSection: groups.remove(at: 1)
            case .movedSection: groups.append(groups.removeFirst())
            case .sectionAfterAnother: groups.insert(Group(9), at: 2)
            case .everything:
                groups[1].orders[1].cents = 7
                groups[1].orders.insert(new, at: 1)
                groups[1].orders.remove(at: 5)
                (groups[2].head, groups[2].foot) = (nil, "New")
                groups.insert(groups.removeLast(), at: 0)
            }
        }
    }

    private let container = LiveContainer(HTMLFormat(actions: HTMLActions(address: "/events")))
    private var page = PatchedPage()

    /// Checks that a page has the markup of the feed, and that the key of each row on the page finds its row.
    private func check(_ page: PatchedPage, _ groups: [Group], _ place: Comment) throws {
        #expect(page.html.utf8.elementsEqual(container.feed.table.data.utf8), place)
        let table = GroupsReformer().reform(groups)
        for (section, lines) in page.sections.enumerated() {
            for (row, line) in lines.lines.filter({ $0.part == .row }).enumerated() {
                let key = String(decoding: line.key, as: UTF8.self)
                let position = RowPosition(section: section, row: row)
                #expect(HTMLFormat.line(withKey: key, in: table)?.sender == .row(.at(position)), place)
                let order = groups[section].orders[row]
                let event = try container.receive(fields: ["action": "pay/\(key)/\(order.cents)"])
                #expect(event.data(as: Order.self) == order && event.cell?.position == position, place)
                #expect(line.key.starts(with: lines.key + "/".utf8), place)
            }
            for line in lines.lines where line.part != .row { #expect(line.key == lines.key, place) }
        }
    }

    @Test(arguments: Change.allCases, Spelling.allCases)
    mutating func `Patches have the keys of the page after ids have changed their spelling`(
        change: Change, spelling: Spelling
    ) async throws {
        let other: Spelling = spelling == .composed ? .decomposed : .composed
        let old = (1...3).map { Group($0).spelled(spelling) }
        var new = old
        change.apply(to: &new)
        let agent = try Agent(container, rawData: old, reformer: GroupsReformer())
        #expect(try await page.update(from: container.feed) == .table)
        let respelled = (old: old.map { $0.spelled(other) }, new: new.map { $0.spelled(other) })
        let steps: [([Group], LiveMessage.Kind?)] = [
            (respelled.new, .patches), (old, .patches), (respelled.old, nil), (respelled.new, .patches),
            (new, nil), (old, .patches),
        ]
        for (step, (groups, kind)) in steps.enumerated() {
            try agent.reload(groups)
            #expect(try await page.update(from: container.feed) == kind, "step \(step)")
            try check(page, groups, "step \(step)")
        }
    }

    @Test func `A row with new data and a respelled id sends no message if its cells are the same`() throws {
        let groups = (1...3).map { Group($0).spelled(.composed) }
        let agent = try Agent(container, rawData: groups, reformer: GroupsReformer())
        let (id, table) = (container.feed.id, container.feed.table)
        var order = groups[0].orders[0]
        (order.id, order.note) = (Spelling.decomposed.spell(order.id), "new")
        try agent.edit { try $0.replaceData(ofRow: .id(order.id), with: order) }
        #expect(agent.tableInfo.row(.id(order.id))?.data(as: Order.self)?.note == "new")
        #expect(container.feed.id == id && container.feed.table == table)
    }
}
