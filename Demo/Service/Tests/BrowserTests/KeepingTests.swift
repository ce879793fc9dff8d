import TableAgent
import TableLive
import Testing

extension BrowserTests {
    @Test(arguments: ["", "delete Element.prototype.moveBefore"])
    func `A row that moves within or between sections keeps the focus on its control`(script: String)
        async throws
    {
        try await run { app, tabs in
            let tab = try await tabs.open(await app.address, script: script)
            try await tab.evaluate("probe.button('open/a1', 'Pay half').focus()")
            try await tab.waitForVersion(
                try await app.table.edit { try $0.moveRow(.id("a1"), to: RowPosition(section: 1, row: 2)) })
            #expect(try await tab.evaluate("probe.focused()") == "paid/a1: Pay half")
            try await tab.waitForVersion(
                try await app.table.edit { try $0.moveRow(.id("a1"), to: RowPosition(section: 1, row: 0)) })
            #expect(try await tab.evaluate("probe.focused()") == "paid/a1: Pay half")
        }
    }

    @Test func `A control does not receive the focus of another control in a row with its id`() async throws {
        try await run { app, tabs in
            try await app.table.show(["one": Self.items("a", 3), "two": Self.items("a", 3)])
            let tab = try await tabs.open(await app.address)
            try await tab.evaluate("probe.button('two/a1', 'Pay').focus()")
            let item = Item(id: "a1", cents: 7)
            try await tab.waitForVersion(
                try await app.table.edit { try $0.replaceData(ofRow: .at(section: 1, row: 1), with: item) })
            #expect(try await tab.evaluate("probe.focused()") == "two/a1")
            try await tab.evaluate("probe.button('two/a2', 'Pay').focus()")
            try await tab.waitForVersion(
                try await app.table.edit { try $0.removeRow(.at(section: 1, row: 2)) })
            #expect(try await tab.evaluate("probe.focused()") == "foot")
        }
    }

    @Test func `A key held on a control that vanishes triggers nothing else`() async throws {
        try await run { app, tabs in
            let tab = try await tabs.open(await app.address)
            try await tab.evaluate("probe.button('open/a1', 'Pay').focus()")
            try await tab.pressEnter()
            try await app.wait("a form was sent") { $0.forms.count == 1 }
            let paid = Item(id: "a1", isOpen: false)
            try await tab.waitForVersion(
                try await app.table.edit { try $0.replaceData(ofRow: .id("a1"), with: paid) })
            #expect(try await tab.evaluate("probe.focused()") == "open/a1")
            try await tab.pressEnter(times: 5)
            // The row is removed, and the next row has the focus.
            try await tab.waitForVersion(try await app.table.edit { try $0.removeRow(.id("a1")) })
            #expect(try await tab.evaluate("probe.focused()") == "open/a2")
            try await tab.pressEnter(times: 5)
            try await tab.press("Tab", code: 9)
            #expect(try await tab.evaluate("probe.focused()") == "open/a2: a2")
            #expect(try await tab.evaluate("document.querySelectorAll('[tabindex]').length") == 0)
            #expect(await app.forms.count == 1)
            #expect(await app.rows == ["open/a1"])
        }
    }

    @Test func `An order can be paid using only the keyboard`() async throws {
        try await run { app, tabs in
            let tab = try await tabs.open(await app.address)
            // First the box of the head, then the link of the first row, and then its button.
            for _ in 0..<3 { try await tab.press("Tab", code: 9) }
            #expect(try await tab.evaluate("probe.focused()") == "open/a0: Pay")
            try await tab.press(" ", code: 32, text: " ")
            try await app.wait("the form was sent") { $0.forms.count == 1 }
            #expect(await app.forms.map { $0["action"] } == ["pay/open/a0/100"])
        }
    }

    /// The change, which may be above, inside, or below the visible part.
    @Test(arguments: ["insert", "remove", "section", "down", "up", "table", "below", "end"])
    func `Visible rows keep their position`(change: String) async throws {
        try await run { app, tabs in
            try await app.table.show(["open": Self.items("a", 60), "paid": Self.items("b", 60)])
            let tab = try await tabs.open(await app.address)
            let first = change == "end" ? 50 : 5
            try await tab.evaluate("probe.row('paid/b\(first)').scrollIntoView(); scrollBy(0, 5)")
            let old = try await tab.evaluate("probe.tops()")
            let id = try await app.table.edit { edit in
                let added = Rows(Self.items("new", 7), as: ItemLine.self)
                switch change {
                case "insert": try edit.insert(added, at: 1, in: .at(0))
                case "remove": for row in 0..<9 { try edit.removeRow(.id("a\(row)")) }
                case "section": try edit.removeSection(.at(0))
                // The first visible row moves far away.
                case "down": try edit.moveRow(.id("b5"), to: RowPosition(section: 1, row: 59))
                case "up": try edit.moveRow(.id("b5"), to: RowPosition(section: 1, row: 1))
                case "table":
                    for row in 0..<60 {
                        try edit.moveRow(.id("a\(row)"), to: RowPosition(section: 0, row: 0))
                    }
                // The content after the table is visible, too.
                case "end": try edit.insert(added, at: 58, in: .at(1))
                default: try edit.insert(added, at: 12, in: .at(1))
                }
            }
            try await tab.waitForVersion(id)
            let new = try await tab.evaluate("probe.tops()")
            for row in (first + 1...first + 3).map({ "paid/b\($0)" }) {
                guard case (.number(let old), .number(let new)) = (old[row], new[row]) else {
                    Issue.record("\(row) is not there.")
                    continue
                }
                #expect(abs(old - new) <= 1, "\(row)")
            }
        }
    }

    @Test(arguments: ["", "delete Element.prototype.moveBefore"])
    func `Text that is selected across moving rows stays selected`(script: String) async throws {
        try await run { app, tabs in
            let tab = try await tabs.open(await app.address, script: script)
            try await tab.evaluate(
                """
                getSelection().setBaseAndExtent(
                  probe.row('open/a1').cells[1].firstChild, 1, probe.row('open/a2').cells[1].firstChild, 3)
                """)
            let old = try await tab.evaluate("String(getSelection())")
            try await tab.waitForVersion(
                try await app.table.edit { edit in
                    try edit.moveRow(.id("a0"), to: RowPosition(section: 0, row: 3))
                    try edit.replaceData(ofRow: .id("a2"), with: Item(id: "a2", cents: 5))
                    try edit.insert(Rows(Self.items("new", 2), as: ItemLine.self), at: 0, in: .at(0))
                })
            #expect(try await tab.evaluate("String(getSelection())") == old)
            try await tab.waitForVersion(
                try await app.table.edit { try $0.moveRow(.id("a2"), to: RowPosition(section: 0, row: 0)) })
            let isSame = "getSelection().focusNode === probe.row('open/a2').cells[1].firstChild"
            #expect(try await tab.evaluate(isSame) == true)
            // Removing the selected text does not break the page.
            try await tab.waitForVersion(try await app.table.edit { try $0.removeSection(.at(0)) })
        }
    }
}
