import ShimmedTableAgentUIKit
import TableAgent
import Testing
import UIKit

/// Switches and views of the app at the edge of system cells, and what an app sets after a view was filled.
@MainActor
@Suite struct AccessoryTests {
    private struct Setting: Identifiable, Equatable {
        let id: Int
        var isOn = false
    }

    @MainActor
    private enum SettingRow: @MainActor ContentItem {
        static func content(for setting: Setting, in context: ContentContext) -> UIListContentConfiguration {
            var content = UIListContentConfiguration.cell()
            content.text = "\(setting.id)"
            return content
        }

        static func accessory(for setting: Setting) -> GridAccessory {
            setting.id == 9 ? .custom { UILabel() } : .toggle(isOn: setting.isOn, event: .toggle)
        }
    }

    private let table = TableInfo {
        TableSection(id: 0) { Rows([1, 2, 9].map { Setting(id: $0) }, as: SettingRow.self) }
    }

    @Test func `A switch in a table sends its value, and follows the data without being exchanged`() throws {
        let stage = try TableStage(table)
        var values: [String] = []
        stage.agent.on(.toggle, of: Setting.self) { setting, isOn, _ in
            values.append("\(setting.id) \(isOn)")
            try? stage.agent.edit {
                try $0.replaceData(ofRow: .id(setting.id), with: Setting(id: setting.id, isOn: isOn))
            }
        }
        try stage.agent.edit { try $0.removeRow(.id(1)) }
        let cell = try #require(stage.tableView.cellForRow(at: [0, 0]))
        let toggle = try #require(cell.accessoryView as? UISwitch)
        toggle.simulateTouch()
        #expect(values == ["2 true"])
        #expect(cell.accessoryView === toggle && toggle.isOn)
        try stage.agent.edit { try $0.replaceData(ofRow: .id(2), with: Setting(id: 2)) }
        #expect(cell.accessoryView === toggle && !toggle.isOn)
        #expect(stage.tableView.cellForRow(at: [0, 1])?.accessoryView is UILabel)
    }

    @Test func `A switch in a list sends its value, and follows the data without being exchanged`() throws {
        let stage = CollectionStage<TableInfo>()
        var values: [Bool] = []
        stage.agent.on(.toggle, of: Setting.self) { _, isOn, _ in values.append(isOn) }
        stage.collectionView.collectionViewLayout = stage.container.listLayout(.init(appearance: .plain))
        try stage.attach(table, TableReformer())
        func view(_ item: Int) -> UIView? {
            let cell = stage.collectionView.cellForItem(at: [0, item]) as? UICollectionViewListCell
            guard case .customView(let view)? = cell?.accessories.first?.accessoryType else { return nil }
            return view
        }
        let toggle = try #require(view(0) as? UISwitch)
        toggle.simulateTouch()
        #expect(values == [true])
        try stage.agent.edit { try $0.replaceData(ofRow: .id(1), with: Setting(id: 1, isOn: true)) }
        #expect(view(0) === toggle && toggle.isOn)
        #expect(view(2) is UILabel)
    }

    @Test func `A view that was filled is given to the app, with its row`() throws {
        let stage = TableStage<TableInfo>()
        stage.container.didFill = { view, row in view.accessibilityIdentifier = "row \(row.id)" }
        try stage.attach(
            TableInfo {
                TableSection(id: "s") {
                    Head("head", as: NoteLine.self)
                    Rows([1, 2].map { Setting(id: $0) }, as: SettingRow.self)
                }
            }, TableReformer())
        #expect(stage.tableView.cellForRow(at: [0, 1])?.accessibilityIdentifier == "row 2")
        #expect(stage.tableView.headerView(forSection: 0)?.accessibilityIdentifier != nil)
    }

    @Test(arguments: [true, false])
    func `An agent marks the row that it selects, and scrolls to it on request`(isTable: Bool) throws {
        let log = EventLog()
        let rows = TableInfo {
            TableSection(id: "a") { Rows((0..<60).map { Setting(id: $0) }, as: SettingRow.self) }
            TableSection(id: "b", isCollapsed: true) { Rows([Setting(id: 99)], as: SettingRow.self) }
        }
        let agent: Agent<TableInfo>
        let container: ViewContainer
        let offset: () -> CGFloat
        if isTable {
            let stage = try TableStage(rows, log)
            (agent, container) = (stage.agent, stage.container)
            offset = { stage.tableView.contentOffset.y }
        } else {
            let stage = try CollectionStage(rows, log)
            (agent, container) = (stage.agent, stage.container)
            offset = { stage.collectionView.contentOffset.y }
        }
        #expect(try agent.select(.id(50)))
        #expect(container.selectedPositions.map(\.row) == [50] && offset() == 0)
        #expect(try agent.select(.id(40), scrolls: true))
        #expect(container.selectedPositions.map(\.indexPath) == [[0, 40]] && offset() > 0)
        #expect(try agent.deselect(.id(40)))
        #expect(container.selectedPositions == [])
        #expect(try agent.select(.id(99), scrolls: true))
        #expect(container.selectedPositions == [], "a hidden row is not marked")
        log.refusesSelection = true
        #expect(try !agent.select(.id(1)))
        #expect(container.selectedPositions == [])
        #expect(
            log.lines == [
                "select 50 0,50", "deselect 50 0,50", "select 40 0,40", "deselect 40 0,40", "select 99 1,0",
            ])
    }

    @Test func `Reloads have the animation of the container, and edits their own`() throws {
        let stage = try TableStage(table)
        stage.container.rowAnimation = .fade
        try stage.agent.reload(
            TableInfo {
                TableSection(id: 0) { Rows([1, 2, 9, 10].map { Setting(id: $0) }, as: SettingRow.self) }
            })
        #expect(stage.tableView.animations == [.fade])
        try stage.agent.edit { try $0.removeRow(.id(10), animation: .left) }
        #expect(stage.tableView.animations == [.left])
    }
}

extension EventName<Bool> {
    fileprivate static var toggle: Self { Self("toggle") }
}
