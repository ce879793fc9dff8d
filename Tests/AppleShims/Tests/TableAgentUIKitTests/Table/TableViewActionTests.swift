import ShimmedTableAgentUIKit
import TableAgent
import Testing
import UIKit

@MainActor
@Suite struct TableViewActionTests {
    private enum TaskLine: GridLineItem, EventItem {
        static func fill(_ line: inout GridLine, with task: String) { line.text(task) }

        static func actions(_ place: RowAction.Placement, for task: String) -> [RowAction] {
            switch place {
            case .leading: task == "fixed" ? [] : [RowAction("Pay", .pay, "all", symbol: "creditcard")]
            case .trailing: task == "fixed" ? [] : [RowAction("Delete", .delete, isDestructive: true)]
            case .menu: [RowAction("Fold", .fold), RowAction("Delete", .delete, isDestructive: true)]
            }
        }
    }

    private let log = EventLog()
    private let first = IndexPath(row: 0, section: 0)

    private func stage() throws -> TableStage<TableInfo> {
        try TableStage(
            TableInfo { TableSection(id: 0) { Rows(["a", "fixed", "b"], id: \.self, as: TaskLine.self) } },
            log)
    }

    @Test func `A swipe from either edge offers the row's actions`() throws {
        let stage = try stage()
        let view = stage.tableView
        let trailing = view.simulateSwipe(fromLeading: false, at: first)
        #expect(trailing.map(\.title) == ["Delete"])
        #expect(trailing.map(\.style) == [.destructive])
        let leading = view.simulateSwipe(fromLeading: true, at: first)
        #expect(leading.map(\.title) == ["Pay"])
        #expect(leading.first?.image != nil)
        #expect(view.simulateSwipe(fromLeading: false, at: IndexPath(row: 1, section: 0)).isEmpty)
    }

    @Test func `A chosen action sends its event from the row's current position`() async throws {
        let stage = try stage()
        let menu = try #require(stage.tableView.simulateContextMenu(at: first))
        let action = try #require(menu.children.first as? UIAction)
        try stage.agent.edit { try $0.moveRow(.id("a"), toEndOf: .at(0)) }
        action.simulateChoice()
        #expect(log.lines == ["fold a 0,2"])
    }

    private final class Animator: NSObject, UIContextMenuInteractionCommitAnimating {
        var completions: [() -> Void] = []
        func addCompletion(_ completion: @escaping () -> Void) { completions.append(completion) }
    }

