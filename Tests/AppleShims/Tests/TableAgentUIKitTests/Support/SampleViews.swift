import ShimmedTableAgentUIKit
import TableAgent
import UIKit

/// A cell class of the app that fills itself and has a button.
final class OrderCell: UITableViewCell, EventView, ContextView {
    var source: EventSource?
    weak var viewController: UIViewController?
    let label = UILabel()
    let button = UIButton()
    private(set) var isPrepared = false

    override func didMoveToSuperview() {
        super.didMoveToSuperview()
        guard label.superview == nil else { return }
        contentView.addSubview(label)
        contentView.addSubview(button)
        button.addAction(
            UIAction { [weak self] _ in self?.source?.post(.pay, self?.label.text ?? "") },
            for: .touchUpInside)
    }

    override func prepareForReuse() {
        super.prepareForReuse()
        isPrepared = true
    }
}

extension OrderCell: @MainActor TableItem {
    static func fill(_ cell: inout OrderCell, with order: Order) {
        cell.label.text = "order \(order.id): \(order.customer)"
    }
}

extension EventName<String> {
    static var pay: Self { Self("pay") }
}

extension EventName<Void> {
    static var fold: Self { Self("fold") }
}

struct Order: Identifiable, Equatable {
    let id: Int
    var customer: String
}

/// The portable item for the same data.
enum OrderLine: GridLineItem {
    static func fill(_ line: inout GridLine, with order: Order) {
        line.text(order.customer, role: .strong)
        line.integer(order.id)
        line.text("open", role: .warning)
    }
}

/// A view that is not a cell and can be shown on any surface.
final class Card: UIView, EventView {
    var source: EventSource?
    let label = UILabel()

    override func didMoveToSuperview() {
        super.didMoveToSuperview()
        if label.superview == nil { addSubview(label) }
    }
}

extension Card: @MainActor TableItem {
    static func fill(_ card: inout Card, with order: Order) {
        card.label.text = "card of \(order.customer)"
    }
}

/// A cell that is never reused.
@MainActor
enum FreshCard: ViewItem {
    static var reuse: ViewReuse { .never }

    static func fill(_ cell: inout FreshCell, with order: Order) {
        cell.textLabel?.text = nil
        cell.label.text = "fresh \(order.customer)"
    }
}

final class FreshCell: UITableViewCell {
    lazy var label = UILabel(in: contentView)
}

/// A head view of the app that collapses its section.
final class MonthTitle: UITableViewHeaderFooterView, EventView {
    var source: EventSource?
    lazy var label = UILabel(in: contentView)

    func tap() { source?.post(.fold) }
}

extension MonthTitle: @MainActor SectionItem {
    static func fill(_ view: inout MonthTitle, with month: String, in section: SectionState) {
        view.label.text = "\(month): \(section.rowCount)\(section.isCollapsed ? " hidden" : "")"
    }
}

enum NoteLine: GridLineItem {
    static func fill(_ line: inout GridLine, with note: String) { line.text(note) }
}

/// Data whose release a test can observe.
final class Page: Identifiable {
    let id: Int
    init(_ id: Int) { self.id = id }
}

final class PageCard: UIView, EventView, @MainActor TableItem {
    var source: EventSource?
    static func fill(_ card: inout PageCard, with page: Page) {}
}
