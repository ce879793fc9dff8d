import TableAgent
import UIKit

#if canImport(ShimmedTableAgentUIKit)
    import ShimmedTableAgentUIKit
#else
    import TableAgentUIKit
#endif

func actionScreens() -> [Screen] {
    [
        Screen(
            table(), "Actions",
            "Swipe right over a whole row: it is paid. Swipe left: Delete asks first. Touch and hold: a preview and a "
                + "menu. In a paid row, Pay is gray. Rename asks for a name.", OrdersReformer<ActionLine>()
        ) { _, container in
            container.preview = { row in
                let preview = UIViewController()
                preview.view = UILabel(row.data(as: Order.self)?.note ?? "", alignment: .center)
                preview.view.backgroundColor = .systemBackground
                return preview
            }
        },
        Screen(
            table(), "Editing",
            "Tap a row: see primaryAction. Drag two fingers over rows: they are selected, without primaryAction. Tap "
                + "Delete. Tap Edit and drag an order by its handle within Open: it stays there."
        ) { screen, container in
            screen.navigationItem.rightBarButtonItem = screen.editButtonItem
            screen.addButton("Delete") { screen, _ in
                let ids = container.selectedPositions.compactMap { screen.agent.tableInfo.row(.at($0))?.id }
                try screen.show(screen.orders.filter { !ids.contains(AnyID($0.id)) })
                screen.setEditing(false, animated: true)
            }
            container.tableView.allowsMultipleSelectionDuringEditing = true
            container.canMove = { row in row.data(as: Order.self)?.isPaid == false }
        },
    ]
}

/// An order with actions. Its row is higher if the note is long.
enum ActionLine: GridLineItem, EventItem {
    static func fill(_ line: inout GridLine, with order: Order) { OrderLine.fill(&line, with: order) }

    static func height(of order: Order) -> Double? { order.id % 3 == 0 ? 120 : 64 }

    static func actions(_ place: RowAction.Placement, for order: Order) -> [RowAction] {
        var pay = RowAction("Pay", .pay, symbol: "creditcard")
        pay.isEnabled = !order.isPaid
        pay.role = .positive
        var delete = RowAction(
            "Delete", .delete, symbol: "trash", isDestructive: true, confirmation: "Delete \(order.id)?")
        delete.allowsFullSwipe = false
        var moves = [RowAction("To the top", .place, 0), RowAction("To number 5", .place, 4)]
        for index in moves.indices { moves[index].submenu = "Move" }
        let name = ActionField.text("name", label: "Name", initial: order.customer)
        return switch place {
        case .leading: [pay]
        case .trailing: [delete]
        case .menu: [pay, RowAction("Rename", .rename, asking: name, symbol: "pencil")] + moves + [delete]
        }
    }
}

extension Screen {
    /// Asks for the answer that an action needs, and then performs the action.
    func ask(_ action: RowAction, _ row: EventSource) {
        let title = action.confirmation ?? action.title
        let alert = UIAlertController(title: title, message: nil, preferredStyle: .alert)
        for input in action.inputs {
            alert.addTextField { ($0.placeholder, $0.text) = (input.label, input.initialText) }
        }
        alert.addAction(UIAlertAction(title: "Cancel", style: .cancel))
        let style = action.isDestructive ? UIAlertAction.Style.destructive : .default
        alert.addAction(
            UIAlertAction(title: action.title, style: style) { [weak self, weak alert] _ in
                let texts = (alert?.textFields ?? []).map { $0.text ?? "" }
                let inputs = Dictionary(zip(action.inputs.map(\.name), texts)) { $1 }
                self?.run { try row.perform(action, inputs: inputs) }
            })
        present(alert, animated: true)
    }
}
