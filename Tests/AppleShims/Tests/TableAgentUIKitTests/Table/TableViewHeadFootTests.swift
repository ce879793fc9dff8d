import ShimmedTableAgentUIKit
import TableAgent
import Testing
import UIKit

@MainActor
@Suite struct TableViewHeadFootTests {
    private static let months = TableInfo {
        TableSection(id: "july") {
            Head("July", as: MonthTitle.self)
            Rows(["a", "b"], id: \.self, as: NoteLine.self)
            Foot("two notes", as: NoteLine.self)
        }
        TableSection(id: "august") { Rows(["c"], id: \.self, as: NoteLine.self) }
    }

    @Test func `Heads and feet are header-footer views of a class or of the system`() throws {
        let stage = try TableStage(Self.months)
        #expect(stage.tableView.shownLines == ["[July: 2]", "a", "b", "(two notes)", "c"])
        #expect(stage.tableView.headerView(forSection: 0) is MonthTitle)
        #expect(stage.tableView.simulatedHeadFootCount == 2)
        #expect(stage.tableView.headerView(forSection: 1) == nil)
        #expect(stage.tableView.delegate?.tableView(stage.tableView, heightForHeaderInSection: 1) == 0)
    }

    @Test(arguments: [false, true])
    func `The sentence of an empty section or table is its foot`(isCollection: Bool) throws {
        let empty = TableInfo(empty: "no orders") {
            TableSection(id: "july", empty: "none in July") { Head("July", as: NoteLine.self) }
        }
        let row = Row("a", id: "a", as: NoteLine.self)
        let none = ["[July]", "(none in July)", "(no orders)"]
        if isCollection {
            let stage = try CollectionStage(empty)
            #expect(stage.collectionView.shownLines == none)
            try stage.agent.edit { try $0.append([row], to: .at(0)) }
            #expect(stage.collectionView.shownLines == ["[July]", "a"])
            try stage.agent.edit { try $0.removeRow(.id("a")) }
            #expect(stage.collectionView.shownLines == none)
        } else {
            let stage = try TableStage(empty)
            #expect(stage.tableView.shownLines == none)
            try stage.agent.edit { try $0.append([row], to: .at(0)) }
            #expect(stage.tableView.shownLines == ["[July]", "a"])
            try stage.agent.edit { try $0.removeRow(.id("a")) }
            #expect(stage.tableView.shownLines == none)
        }
    }

    @Test func `A head is refilled in place when its content or its section's state changes`() throws {
        let stage = try TableStage(Self.months)
        let view = stage.tableView.headerView(forSection: 0)
        try stage.agent.edit { try $0.append([Row("d", id: "d", as: NoteLine.self)], to: .id("july")) }
        #expect(stage.tableView.shownLines == ["[July: 3]", "a", "b", "d", "(two notes)", "c"])
        try stage.agent.edit { try $0.setFoot(Foot("three", as: NoteLine.self), of: .id("july")) }
        try stage.agent.edit { try $0.collapseSection(.id("july")) }
        #expect(stage.tableView.shownLines == ["[July: 3 hidden]", "(three)", "c"])
        #expect(stage.tableView.headerView(forSection: 0) === view)
    }

    @Test func `A hosted head that changes its class leaves the rows of its section`() throws {
        let stage = try TableStage(
            TableInfo {
                TableSection(id: "july") {
                    Head("July", as: NoteLine.self)
                    Rows([Order(id: 1, customer: "Ada"), Order(id: 2, customer: "Bo")], as: OrderCell.self)
                }
            })
        let view = stage.tableView
        let cell = try #require(view.cellForRow(at: IndexPath(row: 0, section: 0)))
        let field = UITextField()
        cell.contentView.addSubview(field)
        field.becomeFirstResponder()
        view.simulateTouch(at: IndexPath(row: 1, section: 0))
        try stage.agent.edit {
            try $0.setHead(Head(Order(id: 9, customer: "July"), as: Card.self), of: .at(0))
        }
        #expect(view.shownLines.first == "[card of July]")
        #expect(field.isFirstResponder && view.cellForRow(at: IndexPath(row: 0, section: 0)) === cell)
        #expect(view.indexPathsForSelectedRows == [IndexPath(row: 1, section: 0)])
        try stage.agent.edit { try $0.setHead(Head("August", as: NoteLine.self), of: .at(0)) }
        #expect(view.shownLines.first == "[August]" && field.isFirstResponder)
        // A head of an own class is another view. The section is replaced, and its rows stay selected.
        try stage.agent.edit { try $0.setHead(Head("June", as: MonthTitle.self), of: .at(0)) }
        #expect(view.shownLines.first == "[June: 2]")
        #expect(view.indexPathsForSelectedRows == [IndexPath(row: 1, section: 0)])
    }

