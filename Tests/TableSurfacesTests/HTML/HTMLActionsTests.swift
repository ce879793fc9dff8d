import Foundation
import TableAgent
import TableSurfaces
import Testing

struct HTMLActionsTests {
    private let payment = SamplePayment(cents: 450, note: "a\u{7F}\u{FFFE}\u{1FFFF}\"<b>\n\u{202E}")

    private func table(_ rows: [SampleActionRow]) -> TableInfo {
        TableInfo(
            columns: ["A", "B"],
            sections: [
                TableSection(id: "s", rows: Rows(rows, as: SampleActionLine.self))
            ])
    }

    /// The buttons of a page, each with its attributes and its title.
    private func buttons(_ html: String) throws -> [[String: String]] {
        var buttons: [[String: String]] = []
        var isButton = false
        for token in try HTMLReader.tokens(html) {
            switch token {
            case .open("button", let attributes):
                isButton = true
                buttons.append(attributes)
            case .text(let text) where isButton: buttons[buttons.count - 1]["title"] = text
            case .close("button"): isButton = false
            default: break
            }
        }
        return buttons
    }

    /// Returns the action that a button's value requests.
    private func request(
        _ text: String?, in table: TableInfo
    ) throws -> (sender: EventSender, action: RowAction, inputs: [String: String])? {
        try HTMLActions(address: "").request(text.map { ["action": $0] } ?? [:], in: table)
    }

