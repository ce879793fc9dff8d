import TableAgent
import TableLive
import TableSurfaces
import Testing

extension EventName<Int> {
    fileprivate static var pay: Self { Self("pay") }
    fileprivate static var rate: Self { Self("rate") }
    fileprivate static var refund: Self { Self("refund") }
}

extension EventName<Void> {
    fileprivate static var open: Self { Self("open") }
}

struct LiveEventsTests {
    private struct Order: Identifiable, Equatable {
        let id: Int
        var isPaid = false
    }

    private enum OrderLine: GridLineItem, EventItem {
        static func fill(_ line: inout GridLine, with order: Order) { line.boolean(order.isPaid) }

        static func actions(_ place: RowAction.Placement, for order: Order) -> [RowAction] {
            guard place == .trailing else { return [] }
            guard order.isPaid else { return [RowAction("Pay", .pay, 100), RowAction("Half", .pay, 50)] }
            return [
                RowAction("Refund", .refund, 100, isDestructive: true, confirmation: "Refund all?"),
                RowAction(
                    "Refund a part", .refund,
                    asking: .amount("cents", label: "Amount", in: 1...100, scale: 2, initial: 100),
                    .text("note", label: "Note", isRequired: false, maximumLength: 9),
                    .choice("kind", label: "Kind", [("a<b", 1), ("c", 2)])
                ) { cents, _, kind in cents * min(kind, 1) },
            ]
        }
    }

    private struct OrdersReformer: StatelessReformer {
        func reform(_ orders: [Order]) -> TableInfo {
            TableInfo(columns: ["Paid"]) { TableSection(id: "s") { Rows(orders, as: OrderLine.self) } }
        }
    }

    private let container = LiveContainer(
        HTMLFormat(actions: HTMLActions(address: "/events", fields: ["token": "t"], page: "/orders")))
    private let agent: Agent<[Order]>

    init() throws {
        agent = try Agent(
            container, rawData: [Order(id: 1), Order(id: 2, isPaid: true)], reformer: OrdersReformer())
        container.accept(.rate)
        container.accept(.open)
    }

    @Test func `The listeners receive an action and an accepted event before the call returns`() throws {
        var heard: [String] = []
        agent.on(.pay) { (event: CellEvent, amount) in heard.append("\(event.rowID) pays \(amount)") }
        agent.on(.rate) { (event: CellEvent, stars) in heard.append("\(event.rowID) rates \(stars)") }
        agent.on(.open) { (event: CellEvent, _) in heard.append("\(event.rowID) opens") }
        try container.receive(fields: ["action": "pay/s/1/50"])
        try container.receive(fields: ["action": "pay/s/1/100"])
        try container.receive(fields: ["action": "rate/s/2/5"])
        try container.receive(fields: ["action": "open/s/2"])
        #expect(heard == ["1 pays 50", "1 pays 100", "2 rates 5", "2 opens"])
    }

    @Test func `The returned event of a viewer has its payload, its data, and its position`()
        throws
    {
        let action = try container.receive(fields: ["action": "pay/s/1/50"])
        #expect(action.payload(of: .pay) == 50)
        #expect(action.data(as: Order.self) == Order(id: 1))
        #expect(action.cell?.position == RowPosition(section: 0, row: 0))
        let accepted = try container.receive(fields: ["action": "rate/s/2/5"])
        #expect(accepted.payload(of: .rate) == 5)
        #expect(accepted.cell?.rowID == AnyID(2))
        #expect(try container.receive(fields: ["action": "open/s/2"]).isNamed(.open))
    }

    @Test func `The returned event has the row as it was before its listeners changed the table`() throws {
        agent.on(.pay) { [agent] (_: CellEvent, _) in
            do { try agent.edit { try $0.removeRow(.id(1)) } } catch { Issue.record(error) }
        }
        let event = try container.receive(fields: ["action": "pay/s/1/100"])
        #expect(event.cell?.position == RowPosition(section: 0, row: 0))
        #expect(event.data(as: Order.self) == Order(id: 1))
        #expect(agent.tableInfo.rowCount == 1)
    }

