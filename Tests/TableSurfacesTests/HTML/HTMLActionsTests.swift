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

    /// The fields of each form of a page, with the title of its button.
    private func forms(_ html: String) throws -> [[String: String]] {
        var forms: [[String: String]] = []
        var isButton = false
        for token in try HTMLReader.tokens(html) {
            switch token {
            case .open("form", let attributes): forms.append(attributes)
            case .open("input", let attributes):
                #expect(attributes["type"] == "hidden")
                forms[forms.count - 1][attributes["name"] ?? ""] = attributes["value"]
            case .open("button", let attributes):
                isButton = true
                forms[forms.count - 1][attributes["name"] ?? ""] = attributes["value"]
                forms[forms.count - 1]["class"] = attributes["class"]
            case .text(let text) where isButton: forms[forms.count - 1]["title"] = text
            case .close("button"): isButton = false
            default: break
            }
        }
        return forms
    }

    @Test func `Each row has a last cell with a form for each of its actions`() throws {
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
                <th scope="col" aria-label="Actions"></th></tr>
                </thead>
                <tbody>
                <tr class="head"><th scope="rowgroup" colspan="3" dir="auto">h</th></tr>
                <tr><td dir="auto">a</td><td class="right">1</td><td class="actions">\
                <form method="post" action="/events?a&amp;b"><input type="hidden" name="row" value="s/7">\
                <input type="hidden" name="b" value="c"><input type="hidden" name="token" value="&quot;t&quot;">\
                <input type="hidden" name="payload" value="{&quot;cents&quot;:5,&quot;note&quot;:&quot;n&quot;}">\
                <button name="event" value="pay" dir="auto">Pay</button></form></td></tr>
                <tr><td dir="auto">b</td><td class="right">2</td><td class="actions"></td></tr>
                <tr class="foot"><th scope="row" dir="auto">Total</th><td class="right">3</td><td></td></tr>
                </tbody>
                </table>

                """)
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

        let forms = try forms(HTMLFormat(actions: HTMLActions(address: "/e")).string(of: table([row])))

        #expect(forms.map { $0["title"] } == ["Pay", "Delete <it>", "Pay", "Run"])
        #expect(forms.map { $0["event"] } == ["pay", "delete", "pay", "run"])
        #expect(forms.map { $0["class"] } == [nil, "destructive", nil, nil])
        #expect(forms.map { $0["payload"] != nil } == [true, false, true, false])
        #expect(forms.allSatisfy { $0["row"] == "s/%2F" && $0["method"] == "post" && $0["action"] == "/e" })
    }

    @Test func `Any payload comes back unchanged`() throws {
        let row = SampleActionRow(id: 1, actions: [.menu: [RowAction("Pay", .samplePay, payment)]])

        let forms = try forms(HTMLFormat(actions: HTMLActions(address: "")).string(of: table([row])))
        let payload = try #require(forms.first?["payload"])

        #expect(try JSONDecoder().decode(SamplePayment.self, from: Data(payload.utf8)) == payment)
    }

    @Test func `Fields with characters that change the direction of text come back unchanged`() throws {
        let text = "a\u{202E}b"
        let row = SampleActionRow(id: 1, actions: [.menu: [RowAction(text, .samplePay, payment)]])
        let table = TableInfo {
            TableSection(id: text, rows: Rows([row], as: SampleActionLine.self))
        }
        let actions = HTMLActions(address: "", fields: ["token": text])

        let form = try #require(forms(HTMLFormat(actions: actions).string(of: table)).first)

        #expect(form["title"] == "a\u{FFFD}b" && form["token"] == text)
        #expect(HTMLFormat.position(ofRowWithKey: form["row"] ?? "", in: table) != nil)
    }

    @Test func `A payload that can't be encoded has no field`() throws {
        let row = SampleActionRow(id: 1, actions: [.menu: [RowAction("x", EventName<Double>("x"), .nan)]])

        let forms = try forms(HTMLFormat(actions: HTMLActions(address: "")).string(of: table([row])))
        #expect(forms.count == 1 && forms[0]["payload"] == nil)
        let found = HTMLActions.action(row: forms[0]["row"], event: "x", payload: nil, in: table([row]))
        #expect(found?.position == RowPosition(section: 0, row: 0))
    }

    @Test func `The column of actions can be the only column with a title`() throws {
        var table = table([SampleActionRow(id: 1)])
        table.columns = ["", ""]
        var actions = HTMLActions(address: "")

        #expect(try !HTMLFormat(actions: actions).string(of: table).contains("<thead>"))
        actions.title = "Do <it>"
        #expect(
            try HTMLFormat(actions: actions).string(of: table).contains(
                "<th scope=\"col\" dir=\"auto\">Do &lt;it&gt;</th></tr>\n</thead>"))
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
        let agent = try Agent(HTMLContainer(to: MemorySink()), rawData: table([row]), reformer: SameTable())
        var paid: [SamplePayment] = []
        agent.on(.samplePay) { (_: CellEvent, payment) in paid.append(payment) }
        let html = try HTMLFormat(actions: HTMLActions(address: "")).string(of: agent.tableInfo)
        for form in try forms(html) {
            let (position, action) = try #require(
                HTMLActions.action(
                    row: form["row"], event: form["event"], payload: form["payload"], in: agent.tableInfo))
            #expect(action.title == form["title"])
            try agent.panel.source(.row(.at(position))).perform(action)
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
        let form = try #require(
            try forms(HTMLFormat(actions: HTMLActions(address: "")).string(of: table)).last)
        func isFound(_ row: String?, _ event: String?, _ payload: String?) -> Bool {
            HTMLActions.action(row: row, event: event, payload: payload, in: table) != nil
        }

        #expect(isFound("s/7", "pay", form["payload"]) && isFound("s/7", "delete", nil))
        #expect(!isFound("s/7", "pay", nil) && !isFound("s/7", "pay", "{}") && !isFound("s/7", "delete", "1"))
        #expect(!isFound("s/8", "delete", nil) && !isFound("s/7", "run", nil) && !isFound(nil, nil, nil))
        table.sections[0].isCollapsed = true
        #expect(!isFound("s/7", "delete", nil))
    }
}
