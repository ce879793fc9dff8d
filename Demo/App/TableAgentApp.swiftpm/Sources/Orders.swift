import TableAgent

/// The business data of all screens.
struct Order: Identifiable, Equatable {
    let id: Int
    var customer: String
    var isPaid: Bool

    /// An order whose other data follows from its number.
    init(_ id: Int) {
        (self.id, isPaid) = (id, id % 5 == 0)
        customer = Self.customers[id % Self.customers.count]
    }

    var total: Double { Double(id * 37 % 100) + 0.5 }

    /// A text that needs several lines in every third order.
    var note: String {
        guard id % 3 == 0 else { return "Order \(id)" }
        return "Order \(id): please ring twice, leave the parcel with the neighbors on the second floor, and "
            + "send a message to the shop when it has arrived."
    }

    private static let customers =
        "Ada Ben Carla Dora Emil Frida Gustav Hanna Ivan Jana Karl Lena Max Nora Otto Paula Rosa Sven Tina Vera Zoe"
        .split(separator: " ").map { String($0) }
}

extension EventName<Void> {
    static var pay: Self { Self("pay") }
    static var delete: Self { Self("delete") }
}

extension EventName<Int> {
    /// An order gets another index.
    static var place: Self { Self("place") }
}

extension EventName<String> {
    static var rename: Self { Self("rename") }
}

enum OrderLine: GridLineItem {
    static func fill(_ line: inout GridLine, with order: Order) {
        line.text("\(order.customer), no. \(order.id)")
        line.decimal(order.total, role: order.isPaid ? .positive : .plain)
    }
}

/// Shows orders in groups. Each group is a section with a head, rows, and a foot.
struct OrdersReformer<Item: TableItem>: Reformer where Item.Data == Order, Item.Context == Void {
    var groups = ["Open", "Paid"]
    var group: (Order) -> String = { $0.isPaid ? "Paid" : "Open" }

    func reform(_ orders: [Order]) -> TableInfo {
        TableInfo {
            for name in groups {
                TableSection(id: name) {
                    Head(name, as: GridTitle.self)
                    Rows(orders.filter { group($0) == name }, as: Item.self)
                    Foot(of: Order.self, as: GridTitle.self) { "Total \($0.reduce(0) { $0 + $1.total })" }
                }
            }
        }
    }
}
