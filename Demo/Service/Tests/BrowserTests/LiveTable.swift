import TableAgent
import TableLive
import TableSurfaces

/// A row of the table.
struct Item: Identifiable, Equatable, Sendable {
    let id: String
    var name = "name"
    var cents = 100
    var isOpen = true
}

extension EventName<Int> {
    static var pay: Self { Self("pay") }
}

extension EventName<Void> {
    static var cancel: Self { Self("cancel") }
}

enum ItemLine: GridLineItem, EventItem {
    static func fill(_ line: inout GridLine, with item: Item) {
        line.text(item.id, link: item.isOpen ? "/items?id=1&x=\"2\"" : nil)
        line.text(item.name, role: item.isOpen ? .strong : .muted)
        line.decimal(item.cents, scale: 2, role: item.cents < 0 ? .negative : .plain)
    }

    static func actions(_ place: RowAction.Placement, for item: Item) -> [RowAction] {
        guard place == .trailing, item.isOpen else { return [] }
        return [
            RowAction("Pay", .pay, item.cents, allowsMany: true), RowAction("Pay half", .pay, item.cents / 2),
            RowAction("Cancel", .cancel, isDestructive: true),
        ]
    }
}

/// A head with an action.
enum AddingLine: GridLineItem, EventItem {
    static func fill(_ line: inout GridLine, with title: String) { line.text(title) }

    static func actions(_ place: RowAction.Placement, for title: String) -> [RowAction] {
        place == .menu ? [RowAction("Cancel all", .cancel)] : []
    }
}

enum TotalLine: GridLineItem {
    static func fill(_ line: inout GridLine, with cents: Int) {
        line.empty(shown: "Total")
        line.empty()
        line.decimal(cents, scale: 2)
    }
}

