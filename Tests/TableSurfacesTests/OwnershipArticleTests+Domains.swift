import TableAgent
import TableAgentTesting
import TableSurfaces
import Testing

extension EventName<Int> {
    fileprivate static var bill: Self { Self("bill") }
}

/// Whether a type can be shared between isolation domains, as the compiler sees it.
private func isSendable<T>(_ type: T.Type) -> Bool { false }
private func isSendable<T: Sendable>(_ type: T.Type) -> Bool { true }

/// What the article about ownership and isolation says of actors, of tasks and of what they share.
extension OwnershipArticleTests {
    @Test func `An actor hears of its agent's events, reloads elsewhere and is freed`() async throws {
        weak var loose: OwnershipExample.OrderService?
        do {
            let service = OwnershipExample.OrderService()
            loose = service
            try await service.start([Order(id: 1), Order(id: 2)])
            #expect(try await service.charge(7, row: 1) == 7)
            #expect(try await service.reload([Order(id: 3)]) == .applied)
            await #expect(throws: TableError.self) { try await service.charge(7, row: 1) }

            let charging = Task {
                // Sleeps, so that it leaves the threads of the pool to others.
                while !Task.isCancelled {
                    _ = try await service.charge(1, row: 0)
                    try await Task.sleep(for: .milliseconds(1))
                }
            }
            #expect(await service.firstCharge() == 1)
            charging.cancel()
            _ = await charging.result
        }
        #expect(loose == nil)
    }

    @Test func `An actor is the delegate of its agent and answers its questions`() async throws {
        let register = OwnershipExample.Register()
        try await register.start([Order(id: 1), Order(id: 2)])
        for row in [1, 0, 1] { try await register.select(row: row) }
        #expect(await register.opened == [2, 1])
    }

    @Test func `A task makes an agent of its own`() async throws {
        let text = try await Task.detached { try report([Order(id: 1), Order(id: 2)]) }.value
        #expect(text == "1,5\r\n")
    }

    @Test func `An agent is made in one domain and used in another`() async throws {
        let agent = try makeAgent([Order(id: 1)])
        let count = await Task { @MainActor in agent.tableInfo.rowCount }.value
        #expect(count == 1)
    }

    @Test func `A reload that reforms elsewhere says what became of it`() async throws {
        let container = RecordingContainer()
        let agent = try Agent(container, rawData: [], reformer: OrdersReformer.self)
        func loadOrders() -> [Order] { [Order(id: 4)] }
        var lines: [String] = []
        func print(_ line: String) { lines.append(line) }
        // block: concurrently
        switch try await agent.reload(concurrently: loadOrders(), by: OrdersReformer()) {
        case .applied: print("visible")
        case .superseded: print("replaced by later data")
        }
        // end of block
        #expect(lines == ["visible"])
        #expect(container.sections[0].texts == [["4", "5"]])
    }

    @Test func `Detached, an agent keeps its closures and its sequences`() async throws {
        let container = RecordingContainer()
        let agent = try Agent(container, rawData: [Order(id: 1)], reformer: OrdersReformer.self)
        var heard: [Int] = []
        agent.on(.bill, of: Order.self) { _, amount in heard.append(amount) }
        var events = agent.events.makeAsyncIterator()
        agent.detach()
        #expect(container.panel == nil)
        try agent.attach(container, dataSource: DataSource([Order(id: 2)], reformer: OrdersReformer()))
        try container.panel?.source(.row(at: RowPosition(section: 0, row: 0))).post(.bill, 3)
        #expect(heard == [3])
        #expect(await events.next()?.payload(of: .bill) == 3)
    }

    @Test func `An event shares the data of its table`() throws {
        final class Document: Identifiable {}
        enum Line: GridLineItem {
            static func fill(_ line: inout GridLine, with document: Document) { line.text("document") }
        }
        final class Record: EventDelegate {
            var event: CellEvent?

            func didReceive(_ event: CellEvent) { self.event = event }
        }
        let container = RecordingContainer()
        let record = Record()
        let agent = try Agent(container, list: [Document(), Document()], as: Line.self)
        agent.eventHandler.delegate = record
        let second = RowPosition(section: 0, row: 1)
        weak let loose = agent.tableInfo.row(at: second)?.data(as: Document.self)
        try container.select(RowPosition(section: 0, row: 0))
        try agent.reload(nil)
        #expect(loose != nil)
        record.event = nil
        #expect(loose == nil)
    }

    @Test func `Ids, names and changes are Sendable; tables, events and agents are not`() {
        #expect(isSendable(AnyID.self) && isSendable(RowPosition.self) && isSendable(RowReference.self))
        #expect(
            isSendable(SectionReference.self) && isSendable(EventPlace.self)
                && isSendable(EventName<Agent<Int>>.self))
        #expect(isSendable(TableChanges.self) && isSendable(TableError.self))
        #expect(isSendable(ReloadOutcome.self) && isSendable(RowAnimation.self))
        #expect(isSendable(DuplicateID.self) && isSendable(ItemType.self) && isSendable(SectionState.self))
        #expect(isSendable(HeadFootKind.self) && isSendable(RowActionPlace.self))
        #expect(isSendable(GridColumn.self) && isSendable(GridCell.self) && isSendable(GridRole.self))

        #expect(!isSendable(Agent<Int>.self) && !isSendable(DataSource<Int>.self))
        #expect(!isSendable(Panel.self) && !isSendable(RecordingContainer.self))
        #expect(!isSendable(TextContainer.self) && !isSendable(EventHandler.self))
        #expect(!isSendable(EventObservation.self) && !isSendable(AgentEvents.self))
        #expect(
            !isSendable(TableInfo.self) && !isSendable(TableEdit.self) && !isSendable(TableSection.self)
                && !isSendable(Row.self))
        #expect(!isSendable(Rows.self) && !isSendable(CellEvent.self))
        #expect(
            !isSendable(SectionEvent.self) && !isSendable(TableEvent.self) && !isSendable(EventSource.self))
        #expect(!isSendable(RowAction.self) && !isSendable(GridLine.self))
        #expect(
            !isSendable(ViewHeight<Int>.self) && !isSendable(ListReformer<OwnershipExample.OrderLine>.self))
    }
}