    @Test(
        arguments: [
            ("pay/s/9/100", TableError.Code.rowNotVisible), ("pay//100", .rowNotVisible),
            ("pay", .rowNotVisible),
            ("", .rowNotVisible), (nil, .rowNotVisible), ("pay/s/1/70", .eventNotOffered),
            ("pay/s/2/100", .eventNotOffered), ("delete/s/1", .eventNotOffered), ("/s/1", .eventNotOffered),
            ("rate/s/1/\"five\"", .payloadInvalid), ("rate/s/1", .payloadInvalid),
            ("rate/s/1/{", .payloadInvalid),
        ] as [(String?, TableError.Code)])
    func `A missing row, a missing event, and a wrong payload are different errors without an event`(
        action: String?, code: TableError.Code
    ) throws {
        var count = 0
        agent.on(.pay) { (_: CellEvent, _) in count += 1 }
        agent.on(.rate) { (_: CellEvent, _) in count += 1 }
        let fields = ["action": action, "confirmed": "yes"].compactMapValues { $0 }
        let error = #expect(throws: TableError.self) { try container.receive(fields: fields) }
        #expect(error?.code == code && count == 0)
    }

    /// An id that counts how often its text is read.
    private struct CountedID: Hashable, Sendable, CustomStringConvertible {
        final class Counter {
            var count = 0
        }

        let number: Int
        // Used only by the task of the test.
        nonisolated(unsafe) let counter: Counter

        var description: String {
            counter.count += 1
            return "\(number)"
        }

        static func == (first: Self, second: Self) -> Bool { first.number == second.number }

        func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }

    private struct CountedReformer: StatelessReformer {
        func reform(_ ids: [CountedID]) -> TableInfo {
            TableInfo(columns: ["Paid"]) {
                TableSection(id: "s") { Rows(ids.map(Entry.init), as: Line.self) }
            }
        }

        private struct Entry: Identifiable {
            let id: CountedID
        }

        private enum Line: GridLineItem, EventItem {
            static func fill(_ line: inout GridLine, with entry: Entry) { line.boolean(false) }

            static func actions(_ place: RowAction.Placement, for entry: Entry) -> [RowAction] {
                OrderLine.actions(place, for: Order(id: 1))
            }
        }
    }

    @Test(arguments: ["pay/s/9/50", "open/s/9"])
    func `A form looks for its row once`(action: String) throws {
        let counter = CountedID.Counter()
        let container = LiveContainer(HTMLFormat(actions: HTMLActions(address: "/events")))
        let ids = (0..<10).map { CountedID(number: $0, counter: counter) }
        let agent = try Agent(container, rawData: ids, reformer: CountedReformer())
        container.accept(.open)
        counter.count = 0
        let event = try container.receive(fields: ["action": action])
        #expect(counter.count == 10)
        #expect(event.cell?.rowID == AnyID(ids[9]))
        withExtendedLifetime(agent) {}
    }