    @Test func `A head outside the window is exchanged without replacing its section`() throws {
        let stage = try TableStage(
            TableInfo {
                TableSection(id: "july") {
                    Head("July", as: NoteLine.self)
                    Rows((0..<50).map { Order(id: $0, customer: "Ada") }, as: OrderCell.self)
                }
            })
        stage.tableView.simulateDrag(to: 440)
        let cells = stage.tableView.visibleCells
        try stage.agent.edit {
            try $0.setHead(Head(Order(id: 9, customer: "June"), as: Card.self), of: .at(0))
        }
        #expect(stage.tableView.visibleCells == cells)
        stage.tableView.simulateDrag(to: 0)
        #expect(stage.tableView.shownLines.first == "[card of June]")
    }

    @Test func `A foot computed from the rows is refilled in place when the rows change`() throws {
        let stage = try TableStage(
            TableInfo {
                TableSection(id: "july") {
                    Rows(["a", "b"], id: \.self, as: NoteLine.self)
                    Foot(of: String.self, as: NoteLine.self) { $0.joined() }
                }
            })
        #expect(stage.tableView.shownLines == ["a", "b", "(ab)"])
        let view = stage.tableView.footerView(forSection: 0)
        try stage.agent.edit { try $0.replaceRow(.id("b"), with: [Row("c", id: "c", as: NoteLine.self)]) }
        #expect(stage.tableView.shownLines == ["a", "c", "(ac)"])
        #expect(view != nil && stage.tableView.footerView(forSection: 0) === view)
        try stage.agent.edit { edit in
            try edit.collapseSection(.id("july"))
            try edit.append([Row("d", id: "d", as: NoteLine.self)], to: .id("july"))
        }
        #expect(stage.tableView.shownLines == ["(acd)"])
    }

    @Test func `The foot of the table is the foot of one more section, and is refilled in place`() throws {
        var table = Self.months
        table.setFoot(Foot(of: String.self, as: NoteLine.self) { $0.joined() })
        let stage = try TableStage(table)
        #expect(stage.tableView.shownLines == ["[July: 2]", "a", "b", "(two notes)", "c", "(abc)"])
        #expect(stage.tableView.numberOfSections == 3)
        let view = try #require(stage.tableView.footerView(forSection: 2))
        try stage.agent.edit { try $0.replaceRow(.id("a"), with: [Row("d", id: "d", as: NoteLine.self)]) }
        #expect(stage.tableView.shownLines.last == "(dbc)")
        try stage.agent.edit { $0.setFoot(Foot("all", as: NoteLine.self)) }
        #expect(stage.tableView.shownLines.last == "(all)")
        #expect(stage.tableView.footerView(forSection: 2) === view)
        try stage.agent.edit { edit in
            try edit.removeSection(.id("july"))
            edit.setFoot(Foot("rest", as: NoteLine.self))
        }
        #expect(stage.tableView.shownLines == ["c", "(rest)"])
        #expect(stage.tableView.footerView(forSection: 1) === view)
        try stage.agent.edit { $0.setFoot(Foot("December", as: MonthTitle.self)) }
        #expect(stage.tableView.footerView(forSection: 1) is MonthTitle)
    }

    @Test func `The foot of the table appears and disappears together with sections`() throws {
        let stage = try TableStage(Self.months)
        try stage.agent.edit { edit in
            try edit.removeSection(.id("july"))
            edit.setFoot(Foot("total", as: NoteLine.self))
        }
        #expect(stage.tableView.shownLines == ["c", "(total)"])
        try stage.agent.edit { edit in
            edit.setFoot(nil)
            edit.append(TableSection(id: "may") { Row("d", id: "d", as: NoteLine.self) })
            edit.append(TableSection(id: "june") { Foot("none", as: NoteLine.self) })
        }
        #expect(stage.tableView.shownLines == ["c", "d", "(none)"])
        try stage.agent.edit { edit in
            edit.removeAllSections()
            edit.setFoot(Foot("nothing", as: NoteLine.self))
        }
        #expect(stage.tableView.shownLines == ["(nothing)"])
        #expect(stage.tableView.numberOfSections == 1)
    }

    @Test func `Inserting, deleting, or replacing a head reloads its section`() throws {
        let stage = try TableStage(Self.months)
        try stage.agent.edit { try $0.setHead(Head("plain July", as: NoteLine.self), of: .id("july")) }
        #expect(stage.tableView.shownLines.first == "[plain July]")
        try stage.agent.edit { try $0.setHead(nil, of: .id("july")) }
        #expect(stage.tableView.shownLines.first == "a")
        try stage.agent.edit { try $0.setHead(Head("August", as: MonthTitle.self), of: .id("august")) }
        #expect(stage.tableView.shownLines == ["a", "b", "(two notes)", "[August: 1]", "c"])
    }