/// A live table with random changes. The same seed produces the same changes.
actor LiveTable {
    private struct Given: StatelessReformer {
        func reform(_ table: TableInfo) -> TableInfo { table }
    }

    nonisolated let feed: LiveFeed
    private let container: LiveContainer
    private let agent = Agent<TableInfo>()
    private var random: SeededGenerator
    private var lastID = 0
    /// The item of the row that sent the last accepted form.
    private var sender: Item?

    /// Creates an empty table.
    ///
    /// - Parameters:
    ///   - seed: The seed of the random changes.
    ///   - allowsMany: Whether rows have check boxes.
    init(seed: UInt64, allowsMany: Bool = false) {
        random = SeededGenerator(seed: seed)
        let format = HTMLFormat(
            actions: HTMLActions(address: "/events", fields: ["token": "t"], allowsMany: allowsMany))
        container = LiveContainer(format, heartbeat: .seconds(1))
        feed = container.feed
    }

    /// Shows sections of items. Each section has a head and a total.
    @discardableResult
    func show(_ sections: KeyValuePairs<String, [Item]>) throws -> String {
        let columns = [GridColumn("Number"), GridColumn("Name"), GridColumn("Amount", alignment: .right)]
        return try show(
            TableInfo(
                caption: "Orders", columns: columns,
                sections: sections.map { id, items in
                    TableSection(id: id) {
                        Head(id, as: GridTitle.self)
                        Rows(items, as: ItemLine.self)
                        Self.total
                    }
                }))
    }

    private static var total: Foot {
        Foot(of: Item.self, as: TotalLine.self) { $0.reduce(0) { $0 + $1.cents } }
    }

    private func show(_ table: TableInfo) throws -> String {
        if agent.dataSource == nil {
            try agent.attach(container, dataSource: DataSource(table, reformer: Given()))
            // The tests make the changes of these events themselves.
            agent.on(.pay, of: Item.self) { _, _, _ in }
            agent.on(.cancel, of: Item.self) { _ in }
        } else {
            try agent.reload(table)
        }
        return feed.id
    }

    /// Edits the table, and returns the new version.
    @discardableResult
    func edit(_ change: @Sendable (inout TableEdit) throws -> Void) throws -> String {
        try agent.edit(change)
        return feed.id
    }

    /// Sends the event of a form. Returns the error if the event is refused.
    func receive(_ form: [String: String]) -> (code: String, message: String)? {
        do {
            sender = try container.receive(fields: form).data(as: Item.self)
            return nil
        } catch {
            let error = error as? TableError
            return (error?.code.rawValue ?? "", error?.description ?? "")
        }
    }

    /// Removes the row that sent the last accepted form.
    func removeSender() {
        guard let sender else { return }
        try? agent.edit { try $0.removeRow(.id(sender.id)) }
    }

    // MARK: Random changes

    private static let names = [
        "Åse Müller", "李明 王芳", "مرحبا \u{202E}abc", "</td></table><script>alert(1)</script>",
        "a\nb\r\nc", "\"it's\" &amp; `${x}`", "\u{0}\u{7F}\u{FFFF}", "__proto__", "  ", "", "👩‍👩‍👧‍👦 e\u{301}",
    ]

    private func item() -> Item {
        lastID += 1
        let id = ["\(lastID)", "n\(lastID)/\"\\'", "号<\(lastID)>", "%\(lastID) \n"].randomElement(
            using: &random)
        return Item(
            id: id ?? "", name: Self.names.randomElement(using: &random) ?? "",
            cents: Int.random(in: -9999...9999, using: &random), isOpen: Bool.random(using: &random))
    }

    private func items(_ range: ClosedRange<Int>) -> [Item] {
        (0..<Int.random(in: range, using: &random)).map { _ in item() }
    }

    private func section(_ range: ClosedRange<Int>) -> TableSection {
        lastID += 1
        let id = ["s<\(lastID)>/", "\(lastID)", "\"] 节 \\\n\(lastID)"].randomElement(using: &random)
        let (hasHead, hasFoot) = (Bool.random(using: &random), Bool.random(using: &random))
        let items = items(range)
        return TableSection(id: id ?? "") {
            if hasHead { Head("Section \(lastID)", as: GridTitle.self) }
            Rows(items, as: ItemLine.self)
            if hasFoot { Self.total }
        }
    }

    private func columns() -> [GridColumn] {
        let alignment = [GridColumn.Alignment.automatic, .left, .right, .center].randomElement(using: &random)
        let titles = Bool.random(using: &random) ? ["Number", "Name", "Amount"] : ["", "", ""]
        return titles.map { GridColumn($0, alignment: alignment ?? .automatic) }
    }

    /// Shows a random table.
    @discardableResult
    func showAtRandom() throws -> String {
        try show(
            TableInfo(
                caption: "Orders", columns: columns(), sections: (0..<4).map { _ in section(4...16) }))
    }

    /// Changes the table with one batch, and returns a description of the changes.
    func changeAtRandom() throws -> String {
        if Int.random(in: 0..<10, using: &random) == 0 {
            var table = agent.tableInfo
            switch Int.random(in: 0..<4, using: &random) {
            case 0: table.columns = columns()
            case 1: table.sections.shuffle(using: &random)
            case 2: table.caption = Self.names.randomElement(using: &random)
            default: table.sections = (0..<4).map { _ in section(4...16) }
            }
            _ = try show(table)
            return "reload"
        }
        return try agent.edit { edit in
            try (0..<Int.random(in: 1...4, using: &random)).map { _ in try change(&edit) }
                .joined(separator: ", ")
        }
    }

    private func change(_ edit: inout TableEdit) throws -> String {
        let sections = edit.table.sections
        guard let index = sections.indices.randomElement(using: &random) else {
            edit.append(section(1...9))
            return "append a section"
        }
        let count = sections[index].rows.count
        let row = Int.random(in: 0...max(0, count - 1), using: &random)
        let place = Int.random(in: 0...count, using: &random)
        switch Int.random(in: 0..<16, using: &random) {
        case 0 where count > 0:
            try edit.removeRow(.at(section: index, row: row))
            return "remove \(index), \(row)"
        case 1 where count > 0, 2 where count > 0, 3 where count > 0:
            guard var item: Item = sections[index].rows[row].data() else { return "nothing" }
            item.cents += 7
            item.isOpen = Bool.random(using: &random)
            try edit.replaceData(ofRow: .at(section: index, row: row), with: item)
            return "replace \(index), \(row)"
        case 4 where count > 1:
            try edit.moveRow(
                .at(section: index, row: row),
                to: RowPosition(section: index, row: Int.random(in: 0..<count, using: &random))
            )
            return "move \(index), \(row)"
        case 5 where count > 0, 6 where count > 0:
            let other = Int.random(in: sections.indices, using: &random)
            try edit.moveRow(.at(section: index, row: row), to: RowPosition(section: other, row: 0))
            return "move \(index), \(row) to \(other)"
        case 7 where sections.count < 7:
            let other = Int.random(in: 0...sections.count, using: &random)
            try edit.insert(section(0...6), at: other)
            return "insert section \(other)"
        case 8 where sections.count > 2:
            try edit.removeSection(.at(index))
            return "remove section \(index)"
        case 9 where index > 0:
            try edit.moveSection(.at(index), before: .at(0))
            return "move section \(index)"
        case 10:
            try edit.toggleSection(.at(index))
            return "toggle \(index)"
        case 11:
            lastID += 1
            let head = Bool.random(using: &random) ? Head("Head \(lastID)", as: GridTitle.self) : nil
            try edit.setHead(head, of: .at(index))
            return "head \(index)"
        case 12:
            try edit.setFoot(Bool.random(using: &random) ? Self.total : nil, of: .at(index))
            return "foot \(index)"
        case 13:
            if sections.last?.id == "total" {
                try edit.removeSection(.id("total"))
                return "remove total"
            }
            edit.append(TableSection(id: "total") { Foot(sections.count, as: TotalLine.self) })
            return "append total"
        case 14 where Int.random(in: 0..<8, using: &random) == 0:
            edit.removeAllSections()
            return "remove all"
        default:
            guard sections.reduce(0, { $0 + $1.rows.count }) < 90 else {
                try edit.removeSection(.at(index))
                return "remove section \(index)"
            }
            try edit.insert(Rows(items(1...4), as: ItemLine.self), at: place, in: .at(index))
            return "insert \(index), \(place)"
        }
    }
}
