import TableAgent
import TableAgentTesting
import Testing

private enum Reason: Equatable { case damaged, late }

private struct Refund: Equatable {
    var cents: Int
    var reason: Reason
    var note: String
}

extension EventName<Refund> {
    fileprivate static var refund: Self { Self("refund") }
}

extension EventName<Int> {
    fileprivate static var count: Self { Self("count") }
}

extension EventName<String> {
    fileprivate static var rename: Self { Self("rename") }
}

/// Tests of the inputs that an action asks for.
struct ActionFieldTests {
    private enum Line: GridLineItem, EventItem {
        static func fill(_ line: inout GridLine, with actions: Actions) {}

        static func actions(_ place: RowAction.Placement, for actions: Actions) -> [RowAction] {
            place == .menu ? actions.list : []
        }
    }

    private struct Actions: Identifiable {
        let id = 1
        let list: [RowAction]
    }

    /// Returns the payload of the event that an action sends for inputs.
    private func payload<Payload>(
        _ action: RowAction, of name: EventName<Payload>, _ inputs: [String: String]
    ) throws -> Payload? {
        let container = RecordingContainer()
        let agent = try Agent(container, list: [Actions(list: [action])], as: Line.self)
        var payloads: [Payload] = []
        agent.on(name) { (_: CellEvent, payload) in payloads.append(payload) }
        try container.choose(action.title, .menu, at: RowPosition(section: 0, row: 0), inputs: inputs)
        return payloads.first
    }

    private let refund = RowAction(
        "Refund", .refund, asking: .amount("cents", label: "Amount", in: 1...1200, scale: 2, initial: 1200),
        .choice("reason", label: "Reason", [("Damaged", Reason.damaged), ("Too late", .late)]),
        .text("note", label: "Note", isRequired: false, maximumLength: 5)
    ) { Refund(cents: $0, reason: $1, note: $2) }

    @Test func `The payload consists of the values of all inputs`() throws {
        let inputs = ["cents": "4.5", "reason": "Too late", "note": " a b ", "other": "x"]
        #expect(
            try payload(refund, of: .refund, inputs) == Refund(cents: 450, reason: .late, note: "a b"))
        #expect(refund.payload == nil && refund.needsAnswer && refund.confirmation == nil)
        #expect(refund.inputs.map(\.name) == ["cents", "reason", "note"])
        #expect(refund.inputs.map(\.initialText) == ["12.00", "Damaged", ""])
    }

    @Test(arguments: ["cents", "reason", "note"])
    func `A missing or wrong input is an error that names its label, without an event`(name: String) throws {
        let valid = ["cents": "4.50", "reason": "Damaged", "note": ""]
        let wrong = ["cents": "12.01", "reason": "damaged", "note": "abcdef"]
        let label = try #require(refund.inputs.first { $0.name == name }?.label)
        for input in [wrong[name], name == "note" ? "a\nb" : nil] {
            var inputs = valid
            inputs[name] = input
            let error = #expect(throws: TableError.self) { try payload(refund, of: .refund, inputs) }
            #expect(error?.code == .inputInvalid && error?.description.contains("“\(label)”") == true)
        }
    }

    @Test(
        arguments: [
            ("0", 0), ("-0", 0), ("7", 700), ("7.0", 700), ("07.10", 710), ("-0.01", -1), ("99.99", 9999),
            ("", nil), ("-", nil), (".5", nil), ("5.", nil), ("5.001", nil), ("5.000", nil), ("1e2", nil),
            ("+1", nil),
            ("1,5", nil), (" 1", nil), ("1.2.3", nil), ("٣", nil), ("100", nil), ("--1", nil),
            ("99999999999999999999", nil), ("0x1", nil), ("1-1", nil),
        ] as [(String, Int?)])
    func `An amount is a decimal number in its range`(text: String, count: Int?) throws {
        let action = RowAction(
            "Count", .count, asking: .amount("n", label: "Number", in: -9999...9999, scale: 2))
        #expect((try? payload(action, of: .count, ["n": text])) == count)
    }

    @Test func `Amounts have any scale and any size of Int`() throws {
        for (scale, most) in [(0, "9223372036854775807"), (18, "9.223372036854775807")] {
            let all = Int.min...Int.max
            let action = RowAction(
                "Count", .count, asking: .amount("n", label: "Number", in: all, scale: scale, initial: .min))
            let least = try #require(action.inputs.first?.initialText)
            #expect(try payload(action, of: .count, ["n": least]) == .min)
            #expect(try payload(action, of: .count, ["n": most]) == .max)
            #expect(throws: TableError.self) { try payload(action, of: .count, ["n": most.dropLast() + "8"]) }
        }
    }

    @Test func `A required text is not only white space, and its length is counted as HTML counts it`() throws
    {
        let action = RowAction(
            "Rename", .rename, asking: .text("name", label: "Name", maximumLength: 4))
        #expect(try payload(action, of: .rename, ["name": "\t😀😀 "]) == "😀😀")
        for text in ["", " \u{A0}", "😀😀a", "a\u{0}b", "a\u{2028}b", "a\u{2029}b"] {
            #expect(throws: TableError.self) { try payload(action, of: .rename, ["name": text]) }
        }
    }

    @Test func `A confirmation needs an answer, and an ordinary action does not`() {
        #expect(RowAction("Count", .count, 1, confirmation: "Count?").needsAnswer)
        #expect(!RowAction("Count", .count, 1).needsAnswer)
    }

    @Test func `A choice tells options with the same title apart, and may be empty`() throws {
        let field = ActionField.choice("c", label: "Clerk", [("A", 1), ("A", 2), ("A (2)", 3), ("A", 4)])
        #expect(field.input.kind == .choice(["A", "A (2)", "A (2) (2)", "A (3)"]))
        let action = RowAction("Assign", .count, asking: field)
        for (text, value) in [("A", 1), ("A (2)", 2), ("A (2) (2)", 3), ("A (3)", 4)] {
            #expect(try payload(action, of: .count, ["c": text]) == value)
        }
        let none = RowAction("Assign", .count, asking: .choice("c", label: "Clerk", []))
        #expect(throws: TableError.self) { try payload(none, of: .count, ["c": ""]) }
    }
}
