import ShimmedTableAgentUIKit
import TableAgent
import Testing
import UIKit

/// Tests of updates that begin at a bad moment, and of what an update keeps.
@MainActor
@Suite struct TableViewUpdateTests {
    private func words(_ words: [String], head: String? = nil, columns: [GridColumn] = []) -> TableInfo {
        TableInfo(
            columns: columns,
            sections: [
                TableSection(id: 0) {
                    if let head { Head(head, as: NoteLine.self) }
                    Rows(words, id: \.self, as: NoteLine.self)
                }
            ])
    }

    @Test(arguments: [true, false])
    func `A row with a new id keeps its selection and its keyboard`(isInWindow: Bool) throws {
        enum Field: GridLineItem {
            static func fill(_ line: inout GridLine, with name: String) { line.text(name) }
        }
        final class FieldCell: UITableViewCell, EventView, @MainActor TableItem {
            var source: EventSource?
            lazy var field: UITextField = {
                let field = UITextField()
                contentView.addSubview(field)
                return field
            }()
            static func fill(_ cell: inout FieldCell, with name: String) {
                if !cell.field.isFirstResponder { cell.field.text = name }
            }
        }
        let log = EventLog()
        let stage = TableStage<TableInfo>()
        stage.container.register(FieldCell.self, for: Field.self)
        let table = TableInfo {
            TableSection(id: 0) { Rows(["Ada", "draft", "Grace"], id: \.self, as: Field.self) }
        }
        try stage.attach(table, TableReformer(), log)
        let path = IndexPath(row: 1, section: 0)
        stage.tableView.selectRow(at: path, animated: false, scrollPosition: .none)
        let cell = try #require(stage.tableView.cellForRow(at: path) as? FieldCell)
        cell.field.becomeFirstResponder()
        cell.field.text = "typed"
        if !isInWindow { stage.tableView.removeFromSuperview() }
        try stage.agent.edit {
            try $0.replaceRow(.id("draft"), keepingPlace: Row("saved", id: "saved", as: Field.self))
        }
        stage.tableView.layoutIfNeeded()
        #expect(stage.tableView.indexPathsForSelectedRows == [path])
        guard isInWindow else { return }
        #expect(stage.tableView.cellForRow(at: path) === cell && cell.field.isFirstResponder)
        #expect(cell.field.text == "typed" && cell.source?.rowID == "saved")
    }

