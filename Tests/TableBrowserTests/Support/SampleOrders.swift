import TableAgent
import TableSurfaces

@_spi(Internals) @testable import TableBrowser

/// An order of a business.
struct SampleOrder: Identifiable, Equatable, Sendable {
    let id: Int
    var customer: String
    var cents: Int
    var isPaid: Bool

    /// Creates an order with contents that depend on its id.
    init(_ id: Int) {
        self.id = id
        customer = ["Ada", "grace", "Müller & Söhne", "株式会社さくら商店", "Linus", "Barbara"][abs(id) % 6]
        (cents, isPaid) = (id * 7919 % 1_000, id % 3 == 0)
    }
}

enum SampleLine: GridLineItem, EventItem {
    static func fill(_ line: inout GridLine, with order: SampleOrder) {
        line.integer(order.id)
        line.text(order.customer)
        line.decimal(order.cents, scale: 2, role: order.cents < 0 ? .negative : .plain)
        line.text(order.isPaid ? "paid" : "open", role: .muted)
    }

    static func actions(_ place: RowAction.Placement, for order: SampleOrder) -> [RowAction] {
        guard place == .menu else { return [] }
        var archive = RowAction("Archive", .archive)
        archive.isEnabled = order.isPaid
        return [
            RowAction("Pay", .pay, order.cents),
            RowAction(
                "Refund", .refund, asking: .amount("cents", label: "Amount", in: 1...1_000, scale: 2)),
            RowAction("Delete", .delete, confirmation: "Delete order \(order.id)?"), archive,
        ]
    }
}

extension EventName<Int> {
    static var pay: Self { Self("pay") }
}

extension EventName<Void> {
    static var delete: Self { Self("delete") }
    static var archive: Self { Self("archive") }
}

/// A title with the number of rows.
enum OrderTitle: GridLineItem, SectionItem {
    static func fill(_ line: inout GridLine, with name: String, in section: SectionState) {
        line.text("\(name) (\(section.rowCount))", role: .strong)
    }
}

/// The sum of a section.
enum OrderTotal: GridLineItem {
    static func fill(_ line: inout GridLine, with cents: Int) {
        line.empty(shown: "Total")
        line.empty()
        line.decimal(cents, scale: 2, role: .strong)
    }
}

extension TableInfo {
    static let orderColumns: [GridColumn] = [
        "Order", "Customer", GridColumn("Amount", alignment: .decimal), "Status",
    ]

    /// A table of orders in sections with heads and sums, or in one section without them.
    static func orders(_ orders: [SampleOrder], sections count: Int = 1) -> TableInfo {
        guard count > 1 else {
            return TableInfo(columns: orderColumns) {
                TableSection(id: 0) { Rows(orders, as: SampleLine.self) }
            }
        }
        let size = max(1, (orders.count + count - 1) / count)
        return TableInfo(columns: orderColumns) {
            for number in 0..<count {
                TableSection(id: number) {
                    Head("Batch \(number)", as: OrderTitle.self)
                    Rows(
                        orders[min(number * size, orders.count)..<min((number + 1) * size, orders.count)],
                        as: SampleLine.self)
                    Foot(of: SampleOrder.self, as: OrderTotal.self) { $0.reduce(0) { $0 + $1.cents } }
                }
            }
        }
    }
}

extension BrowserState {
    /// Creates a state that shows a table.
    init(_ table: TableInfo, width: Int = 80, height: Int = 24) {
        self.init()
        resize(width: width, height: height)
        update(nil, to: table)
        wasPainted()
    }

    var table: TableInfo { browsed.table }
    var lines: TableLines { browsed.view.lines }
    var cursorLine: BrowserLine? { browsed.view.cursorLine }
    /// The distance of the cursor's line from the first visible line.
    var cursorOffset: Int { browsed.view.viewport.cursor - browsed.view.viewport.top }
    var isPaused: Bool { browsed.view.isPaused }
    var isBehind: Bool { browsed.view.isBehind }
    var hasWork: Bool { browsed.isWorking }
    var pickedRows: [Row] { browsed.pickedRows }

    /// Types a text at once; `\n` is Enter. Finishes the work that follows, and then paints.
    @discardableResult
    mutating func type(_ text: String) -> [BrowserEffect] {
        let effects = text.flatMap { handle($0 == "\n" ? .enter : .character($0)) }
        while work(for: .seconds(1)) {}
        settle()
        while work(for: .seconds(1)) {}
        wasPainted()
        return effects
    }

    /// Types a text, and finishes the work after each key. Folds and unfolds sections of the table as its owner does.
    mutating func typeAndFold(_ text: String) throws {
        for character in text {
            try fold(
                handle(character == "\n" ? .enter : character == "\u{1B}" ? .escape : .character(character)))
            var effects = advance(for: .seconds(1))
            while effects == nil { effects = advance(for: .seconds(1)) }
            try fold(effects ?? [])
            settle()
            while work(for: .seconds(1)) {}
            wasPainted()
        }
    }

    private mutating func fold(_ effects: [BrowserEffect]) throws {
        for case .setCollapsed(let sections, let isCollapsed) in effects {
            try edit { edit in
                for section in sections {
                    try isCollapsed ? edit.collapseSection(section) : edit.expandSection(section)
                }
            }
        }
    }

    /// The text of the screen.
    mutating func paintedLines() -> [String] {
        var screen = TerminalScreen(width: size.width, height: size.height)
        paint(&screen)
        return (0..<screen.height).map { screen.text(ofLine: $0) }
    }
}