    @Test func `A head sends events of its section, even after the section moves`() throws {
        let log = EventLog()
        let stage = try TableStage(Self.months, log)
        let title = try #require(stage.tableView.headerView(forSection: 0) as? MonthTitle)
        try stage.agent.edit { try $0.insert(TableSection(id: "june") {}, at: 0) }
        title.tap()
        #expect(log.lines == ["fold head of july"])
        #expect(title.source?.isGone == false)
        #expect(try title.source == stage.agent.panel.source(.head("july")))
    }

    @Test func `Heads and feet send display events`() throws {
        let log = EventLog()
        log.logsDisplay = true
        let stage = try TableStage(Self.months, log)
        #expect(
            log.lines.filter { $0.contains("july") } == [
                "willDisplay head of july", "willDisplay foot of july",
            ])
        log.lines = []
        try stage.agent.edit { try $0.removeSection(.id("july")) }
        #expect(
            log.lines.filter { $0.hasPrefix("didEnd") && $0.contains("july") }.sorted() == [
                "didEndDisplay foot of july", "didEndDisplay head of july",
            ])
    }

    @Test(arguments: [UITableView.Style.plain, .grouped])
    func `A foot has the style of the table`(style: UITableView.Style) throws {
        let stage = TableStage<TableInfo>(style: style)
        try stage.attach(Self.months, TableReformer())
        let content = stage.tableView.footerView(forSection: 0)?.contentConfiguration
        #expect(content is UIListContentConfiguration)
        #expect(
            stage.tableView.delegate?.tableView(stage.tableView, heightForFooterInSection: 1)
                == (style == .plain ? 0 : UITableView.automaticDimension))
    }

    @Test func `An update of a head outside the window replaces nothing`() throws {
        let stage = try TableStage(
            TableInfo {
                TableSection(id: "july") {
                    Head("July", as: MonthTitle.self)
                    Rows((0..<50).map { Order(id: $0, customer: "Ada") }, as: OrderCell.self)
                }
            })
        stage.tableView.simulateDrag(to: 440)
        let cells = stage.tableView.visibleCells
        try stage.agent.edit { try $0.setHead(Head("June", as: MonthTitle.self), of: .at(0)) }
        #expect(stage.tableView.visibleCells == cells)
        stage.tableView.simulateDrag(to: 0)
        #expect(stage.tableView.shownLines.first == "[June: 50]")
    }

    @Test func `A registered view of a head shows the number of rows, although the item does not`() throws {
        let stage = TableStage<TableInfo>()
        stage.container.register(MonthTitle.self, for: NoteLine.self)
        try stage.attach(
            TableInfo {
                TableSection(id: "july") {
                    Head("July", as: NoteLine.self)
                    Rows([Order(id: 1, customer: "Ada")], as: OrderLine.self)
                }
            }, TableReformer())
        #expect(stage.tableView.shownLines.first == "[July: 1]")
        try stage.agent.edit {
            try $0.append([Row(Order(id: 2, customer: "Bo"), as: OrderLine.self)], to: .at(0))
        }
        #expect(stage.tableView.shownLines.first == "[July: 2]")
        try stage.agent.edit { try $0.collapseSection(.at(0)) }
        #expect(stage.tableView.shownLines == ["[July: 2 hidden]"])
        try stage.agent.edit {
            try $0.append([Row(Order(id: 3, customer: "Cy"), as: OrderLine.self)], to: .at(0))
        }
        #expect(stage.tableView.shownLines == ["[July: 3 hidden]"])
    }

    @Test func `A head comes from a nib, hosts a view of another class, or is never reused`() throws {
        UINib.simulate("MonthTitle") {
            let title = MonthTitle()
            title.tag = 7
            return [title]
        }
        let stage = try TableStage(
            TableInfo {
                TableSection(id: 0) {
                    Head("nib", as: NibTitle.self)
                    Foot(Order(id: 1, customer: "Ada"), as: Card.self)
                }
                TableSection(id: 1) { Head("fresh", as: FreshTitle.self) }
            })
        #expect(stage.tableView.shownLines == ["[nib]", "(card of Ada)", "[fresh]"])
        #expect(stage.tableView.headerView(forSection: 0)?.tag == 7)
        #expect(stage.tableView.simulatedHeadFootCount == 2, "the queues made none that is fresh")
        let fresh = stage.tableView.headerView(forSection: 1)
        try stage.agent.edit { try $0.setHead(Head("other", as: FreshTitle.self), of: .id(1)) }
        #expect(stage.tableView.shownLines.last == "[other]")
        #expect(stage.tableView.headerView(forSection: 1) === fresh, "it is filled in place, as rows are")
    }
}

@MainActor
private enum NibTitle: ViewItem {
    static var nib: UINib? { UINib(nibName: "MonthTitle", bundle: nil) }
    static func fill(_ view: inout MonthTitle, with text: String) { view.label.text = text }
}

@MainActor
private enum FreshTitle: ViewItem {
    static var reuse: ViewReuse { .never }
    static func fill(_ view: inout MonthTitle, with text: String) { view.label.text = text }
}