    @Test(arguments: [true, false])
    func `A tap on the preview of a menu opens the row, which may have moved`(isTable: Bool) throws {
        let table = TableInfo {
            TableSection(id: 0) { Rows(["a", "fixed", "b"], id: \.self, as: TaskLine.self) }
        }
        let animator = Animator()
        let agent: Agent<TableInfo>
        let cell: (Int) -> UIView?
        let window: UIWindow
        let dismissal: () -> UITargetedPreview?
        if isTable {
            let stage = try TableStage(table, log)
            let (view, first) = (stage.tableView, first)
            let menu = try #require(
                view.delegate?.tableView(view, contextMenuConfigurationForRowAt: first, point: .zero))
            (agent, window) = (stage.agent, stage.window)
            cell = { view.cellForRow(at: IndexPath(row: $0, section: 0)) }
            dismissal = {
                view.delegate?.tableView(view, previewForDismissingContextMenuWithConfiguration: menu)
            }
            view.delegate?.tableView(view, willPerformPreviewActionForMenuWith: menu, animator: animator)
        } else {
            let stage = try CollectionStage(table, log)
            let (view, first) = (stage.collectionView, first)
            let menu = try #require(
                view.delegate?.collectionView(view, contextMenuConfigurationForItemsAt: [first], point: .zero)
            )
            (agent, window) = (stage.agent, stage.window)
            cell = { view.cellForItem(at: IndexPath(item: $0, section: 0)) }
            dismissal = {
                view.delegate?.collectionView(
                    view, contextMenuConfiguration: menu, dismissalPreviewForItemAt: first)
            }
            view.delegate?.collectionView(view, willPerformPreviewActionForMenuWith: menu, animator: animator)
        }
        #expect(dismissal()?.view === cell(0))
        try agent.edit { try $0.moveRow(.id("a"), toEndOf: .at(0)) }
        #expect(dismissal()?.view === cell(2))
        #expect(log.lines == [])
        for completion in animator.completions { completion() }
        #expect(log.lines == ["openPreview a 0,2"])
        // UIKit refuses a view without a window.
        let surface = window.subviews[0]
        surface.removeFromSuperview()
        #expect(dismissal() == nil)
        window.addSubview(surface)
        #expect(dismissal() != nil)
        try agent.edit { try $0.removeRow(.id("a")) }
        #expect(dismissal() == nil)
    }

    @Test func `While a swipe is open, updates wait`() async throws {
        let stage = try stage()
        let actions = stage.tableView.simulateSwipe(fromLeading: false, at: first)
        try stage.agent.edit { try $0.moveRow(.id("a"), toEndOf: .at(0)) }
        #expect(stage.tableView.shownLines == ["a", "fixed", "b"])
        // UIKit would remove the cell after a completed deletion, but the row still exists.
        #expect(stage.tableView.simulateChoice(of: actions[0]) == false)
        stage.tableView.simulateEndOfSwipe(at: nil)
        #expect(log.lines == ["beginEditing a 0,0", "delete a 0,0", "endEditing a 0,0"])
        while stage.tableView.shownLines != ["fixed", "b", "a"] {
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    @Test func `A deletion is completed after the row is removed, and any other action immediately`() throws {
        let stage = try stage()
        stage.agent.on(.delete) { [weak agent = stage.agent] (event: CellEvent) in
            try? agent?.edit { try $0.removeRow(.id(event.rowID)) }
        }
        let deletion = stage.tableView.simulateSwipe(fromLeading: false, at: first)
        #expect(stage.tableView.simulateChoice(of: deletion[0]) == true)
        stage.tableView.simulateEndOfSwipe(at: nil)
        let payment = stage.tableView.simulateSwipe(
            fromLeading: true, at: IndexPath(row: 1, section: 0))
        #expect(stage.tableView.simulateChoice(of: payment[0]) == true)
    }

    private enum GuardedLine: GridLineItem, EventItem {
        static func fill(_ line: inout GridLine, with task: String) { line.text(task) }

        static func actions(_ place: RowAction.Placement, for task: String) -> [RowAction] {
            [
                RowAction("Delete", .delete, isDestructive: true, confirmation: "Delete \(task)?"),
                RowAction("Pay", .pay, asking: .text("amount", label: "Amount")), RowAction("Fold", .fold),
            ]
        }
    }

    @Test
    func
        `An action that needs an answer is offered if the container can ask, and is performed by the answer`()
        throws
    {
        let stage = try TableStage(
            TableInfo { TableSection(id: 0) { Rows(["a"], id: \.self, as: GuardedLine.self) } }, log)
        let view = stage.tableView
        #expect(view.simulateSwipe(fromLeading: false, at: first).map(\.title) == ["Fold"])
        view.simulateEndOfSwipe(at: nil)
        view.isEditing = true
        view.simulateEditingButton(at: first)
        view.isEditing = false
        var asked: [(action: RowAction, row: EventSource)] = []
        stage.container.ask = { asked.append(($0, $1)) }
        let actions = view.simulateSwipe(fromLeading: false, at: first)
        for action in actions.dropLast() { _ = view.simulateChoice(of: action) }
        let menu = try #require(view.simulateContextMenu(at: first)?.children.first as? UIAction)
        menu.simulateChoice()
        #expect(asked.map(\.action.confirmation) == ["Delete a?", nil, "Delete a?"])
        #expect(log.lines.filter { !$0.contains("Editing") }.isEmpty)
        try asked[0].row.perform(asked[0].action)
        #expect(throws: TableError.self) { try asked[1].row.perform(asked[1].action) }
        try asked[1].row.perform(asked[1].action, inputs: ["amount": "all"])
        #expect(log.lines.filter { !$0.contains("Editing") } == ["delete a 0,0", "pay a 0,0"])
    }

    @Test func `Editing ends for the edited row, even if the row is removed`() throws {
        let stage = try stage()
        stage.agent.on(.delete) { [weak agent = stage.agent] (_: CellEvent) in
            try? agent?.edit { try $0.removeRow(.id("a")) }
        }
        let actions = stage.tableView.simulateSwipe(fromLeading: false, at: first)
        _ = stage.tableView.simulateChoice(of: actions[0])
        stage.tableView.simulateEndOfSwipe(at: first)
        stage.tableView.simulateEndOfSwipe(at: nil)
        #expect(log.lines == ["beginEditing a 0,0", "delete a 0,0", "removed a gone", "endEditing a gone"])
    }

    @Test func `The delete button performs the same action as a swipe`() throws {
        let stage = try stage()
        stage.tableView.isEditing = true
        stage.tableView.simulateEditingButton(at: first)
        stage.tableView.simulateEditingButton(at: IndexPath(row: 1, section: 0))
        #expect(log.lines == ["delete a 0,0"])
    }

    @Test func `A menu contains the row's actions`() throws {
        let stage = try stage()
        let menu = try #require(stage.tableView.simulateContextMenu(at: first))
        let actions = menu.children.compactMap { $0 as? UIAction }
        #expect(actions.map(\.title) == ["Fold", "Delete"])
        #expect(actions.map(\.attributes) == [[], .destructive])
        try stage.agent.edit { try $0.moveRow(.id("a"), toEndOf: .at(0)) }
        actions[1].simulateChoice()
        #expect(log.lines == ["delete a 0,2"])
        try stage.agent.reload(TableViewEventTests.table(["a"]))
        #expect(stage.tableView.simulateContextMenu(at: first) == nil)
    }

    private enum OptionLine: GridLineItem, EventItem {
        static func fill(_ line: inout GridLine, with task: String) { line.text(task) }

        static func actions(_ place: RowAction.Placement, for task: String) -> [RowAction] {
            var pay = RowAction("Pay", .pay, "all")
            (pay.role, pay.allowsFullSwipe) = (.positive, false)
            var refund = RowAction("Refund", .fold)
            refund.isEnabled = false
            var moves = ["Up", "Down"].map { RowAction($0, .pay, $0) }
            for index in moves.indices { moves[index].submenu = "Move" }
            return place == .menu ? [pay] + moves + [refund] : [pay, refund]
        }
    }

    @Test func `Actions have colors, submenus, and previews, and can be disabled`() throws {
        let stage = try TableStage(
            TableInfo { TableSection(id: 0) { Row("a", id: "a", as: OptionLine.self) } }, log)
        let view = stage.tableView
        let delegate = try #require(view.delegate)
        let swipe = delegate.tableView(view, trailingSwipeActionsConfigurationForRowAt: first)
        #expect(swipe?.actions.map(\.title) == ["Pay"], "a swipe leaves out disabled actions")
        #expect(swipe?.actions.first?.backgroundColor == .systemGreen)
        #expect(swipe?.performsFirstActionWithFullSwipe == false)

        let menu = view.simulateContextMenu(at: first)
        #expect(menu?.children.map(\.title) == ["Pay", "Move", "Refund"])
        #expect((menu?.children.last as? UIAction)?.attributes == .disabled)
        let submenu = menu?.children[1] as? UIMenu
        #expect(submenu?.children.map(\.title) == ["Up", "Down"])
        (submenu?.children.last as? UIAction)?.simulateChoice()
        #expect(log.lines == ["pay a 0,0"])
        (menu?.children.last as? UIAction)?.simulateChoice()
        #expect(log.lines.count == 1, "a disabled action is not performed")

        let configuration = {
            delegate.tableView(view, contextMenuConfigurationForRowAt: self.first, point: .zero)
        }
        #expect(configuration()?.simulatedPreview == nil)
        stage.container.preview = { row in
            let controller = UIViewController()
            controller.title = row.data(as: String.self)
            return controller
        }
        #expect(configuration()?.simulatedPreview?.title == "a")
    }

    private enum LockableLine: GridLineItem, EventItem {
        static func fill(_ line: inout GridLine, with task: Order) { line.text(task.customer) }

        static func actions(_ place: RowAction.Placement, for task: Order) -> [RowAction] {
            var delete = RowAction("Delete", .delete, isDestructive: true)
            delete.isEnabled = task.customer != "locked"
            return [delete, RowAction("Purge", .fold, isDestructive: true)]
        }
    }

    @Test func `A disabled first action is not replaced by the second one`() throws {
        let stage = try TableStage(
            TableInfo {
                TableSection(id: 0) { Row(Order(id: 1, customer: "locked"), as: LockableLine.self) }
            }, log)
        let view = stage.tableView
        let delegate = try #require(view.delegate)
        let swipe = delegate.tableView(view, trailingSwipeActionsConfigurationForRowAt: first)
        #expect(swipe?.actions.map(\.title) == ["Purge"] && swipe?.performsFirstActionWithFullSwipe == false)
        #expect(delegate.tableView(view, editingStyleForRowAt: first) == UITableViewCell.EditingStyle.none)
    }

    @Test func `An action that was disabled or removed since it was shown is not performed`() throws {
        let stage = try TableStage(
            TableInfo { TableSection(id: 0) { Row(Order(id: 1, customer: "open"), as: LockableLine.self) } },
            log)
        var reports: [String] = []
        stage.agent.eventHandler.report = { reports.append($0) }
        let menu = stage.tableView.simulateContextMenu(at: first)
        let delete = try #require(menu?.children.first as? UIAction)
        try stage.agent.edit { try $0.replaceData(ofRow: .id(1), with: Order(id: 1, customer: "locked")) }
        delete.simulateChoice()
        #expect(log.lines == [] && reports.count == 1)
        try stage.agent.edit { try $0.replaceData(ofRow: .id(1), with: Order(id: 1, customer: "open")) }
        delete.simulateChoice()
        #expect(log.lines == ["delete 1 0,0"])
        try stage.agent.edit { try $0.removeRow(.id(1)) }
        delete.simulateChoice()
        #expect(log.lines == ["delete 1 0,0", "removed 1 gone"])
    }

    private enum PriceLine: GridLineItem, EventItem {
        static func fill(_ line: inout GridLine, with order: Order) { line.text(order.customer) }

        static func actions(_ place: RowAction.Placement, for order: Order) -> [RowAction] {
            let pay = RowAction("Pay", .pay, order.customer, confirmation: order.id == 9 ? "Sure?" : nil)
            return place == .trailing ? [pay, RowAction("Fold", .fold)] : [pay]
        }
    }

    @Test func `An action whose payload changed since it was shown is not performed`() throws {
        let stage = try TableStage(
            TableInfo { TableSection(id: 0) { Row(Order(id: 1, customer: "10 €"), as: PriceLine.self) } }, log
        )
        stage.agent.eventHandler.report = { _ in }
        let pay = try #require(stage.tableView.simulateContextMenu(at: first)?.children.first as? UIAction)
        try stage.agent.edit { try $0.replaceData(ofRow: .id(1), with: Order(id: 1, customer: "100 €")) }
        pay.simulateChoice()
        #expect(log.lines.isEmpty)
        try stage.agent.edit { try $0.replaceData(ofRow: .id(1), with: Order(id: 1, customer: "10 €")) }
        pay.simulateChoice()
        #expect(log.lines == ["pay 1 0,0"])
    }

    @Test func `A full swipe performs no other action if nobody can ask for the first one`() throws {
        let stage = try TableStage(
            TableInfo { TableSection(id: 0) { Row(Order(id: 9, customer: "10 €"), as: PriceLine.self) } }, log
        )
        let delegate = try #require(stage.tableView.delegate)
        func swipe() -> UISwipeActionsConfiguration? {
            delegate.tableView(stage.tableView, trailingSwipeActionsConfigurationForRowAt: first)
        }
        #expect(
            swipe()?.actions.map(\.title) == ["Fold"] && swipe()?.performsFirstActionWithFullSwipe == false)
        stage.container.ask = { _, _ in }
        #expect(swipe()?.actions.map(\.title) == ["Pay", "Fold"])
        #expect(swipe()?.performsFirstActionWithFullSwipe == true)
    }
}
