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

    @Test func `The same text declared in two files is two names`() {
        #expect(EventName<Int>.pay != EventNamesOfAnotherFile.pay)
        #expect(EventNamesOfAnotherFile.pay.text == "pay")
    }

    @Test func `Events with the same text from two files or with two payloads differ`() throws {
        let container = RecordingContainer()
        let record = EventRecord()
        let agent = try Agent(
            container, rawData: .numbers(1), reformer: TableReformer.self, eventDelegate: record)
        var heard: [String] = []
        agent.on(EventName<Int>.pay, of: Int.self) { _, _, _ in heard.append("mine") }
        agent.on(EventName<String>.pay, of: Int.self) { _, _, _ in heard.append("text") }
        agent.on(EventNamesOfAnotherFile.pay, of: Int.self) { _, _, _ in heard.append("other") }

        let panel = try #require(container.panel)
        try panel.source(.row(.at(0, 0))).post(EventNamesOfAnotherFile.pay, 5)
        let event = try #require(record.cellEvents.first)
        #expect(heard == ["other"])
        #expect(event.name == "pay")
        #expect(event.payload(of: EventNamesOfAnotherFile.pay) == 5)
        #expect(event.payload(of: EventName<Int>.pay) == nil)
        #expect(event.payload(of: EventName<String>.pay) == nil)
    }
}
