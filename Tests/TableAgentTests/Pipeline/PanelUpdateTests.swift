import TableAgent
import TableAgentTesting
import Testing

struct PanelUpdateTests {
    private let container = RecordingContainer { $0.viewType == GridLine.self }
    private let agent = Agent<TableInfo>()

    init() throws {
        try agent.attach(container, dataSource: DataSource(.numbers(1), reformer: TableReformer()))
        container.removeCalls()
    }

    private static var wrongTables: [(String, TableInfo)] {
        [
            ("section 0, row 0", TableInfo { TableSection(id: 0) { Row("x", id: 0, as: BadgeItem.self) } }),
            (
                "section 1, row 3",
                TableInfo {
                    TableSection(id: 0) { Rows([1, 2], id: \.self, as: NumberLine.self) }
                    TableSection(id: 1, isCollapsed: true) {
                        Rows([1, 2, 3], id: \.self, as: NumberLine.self)
                        Rows(["x", "y"], id: \.self, as: BadgeItem.self)
                    }
                }
            ),
            ("the head of section 0", TableInfo { TableSection(id: 0) { Head("x", as: BadgeItem.self) } }),
            (
                "the foot of section 1",
                TableInfo {
                    TableSection(id: 0) {}
                    TableSection(id: 1) { Foot("x", as: BadgeItem.self) }
                }
            ),
        ]
    }

    @Test(arguments: 0..<4)
    func `An unknown item is refused by name and position before the update`(_ number: Int) throws {
        let (place, table) = Self.wrongTables[number]
        let error = try #require(
            #expect(throws: TableError.self) { try agent.reload(table) })
        #expect(error.code == .itemNotShown)
        for word in ["BadgeItem", "RecordingContainer", place] {
            #expect(error.description.contains(word), "\(error)")
        }
        #expect((error.position == nil) == place.hasPrefix("the"))
        #expect(container.calls.isEmpty)
        #expect(agent.tableInfo.numbers == [1])
        #expect(agent.dataSource?.rawData?.numbers == [1])
    }

    @Test func `The container is asked once for each kind of item`() throws {
        var asked: [any TableItem.Type] = []
        container.canShowItem = {
            asked.append($0)
            return true
        }
        let table = TableInfo {
            for id in 0..<10 {
                TableSection(id: id) {
                    Rows(Array(0..<100), id: \.self, as: NumberLine.self)
                    Row("x", id: "x", as: NoteLine.self)
                }
            }
        }
        try agent.reload(table)
        #expect(asked.map { ObjectIdentifier($0) } == [.init(NumberLine.self), .init(NoteLine.self)])
    }

    @Test func `The panel returns the old table before the commit, and the new one afterwards`()
        throws
    {
        var before: [Int]?
        let panel = try #require(container.panel)
        container.duringNextUpdate = { update in
            before = panel.tableInfo.numbers
            update.commit()
            #expect(panel.tableInfo.numbers == [2, 3])
        }
        container.nextOutcome = .skipCommit
        try agent.reload(.numbers(2, 3))
        #expect(before == [1])
    }

    @Test func `An error before the commit keeps the old table`() throws {
        container.nextOutcome = .failBeforeCommit(Refused())
        #expect(throws: Refused()) { try agent.reload(.numbers(2)) }
        #expect(agent.tableInfo.numbers == [1])
        try agent.reload(.numbers(3))
        #expect(container.calls.last == .reload(from: [1], to: [1]))
        #expect(agent.tableInfo.numbers == [3])
    }

    @Test func `An error after the commit reaches the caller, and the new table is visible`() throws {
        container.nextOutcome = .failAfterCommit(Refused())
        #expect(throws: Refused()) { try agent.reload(.numbers(2)) }
        #expect(agent.tableInfo.numbers == [2])
    }

    @Test func `A container that does not commit is an error, and the old table is kept`() throws {
        container.nextOutcome = .skipCommit
        let error = #expect(throws: TableError.self) { try agent.reload(.numbers(2)) }
        #expect(error?.code == .updateNotCommitted)
        #expect(agent.tableInfo.numbers == [1])
        try agent.reload(.numbers(3))
        #expect(agent.tableInfo.numbers == [3])
    }

    @Test func `A commit after the end of the update has no effect`() throws {
        var kept: TableUpdate?
        container.duringNextUpdate = { kept = $0 }
        container.nextOutcome = .skipCommit
        #expect(throws: TableError.self) { try agent.reload(.numbers(2)) }
        try agent.reload(.numbers(3))
        kept?.commit()
        #expect(agent.tableInfo.numbers == [3])
    }
}