    @Test func `An action that needs a confirmation first returns a question`() throws {
        let question = try #require(asked(["action": "refund/s/2/100"]))
        #expect(question.title == "Refund all?" && question.problem == nil)
        #expect(
            question.form == """
                <form class="question" method="post" action="/events"><input type="hidden" name="token" value="t">\
                <input type="hidden" name="action" value="refund/s/2/100">
                <h2 dir="auto">Refund all?</h2>
                <p><button name="confirmed" value="Refund all?" class="destructive" dir="auto">Refund\
                </button> <a href="/orders" autofocus>Go back</a></p>
                </form>

                """)
        let event = try container.receive(fields: ["action": "refund/s/2/100", "confirmed": "Refund all?"])
        #expect(event.payload(of: .refund) == 100)
    }

    @Test func `An action with inputs asks until they are valid, and keeps what the viewer has entered`()
        throws
    {
        let first = try #require(asked(["action": "refund/s/2"]))
        #expect(first.title == "Refund a part")
        let inputs = """
            <label dir="auto">Amount <input type="number" name="input.cents" min="0.01" max="1.00" step="0.01" \
            value="1.00" required></label>
            <label dir="auto">Note <input name="input.note" maxlength="9" value=""></label>
            <label dir="auto">Kind <select name="input.kind"><option value="a&lt;b" selected>a&lt;b</option>\
            <option value="c">c</option></select></label>

            """
        #expect(first.form.contains(inputs))
        var form = [
            "action": "refund/s/2", "confirmed": "Refund a part", "input.cents": "1.01", "input.note": "<n>",
            "input.kind": "c",
        ]
        let second = try #require(asked(form))
        #expect(second.problem == "“Amount” must be a number from 0.01 to 1.00, with at most 2 decimals.")
        #expect(second.form.contains("<p role=\"alert\" dir=\"auto\">“Amount” must be"))
        #expect(second.form.contains("value=\"1.01\"") && second.form.contains("value=\"&lt;n&gt;\""))
        #expect(second.form.contains("<option value=\"c\" selected>"))
        form["input.cents"] = "0.5"
        #expect(try container.receive(fields: form).payload(of: .refund) == 50)
    }

    /// Returns the question that an answer leads to, which sends no event.
    private func asked(_ fields: [String: String]) -> HTMLQuestion? {
        var count = 0
        let subscription = agent.on(.refund) { (_: CellEvent, _) in count += 1 }
        defer { subscription.cancel() }
        let question = #expect(throws: HTMLQuestion.self) { try container.receive(fields: fields) }
        #expect(count == 0)
        return question
    }

    @Test func `A hidden row and a detached table send no event`() throws {
        try agent.edit { try $0.collapseSection(.id("s")) }
        #expect(throws: TableError.self) { try container.receive(fields: ["action": "open/s/1"]) }
        agent.detach()
        let error = #expect(throws: TableError.self) {
            try container.receive(fields: ["action": "open/s/1"])
        }
        #expect(error?.code == .notAttached)
    }

    private enum LockedLine: GridLineItem, EventItem {
        static func fill(_ line: inout GridLine, with order: Order) { line.boolean(order.isPaid) }

        static func actions(_ place: RowAction.Placement, for order: Order) -> [RowAction] {
            var rate = RowAction("Rate", .rate, 5)
            rate.isEnabled = order.isPaid
            return place == .menu ? [rate] : []
        }
    }

    @Test func `A disabled action is refused, also if the program accepts its event`() throws {
        let agent = try Agent(
            container, list: [Order(id: 1), Order(id: 2, isPaid: true)], as: LockedLine.self)
        var heard: [Int] = []
        agent.on(.rate) { (_: CellEvent, stars) in heard.append(stars) }
        let section = try #require(agent.tableInfo.sections.first).id
        let error = #expect(throws: TableError.self) {
            try container.receive(fields: ["action": "rate/\(section.base)/1/5"])
        }
        #expect(error?.code == .actionDisabled && heard.isEmpty)
        try container.receive(fields: ["action": "rate/\(section.base)/2/5"])
        #expect(heard == [5])
    }

    private enum Title: GridLineItem, EventItem {
        static func fill(_ line: inout GridLine, with cents: Int) { line.text("At most \(cents)") }

        static func actions(_ place: RowAction.Placement, for cents: Int) -> [RowAction] {
            guard place == .menu, cents > 0 else { return [] }
            let amount = ActionField.amount("cents", label: "Amount", in: 1...cents, scale: 2)
            return [RowAction("Open", .open), RowAction("Add", .pay, asking: amount)]
        }
    }

    private func showTitles(_ cents: Int) throws {
        try agent.edit { edit in
            try edit.setHead(Head(cents, as: Title.self), of: .id("s"))
            try edit.setFoot(Foot(cents, as: Title.self), of: .id("s"))
            edit.setFoot(Foot(cents, as: Title.self))
        }
    }

    @Test func `A head, a foot, and the foot of the table send the events of their actions`() throws {
        try showTitles(100)
        var heard: [String] = []
        agent.on(.open) { (event: SectionEvent, _) in heard.append("\(event.part) of \(event.sectionID)") }
        agent.on(.open) { (event: TableEvent, _) in heard.append("table") }
        agent.on(.pay) { (event: SectionEvent, cents) in heard.append("\(event.index ?? -1) adds \(cents)") }
        agent.on(.open) { (event: CellEvent, _) in heard.append("row") }

        let table = container.feed.table.data
        for action in ["open/s/%head", "open/s/%foot", "open//%tableFoot"] {
            #expect(table.contains("name=\"action\" value=\"\(action)\""))
            let event = try container.receive(fields: ["action": action])
            #expect(event.isNamed(.open) && event.data(as: Int.self) == 100)
        }
        let question = #expect(throws: HTMLQuestion.self) {
            try container.receive(fields: ["action": "pay/s/%head"])
        }
        #expect(question?.title == "Add")
        var form = ["action": "pay/s/%head", "confirmed": "Add", "input.cents": "1.01"]
        let problem = #expect(throws: HTMLQuestion.self) { try container.receive(fields: form) }
        #expect(problem?.problem == "“Amount” must be a number from 0.01 to 1.00, with at most 2 decimals.")
        form["input.cents"] = "1"
        #expect(try container.receive(fields: form).payload(of: .pay) == 100)
        #expect(heard == ["head of s", "foot of s", "table", "0 adds 100"])
    }

    @Test func `While a sentence takes the place of a foot, the actions of the foot stay`() throws {
        struct Empty: StatelessReformer {
            func reform(_ cents: Int) -> TableInfo {
                TableInfo(columns: ["Paid"], foot: Foot(cents, as: Title.self), empty: "No orders") {
                    TableSection(id: "s", empty: "No open orders") { Foot(cents, as: Title.self) }
                }
            }
        }
        let agent = try Agent(container, rawData: 100, reformer: Empty())
        let table = container.feed.table.data
        #expect(table.contains("No orders") && table.contains("No open orders") && !table.contains("At most"))
        for action in ["open/s/%foot", "open//%tableFoot"] {
            #expect(table.contains("name=\"action\" value=\"\(action)\""))
            let event = try container.receive(fields: ["action": action])
            #expect(event.isNamed(.open) && event.data(as: Int.self) == 100)
        }
        withExtendedLifetime(agent) {}
    }

    @Test(
        arguments: [
            ("open/s/%head", 0, TableError.Code.eventNotOffered), ("pay/s/%foot", 0, .eventNotOffered),
            ("open//%tableFoot", 0, .rowNotVisible), ("rate/s/%head/5", 100, .eventNotOffered),
            ("open/t/%head", 100, .rowNotVisible), ("open/s/%row", 100, .rowNotVisible),
        ])
    func `An action that no head or foot offers now is refused without an event`(
        action: String, cents: Int, code: TableError.Code
    ) throws {
        container.accept(.rate)
        try showTitles(100)
        try agent.edit { edit in
            try edit.setHead(Head(cents, as: Title.self), of: .id("s"))
            try edit.setFoot(Foot(cents, as: Title.self), of: .id("s"))
            if cents == 0 { edit.setFoot(nil) }
        }
        var count = 0
        agent.on(.open) { (_: SectionEvent, _) in count += 1 }
        agent.on(.open) { (_: TableEvent, _) in count += 1 }
        agent.on(.rate) { (_: SectionEvent, _) in count += 1 }
        let error = #expect(throws: TableError.self) { try container.receive(fields: ["action": action]) }
        #expect(error?.code == code && count == 0)
    }
}

extension AgentEvent {
    /// The event of a row, or `nil` for another sender.
    var cell: CellEvent? { if case .cell(let event) = self { event } else { nil } }
}
