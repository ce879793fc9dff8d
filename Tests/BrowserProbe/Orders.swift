import TableAgent

/// An order of a business.
struct Order: Identifiable, Equatable, Sendable {
    let id: Int
    var customer: String
    var article: String
    var quantity: Int
    var cents: Int
    var isPaid: Bool

    private static let names = ["Ada", "Grace", "Linus", "Edsger", "Barbara", "Donald"]
    private static let wideNames = [
        "名前テスト", "Müller & Söhne", "עברית שלום", "한국어 이름", "東京都港区六本木ヒルズ森タワー", "e\u{301}a\u{300}o\u{308}x",
        "tab\tline\nescape\u{1B}[31m\u{9B}2J",
    ]
    private static let emoji = ["👩‍👩‍👧 family", "🇩🇪🇫🇷 flags", "☺️ 1️⃣ 👍🏽", "नमस्ते क्षत्रिय"]

    /// The texts of the names.
    enum Texts: String {
        case plain, wide, emoji
    }

    /// Creates an order with contents that depend on its number.
    init(_ number: Int, _ texts: Texts = .plain) {
        let key = abs(number)
        id = number
        customer =
            switch texts {
            case .plain: "\(Self.names[key % Self.names.count]) \(key % 97)"
            case .wide: Self.wideNames[key % Self.wideNames.count]
            case .emoji: (Self.emoji + Self.wideNames)[key % (Self.emoji.count + Self.wideNames.count)]
            }
        article = "Article \(key &* 7919 % 1000)"
        (quantity, cents, isPaid) = (key % 13, key &* 7919 % 1_000_000, key % 3 == 0)
    }
}

enum OrderLine: GridLineItem, EventItem {
    static func fill(_ line: inout GridLine, with order: Order) {
        line.integer(order.id)
        line.text(order.customer)
        line.text(order.article)
        line.integer(order.quantity)
        line.decimal(order.cents, scale: 2, role: order.cents < 1_000 ? .negative : .plain)
        line.text(order.isPaid ? "paid" : "open", role: order.isPaid ? .positive : .muted)
    }

    static func actions(_ place: RowAction.Placement, for order: Order) -> [RowAction] {
        place == .menu && !order.isPaid ? [RowAction("Pay", .pay, order.cents)] : []
    }
}

extension EventName<Int> {
    /// The user pays an order.
    static var pay: Self { Self("pay") }
}

enum BatchTitle: GridLineItem, SectionItem {
    static func fill(_ line: inout GridLine, with name: String, in section: SectionState) {
        line.text("\(name) (\(section.rowCount))", role: .strong)
    }
}

enum SumLine: GridLineItem {
    static func fill(_ line: inout GridLine, with cents: Int) {
        line.empty(shown: "Total", role: .strong)
        for _ in 0..<3 { line.empty() }
        line.decimal(cents, scale: 2, role: .strong)
    }
}

/// Makes a table with a number of sections, or one section without a head.
struct BatchReformer: Reformer {
    var sectionCount = 1

    static let columns: [GridColumn] = [
        "Order", "Customer", "Article", "Qty", GridColumn("Amount", alignment: .decimal), "Status",
    ]

    func reform(_ orders: [Order]) -> TableInfo {
        guard sectionCount > 1 else {
            return TableInfo(columns: Self.columns) {
                TableSection(id: 0) { Rows(orders, as: OrderLine.self) }
            }
        }
        let size = max(1, (orders.count + sectionCount - 1) / sectionCount)
        return TableInfo(columns: Self.columns) {
            for number in 0..<sectionCount {
                TableSection(id: number) {
                    Head("Batch \(number)", as: BatchTitle.self)
                    Rows(
                        orders[min(number * size, orders.count)..<min((number + 1) * size, orders.count)],
                        as: OrderLine.self)
                    Foot(of: Order.self, as: SumLine.self) { $0.reduce(0) { $0 + $1.cents } }
                }
            }
        }
    }
}
