import TableAgent
import TableAgentTesting
import Testing

extension EventName<Int> {
    fileprivate static var pay: Self { Self("pay") }
}

extension EventName<String> {
    fileprivate static var pay: Self { Self("pay") }
}

/// Names with the same text do not collide.
struct EventNameTests {
    @Test func `A name is equal to itself wherever it is read`() {
        #expect(EventName<Int>.pay == EventName<Int>.pay)
        #expect(EventName<Int>.pay.hashValue == EventName<Int>.pay.hashValue)
        #expect(EventName<Int>.pay.text == "pay")
        #expect(EventName<Void>.select.text == "select")
    }

    @Test func `Names with the same text and payload type are equal, wherever they are declared`() {
        #expect(EventName<Int>.pay == EventNamesOfAnotherFile.pay)
        #expect(EventName<Int>.pay == EventName<Int>("pay"))
        #expect(Set([EventName<Int>.pay, EventNamesOfAnotherFile.pay]).count == 1)
        #expect(EventName<Int>.pay != EventName<Int>("paid"))
    }

    @Test func `An erased name keeps the text and the payload type`() {
        #expect(AnyEventName(EventName<Int>.pay) == AnyEventName(EventNamesOfAnotherFile.pay))
        #expect(AnyEventName(EventName<Int>.pay) != AnyEventName(EventName<String>.pay))
        #expect("\(AnyEventName(EventName<Int>.pay))" == "pay")
    }

    @Test func `A switch over an event's name selects the case with its text and payload type`() throws {
        func word(_ name: AnyEventName) -> String {
            switch name {
            case EventName<String>.pay: "text"
            case EventName<Int>.pay: "number"
            case .collapse, .expand: "fold"
            case .select where name.text.isEmpty: "never"
            default: "other"
            }
        }
        let names: [AnyEventName] = [
            AnyEventName(EventNamesOfAnotherFile.pay), AnyEventName(EventName<String>.pay),
            AnyEventName(EventName<Void>.expand), AnyEventName(EventName<Void>.select),
        ]
        #expect(names.map(word) == ["number", "text", "fold", "other"])
    }

    @Test func `Only the listeners for its payload type receive an event`() throws {
        let container = RecordingContainer()
        let record = EventRecord()
        let agent = try Agent(
            container, rawData: .numbers(1), reformer: TableReformer.self, eventDelegate: record)
        var heard: [String] = []
        agent.on(EventName<Int>.pay, of: Int.self) { _, _, _ in heard.append("mine") }
        agent.on(EventName<String>.pay, of: Int.self) { _, _, _ in heard.append("text") }
        agent.on(EventNamesOfAnotherFile.pay, of: Int.self) { _, _, _ in heard.append("mine, too") }

        let panel = try #require(container.panel)
        try panel.source(.row(.at(section: 0, row: 0))).post(EventNamesOfAnotherFile.pay, 5)
        let event = try #require(record.cellEvents.first)
        #expect(heard == ["mine", "mine, too"])
        #expect(event.name.text == "pay")
        #expect(event.payload(of: EventNamesOfAnotherFile.pay) == 5)
        #expect(event.payload(of: EventName<Int>.pay) == 5)
        #expect(event.payload(of: EventName<String>.pay) == nil)
    }
}
