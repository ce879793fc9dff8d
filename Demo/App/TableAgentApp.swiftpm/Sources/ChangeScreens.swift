import TableAgent
import UIKit

#if canImport(ShimmedTableAgentUIKit)
    import ShimmedTableAgentUIKit
#else
    import TableAgentUIKit
#endif

func changeScreens() -> [Screen] {
    [
        Screen(
            table(), "Changes", "Tap Next 6 times: only changed rows move. Shuffle at once is not animated."
        ) { screen, _ in
            screen.addButton("Next") { screen, taps in
                let names = ["Insert", "Remove", "Shuffle", "Shuffle at once", "Hide Open", "Show Open"]
                screen.note(names[taps % 6])
                switch taps % 6 {
                case 0:
                    screen.addOrder()
                    let rows: Rows = [Row(screen.orders[0], as: OrderLine.self)]
                    try screen.agent.edit { try $0.insert(rows, at: 0, in: .id("Open"), animation: .left) }
                case 1:
                    let order = screen.orders.removeFirst()
                    try screen.agent.edit { try $0.removeRow(.id(order.id), animation: .right) }
                case 2: try screen.show(screen.orders.shuffled())
                case 3:
                    screen.orders.shuffle()
                    try screen.agent.reload(screen.orders, animated: false) { screen.note("Shuffled") }
                default: try screen.agent.edit { try $0.toggleSection(.id("Open")) }
                }
            }
        },
        Screen(
            table(), "Heads and feet", "Tap Next 7 times: heads and feet change, come, and go, without gaps."
        ) { screen, _ in
            screen.orders = Array(screen.orders.prefix(5))
            screen.addButton("Next") { screen, taps in
                let step = headSteps[taps % headSteps.count]
                screen.note(step.name)
                try screen.agent.edit(step.change)
            }
        },
        Screen(
            table(.plain), "Scroll position",
            "Scroll down and drag slowly: rows arrive above, and no row jumps. Tap Keep at the top: rows jump.",
            OrdersReformer<OrderLine>(groups: ["All"]) { _ in "All" }
        ) { screen, container in
            screen.orders = (1...100).map { Order($0) }
            screen.addButton("Keep") { screen, _ in
                container.keepsScrollPosition.toggle()
                screen.note("Keeps the position: \(container.keepsScrollPosition)")
            }
            container.keepsScrollPosition = true
            container.tableView.contentInset.top = 24
            container.register(OrderView.self, for: OrderLine.self)
            Task { [weak screen] in
                while (try? await Task.sleep(for: .seconds(1))) != nil, let screen {
                    guard screen.view.window != nil else { continue }
                    screen.addOrder()
                    screen.run { try screen.show() }
                }
            }
        },
        Screen(
            table(), "States", "Tap Next 4 times: each text is in the middle, also after a rotation."
        ) { screen, container in
            container.stateViews = TableStateViews(
                empty: { UILabel("No orders yet", alignment: .center) },
                loading: { UILabel("Loading", alignment: .center) },
                failure: { UILabel("\($0): try again", alignment: .center) })
            screen.addButton("Next") { screen, taps in
                try screen.show(taps % 4 == 2 ? [Order(1), Order(2)] : [])
                container.state = [.loading, .failed(CancellationError()), .table, .table][taps % 4]
            }
        },
    ]
}

private let longText = """
    This text is so long that it needs about three lines on a phone in portrait orientation. Its view must grow \
    without a jump, and the rows below must move down.
    """

/// Edits of heads and feet, while the rows stay.
private let headSteps: [(name: String, change: (inout TableEdit) throws -> Void)] = [
    ("Longer head", { try $0.setHead(Head(longText, as: GridTitle.self), of: .id("Open")) }),
    ("No head", { try $0.setHead(nil, of: .id("Open")) }),
    ("Hosted head", { try $0.setHead(Head("Open", as: TitleLabel.self), of: .id("Open")) }),
    ("Longer foot", { try $0.setFoot(Foot(longText, as: GridTitle.self), of: .id("Open")) }),
    ("No foot", { try $0.setFoot(nil, of: .id("Open")) }),
    ("Foot of the table", { $0.setFoot(Foot("The end", as: GridTitle.self)) }),
    ("No foot of the table", { $0.setFoot(nil) }),
]