    @Test
    func `Each row has a last cell with a button for each of its actions, and all buttons share a form`()
        throws
    {
        let rows = [
            SampleActionRow(
                id: 7, cells: ["a", 1],
                actions: [.trailing: [RowAction("Pay", .samplePay, SamplePayment(cents: 5, note: "n"))]]),
            SampleActionRow(id: 8, cells: ["b", 2]),
        ]
        var table = table(rows)
        table.sections[0].setHead(Head(["h"], as: SampleLine.self))
        table.sections[0].setFoot(Foot([.word("Total"), 3], as: SampleLine.self))
        let format = HTMLFormat(
            actions: HTMLActions(address: "/events?a&b", fields: ["token": "\"t\"", "b": "c"]))

        #expect(
            try format.string(of: table) == """
                <table>
                <colgroup><col><col class="right"><col></colgroup>
                <thead>
                <tr><th scope="col" dir="auto">A</th><th scope="col" class="right" dir="auto">B</th>\
                <th scope="col" aria-label="Actions"><form id="actions" method="post" action="/events?a&amp;b">\
                <input type="hidden" name="b" value="c"><input type="hidden" name="token" value="&quot;t&quot;">\
                </form></th></tr>
                </thead>
                <tbody>
                <tr class="head"><th scope="rowgroup" colspan="3" dir="auto">h</th></tr>
                <tr><th scope="row" dir="auto">a</th><td class="right">1</td><td class="actions">\
                <button form="actions" name="action" \
                value="pay/s/7/{&quot;cents&quot;:5,&quot;note&quot;:&quot;n&quot;}" aria-label="Pay, a" dir="auto">\
                Pay</button></td></tr>
                <tr><th scope="row" dir="auto">b</th><td class="right">2</td><td class="actions"></td></tr>
                <tr class="foot"><th scope="row" dir="auto">Total</th><td class="right">3</td><td></td></tr>
                </tbody>
                </table>

                """)
    }

    @Test(arguments: [["h"], ["h", 1]] as [[SampleCell]])
    func `A head, a foot, and the foot of the table have the buttons of their actions`(
        cells: [SampleCell]
    ) throws {
        let add = RowAction("Add", .sampleDelete)
        var table = table([SampleActionRow(id: 7, cells: ["a", 1])])
        func line(_ cells: [SampleCell]) -> SampleActionRow {
            SampleActionRow(id: 1, cells: cells, actions: [.menu: [add]])
        }
        table.sections[0].setHead(Head(line(cells), as: SampleActionLine.self))
        table.sections[0].setFoot(Foot(line([.word("Total"), 3]), as: SampleActionLine.self))
        table.setFoot(Foot(line([.word("All"), 3]), as: SampleActionLine.self))
        let format = HTMLFormat(isKeyed: true, actions: HTMLActions(address: ""))
        let html = try format.string(of: table)

        let buttons = try buttons(html)
        #expect(buttons.map { $0["value"] } == ["delete/s/%head", "delete/s/%foot", "delete//%tableFoot"])
        #expect(buttons.map { $0["aria-label"] } == ["Add, h", nil, nil])
        let lines = html.split(separator: "\n").filter { $0.hasPrefix("<tr") }.dropFirst()
        let ends = lines.map { $0.hasSuffix("</button></td></tr>") }
        #expect(ends == [true, false, true, true])
        let head = "<tr class=\"head\" data-head=\"s\"><th scope=\"rowgroup\""
        #expect(
            lines.first?.hasPrefix(head + (cells.count == 1 ? " colspan=\"2\"" : " aria-label=\"h\" dir"))
                == true)

        let senders: [EventSender] = [.head(.at(0)), .foot(.at(0)), .tableFoot]
        for (button, sender) in zip(buttons, senders) {
            let found = try #require(try request(button["value"], in: table))
            #expect(found.sender == sender && found.action.title == "Add")
        }
        table.setFoot(nil)
        #expect(try request("delete//%tableFoot", in: table) == nil)
    }

    @Test func `A button has the label of its action, or the title with the text of the row's header`() throws
    {
        let own = RowAction("Pay", .sampleDelete, accessibilityLabel: "Pay order <7>")
        let rows = [
            SampleActionRow(
                id: 7, cells: ["\"a\"", 1], actions: [.trailing: [own, RowAction("x", .sampleDelete)]]),
            SampleActionRow(id: 8, cells: [], actions: [.trailing: [RowAction("y", .sampleDelete)]]),
        ]
        let actions = HTMLActions(address: "", formID: "f\"1")
        let buttons = try buttons(HTMLFormat(actions: actions).string(of: table(rows)))
        #expect(buttons.map { $0["aria-label"] } == ["Pay order <7>", "x, \"a\"", nil])
        #expect(buttons.allSatisfy { $0["form"] == "f\"1" })
    }

    @Test func `Trailing, leading, and menu actions each appear once`() throws {
        let delete = RowAction("Delete <it>", .sampleDelete, isDestructive: true)
        let row = SampleActionRow(
            id: "/", cells: [],
            actions: [
                .menu: [delete, RowAction("Run", .sampleRun, {}), RowAction("Pay", .samplePay, payment)],
                .leading: [RowAction("Pay", .samplePay, SamplePayment(cents: 1, note: "")), delete],
                .trailing: [RowAction("Pay", .samplePay, payment), delete],
            ])

        let buttons = try buttons(HTMLFormat(actions: HTMLActions(address: "/e")).string(of: table([row])))

        #expect(buttons.map { $0["title"] } == ["Pay", "Delete <it>", "Pay", "Run"])
        #expect(buttons.map { $0["class"] } == [nil, "destructive", nil, nil])
        let texts = buttons.map { $0["value"] ?? "" }
        #expect(texts[0].hasPrefix("pay/s/%2F/{") && texts[2].hasPrefix("pay/s/%2F/{"))
        #expect(texts[1] == "delete/s/%2F" && texts[3] == "run/s/%2F")
    }

    @Test func `Any payload comes back unchanged`() throws {
        let row = SampleActionRow(id: 1, actions: [.menu: [RowAction("Pay", .samplePay, payment)]])

        let buttons = try buttons(HTMLFormat(actions: HTMLActions(address: "")).string(of: table([row])))
        let payload = try #require(HTMLActions.Request(buttons.first?["value"])?.payload)

        #expect(try JSONDecoder().decode(SamplePayment.self, from: Data(payload.utf8)) == payment)
    }

    @Test(arguments: ["pay", "1/2%", "a\u{1}\n\u{FFFF}é", "", "/"])
    func `Events with any text and sections with any id are found`(text: String) throws {
        let row = SampleActionRow(
            id: AnyID(text + "r"), actions: [.menu: [RowAction("x", EventName<Int>(text), 1)]])
        let table = TableInfo { TableSection(id: text, rows: Rows([row], as: SampleActionLine.self)) }
        let button = try #require(
            buttons(HTMLFormat(actions: HTMLActions(address: "")).string(of: table)).first)
        let (sender, action, _) = try #require(try request(button["value"], in: table))
        #expect(sender == .row(.at(RowPosition(section: 0, row: 0))) && action.name.text == text)
    }

    @Test func `Fields with characters that change the direction of text come back unchanged`() throws {
        let text = "a\u{202E}b"
        let row = SampleActionRow(id: 1, actions: [.menu: [RowAction(text, .samplePay, payment)]])
        let table = TableInfo {
            TableSection(id: text, rows: Rows([row], as: SampleActionLine.self))
        }
        let html = try HTMLFormat(actions: HTMLActions(address: "", fields: ["token": text])).string(
            of: table)

        let button = try #require(buttons(html).first)
        #expect(button["title"] == "a\u{FFFD}b" && html.contains("name=\"token\" value=\"\(text)\""))
        #expect(try request(button["value"], in: table) != nil)
    }

    @Test func `A payload that can't be encoded is left out`() throws {
        let row = SampleActionRow(id: 1, actions: [.menu: [RowAction("x", EventName<Double>("x"), .nan)]])

        let buttons = try buttons(HTMLFormat(actions: HTMLActions(address: "")).string(of: table([row])))
        #expect(buttons.map { $0["value"] } == ["x/s/1"])
        let found = try request("x/s/1", in: table([row]))
        #expect(found?.sender == .row(.at(RowPosition(section: 0, row: 0))))
    }

    @Test func `A table without titles has a title cell for its actions`() throws {
        var table = table([SampleActionRow(id: 1)])
        table.columns = ["", ""]
        var actions = HTMLActions(address: "")

        #expect(try HTMLFormat(actions: actions).string(of: table).contains("aria-label=\"Actions\"><form"))
        actions.title = "Do <it>"
        #expect(
            try HTMLFormat(actions: actions).string(of: table).contains(
                "<th scope=\"col\" dir=\"auto\">Do &lt;it&gt;<form"))
    }

    @Test func `A row whose item has no events has an empty cell`() throws {
        let html = try HTMLFormat(actions: HTMLActions(address: "")).string(
            of: TableInfo(["A"], rows: [["a"]]))

        #expect(html.contains("<tr><td dir=\"auto\">a</td><td class=\"actions\"></td></tr>"))
    }

    @Test func `A form performs the action that its row offers`() throws {
        let half = SamplePayment(cents: 225, note: "half")
        let row = SampleActionRow(
            id: 7,
            actions: [
                .trailing: [RowAction("Pay", .samplePay, payment), RowAction("Delete", .sampleDelete)],
                .menu: [RowAction("Pay half", .samplePay, half)],
            ])
        let agent = try Agent(
            GridContainer(.html, to: MemorySink()), rawData: table([row]), reformer: SameTable())
        var paid: [SamplePayment] = []
        agent.on(.samplePay) { (_: CellEvent, payment) in paid.append(payment) }
        let html = try HTMLFormat(actions: HTMLActions(address: "")).string(of: agent.tableInfo)
        for button in try buttons(html) {
            let (sender, action, _) = try #require(try request(button["value"], in: agent.tableInfo))
            #expect(action.title == button["title"])
            try agent.panel.source(sender).perform(action)
        }

        #expect(paid == [payment, half])
    }

    @Test func `A form finds no action if the row is hidden, is gone, or does not offer the action`() throws {
        let row = SampleActionRow(
            id: 7,
            actions: [
                .menu: [RowAction("Pay", .samplePay, payment)], .leading: [RowAction("x", .sampleDelete)],
            ])
        var table = table([row])
        let pay = try #require(
            try buttons(HTMLFormat(actions: HTMLActions(address: "")).string(of: table)).last?["value"])
        func isFound(_ text: String?) throws -> Bool { try request(text, in: table) != nil }

        #expect(try isFound(pay) && isFound("delete/s/7"))
        for text in [
            "pay/s/7", "pay/s/7/{}", "delete/s/7/1", "delete/s/7/", "delete/s/8", "run/s/7", nil, "",
            "delete",
        ] {
            #expect(try !isFound(text))
        }
        for text in ["delete/s", "delete//7", "/s/7", "delete/s/7/a/b"] { #expect(try !isFound(text)) }
        table.sections[0].isCollapsed = true
        #expect(try !isFound("delete/s/7"))
    }

    @Test func `Actions with the same event and payload have different values`() throws {
        let amount = ActionField.amount("n", label: "Number", in: 0...9)
        let row = SampleActionRow(
            id: 7,
            actions: [
                .menu: ["One", "Two", "Three \"/"].map {
                    RowAction($0, EventName<Int>("add"), asking: amount)
                }
            ])
        let table = table([row])
        let buttons = try buttons(HTMLFormat(actions: HTMLActions(address: "")).string(of: table))
        #expect(buttons.map { $0["value"] } == ["add/s/7", "add/s/7/\"Two\"", #"add/s/7/"Three \"\/""#])
        for button in buttons {
            let question = #expect(throws: HTMLQuestion.self) { try request(button["value"], in: table) }
            #expect(question?.title == button["title"])
        }
    }

    @Test func `An answer to another question is asked again`() throws {
        func table(_ amount: String) -> TableInfo {
            let action = RowAction("Pay", .sampleDelete, confirmation: "Pay \(amount)?")
            return self.table([SampleActionRow(id: 7, actions: [.menu: [action]])])
        }
        let actions = HTMLActions(address: "", page: "/p?\"")
        let fields = ["action": "delete/s/7", "confirmed": "Pay €12?"]
        #expect(try actions.request(fields, in: table("€12"))?.inputs == [:])
        for confirmed in [nil, "", "yes", "Pay €12?"] {
            var fields = fields
            fields["confirmed"] = confirmed
            let question = #expect(throws: HTMLQuestion.self) {
                try actions.request(fields, in: table("€500"))
            }
            #expect(question?.title == "Pay €500?" && (question?.problem == nil) == (confirmed == nil))
            #expect(question?.form.contains("name=\"confirmed\" value=\"Pay €500?\"") == true)
            #expect(question?.form.contains("<a href=\"/p?&quot;\" autofocus>") == true)
        }
    }

    @Test func `The form for fragments is the form in the title cell`() throws {
        let actions = HTMLActions(address: "/e?a&b", fields: ["token": "<t>"], formID: "f")
        let html = try HTMLFormat(actions: actions).string(of: table([SampleActionRow(id: 1)]))
        #expect(actions.form.hasPrefix("<form id=\"f\" method=\"post\"") && html.contains(actions.form))
    }

    @Test func `A disabled action has a disabled button, and asks for nothing`() throws {
        var delete = RowAction("Delete", .sampleDelete, isDestructive: true, confirmation: "Really?")
        delete.isEnabled = false
        let row = SampleActionRow(id: 1, actions: [.trailing: [delete]])
        let table = table([row])
        let button = try #require(
            buttons(HTMLFormat(actions: HTMLActions(address: "/e")).string(of: table)).first)
        #expect(button.keys.contains("disabled") && button["class"] == "destructive")
        let request = try request(button["value"], in: table)
        #expect(request?.action.isEnabled == false)
    }
}