    @Test func `A text that was typed before its row got another id belongs to the new row`() throws {
        let stage = TableStage<TableInfo>()
        stage.container.register(OrderCell.self, for: OrderLine.self)
        let orders = (0..<40).map { Order(id: $0, customer: "c\($0)") }
        let table = TableInfo { TableSection(id: 0) { Rows(orders, as: OrderLine.self) } }
        try stage.attach(table, TableReformer())
        let cell = try #require(stage.tableView.cellForRow(at: IndexPath(row: 1, section: 0)) as? OrderCell)
        let field = UITextField()
        cell.contentView.addSubview(field)
        field.becomeFirstResponder()
        stage.tableView.simulateDrag(to: 44 * 25)
        #expect(
            field.isFirstResponder && stage.tableView.cellForRow(at: IndexPath(row: 1, section: 0)) == nil)
        let saved = Order(id: 100, customer: "saved")
        try stage.agent.edit { try $0.replaceRow(.id(1), keepingPlace: Row(saved, as: OrderLine.self)) }
        #expect(cell.source?.rowID == 100)
    }

    @Test func `A row with a new id stays selected where a query shows it`() throws {
        let table = TableInfo(columns: ["Name"]) {
            TableSection(id: 0) { Rows(["b", "d", "f"], id: \.self, as: NoteLine.self) }
        }
        let stage = try TableStage(table)
        try stage.agent.show(TableQuery(sorts: [.ascending("Name")]))
        stage.tableView.selectRow(at: IndexPath(row: 0, section: 0), animated: false, scrollPosition: .none)
        try stage.agent.edit {
            try $0.replaceRow(.id("b"), keepingPlace: Row("e", id: "e", as: NoteLine.self))
        }
        #expect(stage.tableView.shownLines == ["d", "e", "f"])
        #expect(stage.tableView.indexPathsForSelectedRows == [IndexPath(row: 1, section: 0)])
    }

    @Test func `An update that begins while a cell is filled reloads, and so does the next one`() throws {
        let numbers = TableInfo { TableSection(id: 0) { Rows(Array(0..<30), id: \.self, as: TrapLine.self) } }
        let stage = try TableStage(numbers)
        var reports: [String] = []
        stage.agent.eventHandler.report = { reports.append($0) }
        let raised = try UIKitException.collect {
            TrapLine.onFill = { [weak agent = stage.agent] number in
                guard number == 12 else { return }
                TrapLine.onFill = { _ in }
                try? agent?.edit { try $0.removeRow(.id(0)) }
            }
            stage.tableView.contentOffset.y = 120
            stage.tableView.layoutIfNeeded()
            #expect(reports.count == 1 && reports[0].hasPrefix("The TableViewContainer reloads"))
            // The reload waits for a turn of the run loop, and the view still has the old number of rows.
            try stage.agent.edit { try $0.removeRow(.id(1)) }
            RunLoop.main.simulateTurn()
            stage.tableView.layoutIfNeeded()
            try stage.agent.edit { try $0.removeRow(.id(2)) }
        }
        TrapLine.onFill = { _ in }
        #expect(raised == [])
        #expect(stage.tableView.numberOfRows(inSection: 0) == 27)
    }

    private final class TrapCell: UITableViewCell {}

    @MainActor
    private enum TrapLine: ViewItem {
        static var onFill: (Int) -> Void = { _ in }

        static func fill(_ cell: inout TrapCell, with number: Int) { onFill(number) }
    }

    @Test(arguments: ["reload", "scroll"])
    func `Typed text is received when the row's cell is reloaded or scrolled away`(_ cause: String)
        throws
    {
        let forms = TableInfo { TableSection(id: 0) { Rows(Array(0..<40), id: \.self, as: FormCell.self) } }
        let stage = try TableStage(forms)
        var received: [String] = []
        stage.agent.on(.typed) { (event: CellEvent, text: String) in
            received.append("\(event.rowID): \(text)")
        }
        let cell = try #require(stage.tableView.cellForRow(at: IndexPath(row: 2, section: 0)) as? FormCell)
        cell.field.becomeFirstResponder()
        cell.field.text = "typed"
        if cause == "reload" {
            stage.agent.panel.changeLimit = 0
            try stage.agent.reload(
                TableInfo { TableSection(id: 0) { Rows(Array(1..<5), id: \.self, as: FormCell.self) } })
        } else {
            stage.tableView.simulateDrag(to: 1000)
            // An update in the meantime, and the return of the row, leave the text as it is.
            try stage.agent.edit { try $0.removeRow(.id(39)) }
            stage.tableView.delegate?.tableView(
                stage.tableView, willDisplay: cell, forRowAt: IndexPath(row: 2, section: 0))
            #expect(cell.field.text == "typed")
            cell.field.resignFirstResponder()
        }
        #expect(received == ["2: typed"])
    }

    @Test func `New columns and a new caption are no reason to reload`() throws {
        let stage = try TableStage(words(["a"], columns: [GridColumn("Old")]))
        let cell = stage.tableView.cellForRow(at: IndexPath(row: 0, section: 0))
        var new = words(["a", "b"], columns: [GridColumn("New")])
        new.caption = "Caption"
        try stage.agent.reload(new)
        #expect(stage.tableView.animations == [.automatic])
        #expect(stage.tableView.cellForRow(at: IndexPath(row: 0, section: 0)) === cell)
        #expect(stage.agent.tableInfo.columns == new.columns && stage.agent.tableInfo.caption == "Caption")
    }

    @Test func `An edit of structure, rows, and heads is one pass`() throws {
        let stage = try TableStage(words(["a", "b", "c"], head: "old"))
        let count = stage.tableView.simulatedPassCount
        try stage.agent.edit { table in
            try table.removeRow(.id("a"))
            try table.replaceData(ofRow: .id("b"), with: "new")
            try table.setHead(Head("head", as: NoteLine.self), of: .id(0))
        }
        #expect(stage.tableView.simulatedPassCount == count + 1)
        #expect(stage.tableView.shownLines == ["[head]", "new", "c"])
        try stage.agent.edit { table in
            try table.setHead(nil, of: .id(0))
            try table.removeRow(.id("c"))
            try table.append([Row("d", id: "d", as: NoteLine.self)], to: .id(0))
        }
        #expect(stage.tableView.simulatedPassCount == count + 2)
        #expect(stage.tableView.shownLines == ["new", "d"])
    }

    @Test func `A selected row stays selected if it is shown by another item or in a new section`() throws {
        let orders = [Order(id: 1, customer: "Ada"), Order(id: 2, customer: "Bo")]
        let stage = try TableStage(TableInfo { TableSection(id: "a") { Rows(orders, as: OrderLine.self) } })
        stage.tableView.simulateTouch(at: IndexPath(row: 1, section: 0))
        try stage.agent.reload(TableInfo { TableSection(id: "a") { Rows(orders, as: OrderCell.self) } })
        #expect(stage.tableView.indexPathsForSelectedRows == [IndexPath(row: 1, section: 0)])
    }

    @Test(arguments: ["reload", "section", "no window"])
    func `Selected rows stay selected by their ids`(_ cause: String) throws {
        let sections = { (ids: [String]) in
            TableInfo(
                sections: ids.map { id in
                    TableSection(id: id) { Rows([id + "1", id + "2"], id: \.self, as: NoteLine.self) }
                })
        }
        let stage = try TableStage(sections(["a", "b", "c"]))
        var events: [String] = []
        stage.agent.on(.deselect) { (event: CellEvent) in events.append("\(event.rowID)") }
        stage.tableView.allowsMultipleSelection = true
        for path in [IndexPath(row: 1, section: 0), IndexPath(row: 0, section: 2)] {
            stage.tableView.simulateTouch(at: path)
        }
        if cause == "reload" { stage.agent.panel.changeLimit = 0 }
        if cause == "no window" { stage.tableView.removeFromSuperview() }
        try stage.agent.reload(sections(["c", "a"]))
        #expect(
            Set(stage.tableView.indexPathsForSelectedRows ?? []) == [
                IndexPath(row: 1, section: 1), IndexPath(row: 0, section: 0),
            ])
        try stage.agent.edit { try $0.removeRow(.id("c1")) }
        #expect(stage.tableView.indexPathsForSelectedRows == [IndexPath(row: 1, section: 1)])
        #expect(events == [])
    }

    @Test(arguments: [0, 1_000])
    func `A visible row that goes to another section keeps its selection and sends what was typed`(
        changeLimit: Int
    ) throws {
        let table = { (first: [Int], second: [Int]) in
            TableInfo(
                sections: [("a", first), ("b", second)].map { id, rows in
                    TableSection(id: id) { Rows(rows, id: \.self, as: FormCell.self) }
                })
        }
        let stage = try TableStage(table([1, 2], [3]))
        var typed: [String] = []
        stage.agent.on(.typed) { (event: CellEvent, text: String) in
            typed.append("\(text) in \(event.position.map { "\($0)" } ?? "no row")")
        }
        stage.tableView.simulateTouch(at: IndexPath(row: 1, section: 0))
        let cell = try #require(stage.tableView.cellForRow(at: IndexPath(row: 1, section: 0)) as? FormCell)
        cell.field.becomeFirstResponder()
        cell.field.text = "text"
        stage.agent.panel.changeLimit = changeLimit
        try stage.agent.reload(table([1], [4, 2, 3]))
        #expect(stage.tableView.indexPathsForSelectedRows == [IndexPath(row: 1, section: 1)])
        cell.field.resignFirstResponder()
        #expect(typed == ["text in \(RowPosition(section: 1, row: 1))"])
        // Of several rows with one id, none is the row that has left its section.
        try stage.agent.reload(table([2, 1], [4, 3, 2]))
        stage.tableView.simulateTouch(at: IndexPath(row: 0, section: 0))
        try stage.agent.reload(table([1], [4, 3, 2]))
        #expect(stage.tableView.indexPathsForSelectedRows?.contains(IndexPath(row: 0, section: 0)) != true)
    }

    @Test func `A completion is called once, after the animations or the reload`() throws {
        let stage = try TableStage(words(["a", "b"]))
        var calls: [String] = []
        try stage.agent.reload(words(["b"]), animated: true) { calls.append("changes") }
        #expect(calls == [] && stage.tableView.isLastPassAnimated)
        RunLoop.main.simulateTurn()
        try stage.agent.edit(animated: false, completion: { calls.append("edit") }) {
            try $0.removeRow(.id("b"))
        }
        #expect(!stage.tableView.isLastPassAnimated && UIView.areAnimationsEnabled)
        RunLoop.main.simulateTurn()
        stage.agent.panel.changeLimit = 0
        try stage.agent.reload(words(["c"]), animated: true) { calls.append("reload") }
        #expect(calls == ["changes", "edit", "reload"])
        RunLoop.main.simulateTurn()
        #expect(calls == ["changes", "edit", "reload"])
    }

    @Test func `The view for an empty table is made once`() throws {
        let stage = try TableStage(words([]))
        var count = 0
        stage.container.stateViews = TableStateViews(empty: {
            count += 1
            return UILabel()
        })
        let view = stage.tableView.backgroundView
        try stage.agent.reload(words([], head: "a"))
        try stage.agent.edit { try $0.setHead(Head("b", as: NoteLine.self), of: .id(0)) }
        #expect(count == 1 && stage.tableView.backgroundView === view)
        try stage.agent.reload(words(["a"]))
        try stage.agent.reload(words([]))
        #expect(count == 2)
    }

    @Test func `A replaced delegate and a view of another container are errors`() throws {
        final class OwnDelegate: NSObject, UITableViewDelegate {}
        let stage = try TableStage(words(["a"]))
        let delegate = OwnDelegate()
        stage.tableView.delegate = delegate
        let error = #expect(throws: TableError.self) { try stage.agent.reload(words(["b"])) }
        #expect(error?.code == .notAttached)
        #expect(
            error?.description.contains("the delegate of the TableViewContainer's view was replaced") == true)
        #expect(throws: TableError.self) { try stage.container.scroll(to: .id("a")) }
    }

    @Test func `The deselected row is the one that was asked about`() throws {
        let log = EventLog()
        let stage = try TableStage(words(["a", "b"]), log)
        stage.tableView.allowsMultipleSelection = true
        stage.tableView.simulateTouch(at: IndexPath(row: 1, section: 0))
        log.lines = []
        log.onDeselectQuestion = { [weak agent = stage.agent] in
            try? agent?.edit { try $0.removeRow(.id("a")) }
        }
        stage.tableView.simulateDeselection(at: IndexPath(row: 1, section: 0))
        #expect(log.lines.contains("deselect b 0,0"))
        #expect(stage.tableView.indexPathsForSelectedRows == nil)
    }
}

/// A cell with a text field.
private final class FormCell: UITableViewCell, EventView, @MainActor TableItem {
    var source: EventSource?
    let field = UITextField(frame: .zero)

    override func didMoveToSuperview() {
        super.didMoveToSuperview()
        guard field.superview == nil else { return }
        contentView.addSubview(field)
        field.addAction(
            UIAction { [weak self] _ in self?.source?.post(.typed, self?.field.text ?? "") },
            for: .editingDidEnd)
    }

    static func fill(_ cell: inout FormCell, with number: Int) { cell.field.text = nil }
}

extension EventName<String> {
    fileprivate static var typed: Self { Self("typed") }
}
