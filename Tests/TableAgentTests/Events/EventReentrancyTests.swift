import TableAgent
import TableAgentTesting
import Testing

/// Listeners may perform any action, during any event.
struct EventReentrancyTests {
    enum Deed: CaseIterable {
        case reload, edit, collapse, detach, attach, release
    }

    /// Performs an action on its agent at the first event.
    private final class Doer: EventDelegate {
        var agent: Agent<KeyValuePairs<String, [Int]>>?
        let deed: Deed
        var count = 0

        init(_ deed: Deed) { self.deed = deed }

        func didReceive(_ event: CellEvent) { act() }
        func didReceive(_ event: SectionEvent) { act() }
        func didReceive(_ event: TableEvent) { act() }

        private func act() {
            count += 1
            guard count == 1, let agent else { return }
            #expect(throws: Never.self) {
                switch deed {
                case .reload: try agent.reload(["a": [1, 9], "c": [7]])
                case .edit:
                    try agent.edit { table in
                        try table.removeRow(.id(1))
                        try table.append([EditSample.row(8)], to: .id("b"))
                    }
                case .collapse: try agent.edit { try $0.collapseSection(.id("a")) }
                case .detach: agent.detach()
                case .attach:
                    try agent.attach(
                        RecordingContainer(), dataSource: DataSource(["x": [1]], reformer: EditSample.Board())
                    )
                case .release: self.agent = nil
                }
            }
        }
    }

    private static let names: [EventName<Void>] = [
        .select, .deselect, .highlight, .unhighlight, .willDisplay, .didEndDisplay, .beginEditing,
        .endEditing,
        .removed, .expand, .collapse,
    ]

    @Test(arguments: names, Deed.allCases)
    func `A listener may perform any action on its agent`(name: EventName<Void>, deed: Deed) throws {
        for kind in 0..<3 {
            let container = RecordingContainer(appliesChanges: true)
            let doer = Doer(deed)
            weak var loose: Agent<KeyValuePairs<String, [Int]>>?
            do {
                let agent = try Agent(
                    container, rawData: ["a": [1, 2], "b": [3]], reformer: EditSample.Board.self,
                    eventDelegate: doer)
                doer.agent = agent
                loose = agent
            }
            do {
                let panel = try #require(container.panel)
                switch kind {
                case 0: try panel.source(.row(.at(section: 0, row: 0))).post(name)
                case 1: try panel.source(.head(.at(0))).post(name)
                default: try panel.source(.table).post(name)
                }
            }
            #expect(doer.count >= 1)
            #expect(container.violations.isEmpty)
            switch deed {
            case .reload: #expect(doer.agent?.tableInfo.noteIDs == ["a: 1 9", "c: 7"])
            case .edit: #expect(doer.agent?.tableInfo.noteIDs == ["a: 2", "b: 3 8"])
            case .collapse: #expect(container.sections.map(\.rows.count) == [0, 1])
            case .detach: #expect(container.panel == nil)
            case .attach: #expect(doer.agent?.tableInfo.noteIDs == ["x: 1"])
            case .release: #expect(loose == nil)
            }
            doer.agent = nil
            #expect(loose == nil)
        }
    }

    @Test(arguments: Deed.allCases)
    func `A listener may perform any action when lines become visible or disappear`(deed: Deed) throws {
        for deaf in 0..<6 {
            let container = RecordingContainer(appliesChanges: true, height: 3)
            let doer = Doer(deed)
            let agent = try Agent(
                container, rawData: ["a": [1, 2, 3, 4], "b": [5, 6]], reformer: EditSample.Board.self)
            agent.eventDelegate = doer
            doer.agent = agent
            // Each iteration acts on another event of the same scrolling.
            doer.count = -deaf
            try container.scroll(to: RowPosition(section: 1, row: 1))
            #expect(doer.count >= 1)
            #expect(container.violations.isEmpty)
            if deed == .reload || deed == .edit {
                try container.scroll(to: RowPosition(section: 0, row: 0))
                #expect(container.visibleRows.first == RowPosition(section: 0, row: 0))
            }
            doer.agent = nil
        }
    }

    @Test(arguments: Deed.allCases)
    func `A listener may perform any action when it receives removed and collapsed events`(deed: Deed) throws
    {
        let container = RecordingContainer(appliesChanges: true)
        let doer = Doer(deed)
        let agent = try Agent(
            container, rawData: ["a": [1, 2], "b": [3], "c": [5, 6]], reformer: EditSample.Board.self,
            eventDelegate: doer)
        doer.agent = agent
        try agent.edit { table in
            try table.removeRow(.id(2))
            try table.collapseSection(.id("c"))
        }
        #expect(doer.count >= (deed == .detach || deed == .attach ? 1 : 2))
        #expect(container.violations.isEmpty)
        #expect(container.sections.map(\.texts).flatMap { $0 }.contains(["note 2"]) == false)
        doer.agent = nil
    }
}
