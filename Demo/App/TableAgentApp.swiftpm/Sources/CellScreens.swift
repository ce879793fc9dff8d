import TableAgent
import UIKit

#if canImport(ShimmedTableAgentUIKit)
    import ShimmedTableAgentUIKit
#else
    import TableAgentUIKit
#endif

func cellScreens() -> [Screen] {
    [
        Screen(
            table(), "Grid styles",
            "Tap Style four times: icons stay, and no texts overlap. Tap an info button: see the event."
        ) { screen, container in
            register(.plain, in: container)
            screen.addButton("Style") { screen, taps in
                let style = [GridStyle.value, .value2, .subtitle, .plain][taps % 4]
                screen.note("Style \(style)")
                register(style, in: container)
                try screen.showOtherViews()
            }
        },
        Screen(
            table(), "Text fields",
            "Type into row 2. Tap Insert: the keyboard stays. Tap Reload: it goes, and your text stays."
        ) { screen, container in
            container.register(NameCell.self, for: OrderLine.self)
            screen.addButton("Reload") { screen, _ in
                container.register(NameCell.self, for: OrderLine.self)
                try screen.showOtherViews()
            }
            screen.addButton("Insert") { screen, _ in
                screen.addOrder()
                try screen.show()
            }
        },
        Screen(
            table(), "Hosted views",
            "Tap Pay in row 3, then rotate: the row is in Paid, and no note is cut off."
        ) { _, container in
            container.register(OrderView.self, for: OrderLine.self)
            container.register(TitleLabel.self, for: GridTitle.self)
        },
        Screen(
            table(), "SwiftUI", "Open a note: its row grows at once. Tap Pay: the row moves to Paid."
        ) { _, container in
            #if canImport(SwiftUI) && !canImport(ShimmedTableAgentUIKit)
                container.register(OrderHosting.self, for: OrderLine.self)
            #endif
        },
    ]
}

/// Registers a style of system cells, with images and all accessories.
private func register(_ style: GridStyle, in container: TableViewContainer) {
    container.register(style, for: OrderLine.self) { content, order in
        content.image = UIImage(systemName: order.id % 3 == 0 ? "building.2" : "person")
    } accessory: { order in
        [GridAccessory.none, .disclosure, .detail, .checkmark][order.id % 4]
    }
}

/// A cell with a text field.
final class NameCell: UITableViewCell, EventView, TableItem {
    nonisolated deinit {}

    var source: EventSource?
    /// The source of the edited row. The cell loses its own source when it scrolls off the screen.
    private var editedSource: EventSource?
    private lazy var field = makeField()

    static func fill(_ cell: inout NameCell, with order: Order) {
        cell.field.text = order.customer
        cell.field.accessibilityLabel = "Customer of order \(order.id)"
    }

    private func makeField() -> UITextField {
        let field = UITextField()
        field.addAction(
            UIAction { [weak self] _ in self?.editedSource = self?.source }, for: .editingDidBegin)
        field.addAction(
            UIAction { [weak self, weak field] _ in self?.editedSource?.post(.rename, field?.text ?? "") },
            for: .editingDidEnd)
        field.translatesAutoresizingMaskIntoConstraints = false
        contentView.addSubview(field)
        let margins = contentView.layoutMarginsGuide
        NSLayoutConstraint.activate([
            field.leadingAnchor.constraint(equalTo: margins.leadingAnchor),
            field.trailingAnchor.constraint(equalTo: margins.trailingAnchor),
            field.topAnchor.constraint(equalTo: margins.topAnchor),
            field.bottomAnchor.constraint(equalTo: margins.bottomAnchor),
        ])
        return field
    }
}

/// A view that is not a cell. The container hosts it in a cell.
final class OrderView: UIStackView, EventView, TableItem {
    nonisolated deinit {}

    var source: EventSource?
    private let label = UILabel("")
    private lazy var button = makeButton()

    static func fill(_ view: inout OrderView, with order: Order) {
        view.label.text = order.note
        view.button.setTitle(order.isPaid ? "Paid" : "Pay", for: .normal)
        view.button.isEnabled = !order.isPaid
    }

    private func makeButton() -> UIButton {
        let button = UIButton(primaryAction: UIAction { [weak self] _ in self?.source?.post(.pay) })
        (axis, alignment, isLayoutMarginsRelativeArrangement) = (.vertical, .leading, true)
        for part in [label, button] { addArrangedSubview(part) }
        return button
    }
}

/// A view for heads. The container hosts it in a header.
final class TitleLabel: UILabel, TableItem {
    nonisolated deinit {}

    static func fill(_ label: inout TitleLabel, with title: String) {
        label.text = "Orders: \(title)"
    }
}

/// The content of a cell from a configuration of UIKit.
enum OrderContent: ContentItem {
    static func content(for order: Order, in context: ContentContext) -> UIListContentConfiguration {
        var content = UIListContentConfiguration.subtitleCell()
        content.image = UIImage(systemName: order.isPaid ? "checkmark.circle" : "circle")
        content.text = order.customer
        content.secondaryText = order.note
        return content
    }
}
