import Foundation
import Orders
import OrdersService
import Testing

/// Tests of actions that ask for a confirmation or an amount.
extension BrowserTests {
    /// Opens a page of orders, runs a test, and checks that the page does not complain.
    private func runOrders(
        _ path: String = "", _ test: (OrdersRun) async throws -> Void
    ) async throws {
        let (store, watch) = (try await Store(), FormWatch())
        let service = try await RunningService(store, watch: watch)
        try await Browser.shared.value.withTabs { tabs in
            let tab = try await tabs.open(service.address + path)
            try await test(OrdersRun(store: store, service: service, watch: watch, tab: tab))
            #expect(await tabs.complaints == [])
        }
        try await service.stop()
    }

    @Test func `A refund asks in a dialog, keeps a wrong amount with the problem, and is carried out once`()
        async throws
    {
        try await runOrders("?status=paid") { run in
            let (tab, order) = (run.tab, try await run.store.first(.paid))
            try await tab.clickButton("Refund", inRow: "paid/\(order.id)")
            try await tab.readQuestion()
            #expect(
                try await tab.evaluate("probe.dialog.querySelector('h2').textContent").text
                    == order.title("Refund"))
            #expect(try await tab.evaluate("probe.amount.value").text == "")
            #expect(try await tab.evaluate("document.activeElement === probe.amount") == true)
            #expect(try await tab.evaluate("probe.row('paid/\(order.id)').querySelector('form')") == .null)

            // The browser refuses an amount above the limit of the question.
            try await tab.enter(amount(order.received + 1))
            try await tab.clickButton("Refund", in: "dialog")
            #expect(try await tab.evaluate("probe.amount.matches(':invalid') && probe.dialog.open") == true)
            #expect(await run.watch.forms.count == 1)

            // So does the service.
            try await tab.evaluate("probe.amount.form.noValidate = true")
            try await tab.clickButton("Refund", in: "dialog")
            try await tab.wait("probe.dialog?.querySelector('[role=alert]')")
            let problem = try await tab.evaluate("probe.dialog.querySelector('[role=alert]').textContent")
                .text
            let label = "Amount, at most \(euros(order.received))"
            #expect(
                problem
                    == "“\(label)” must be a number from 0.01 to \(amount(order.received)), with at most 2 decimals."
            )
            #expect(try await tab.evaluate("probe.amount.value").text == amount(order.received + 1))
            #expect(try await tab.evaluate("document.activeElement === probe.amount") == true)

            try await tab.readQuestion()
            try await tab.enter("0.4")
            try await tab.clickButton("Refund", in: "dialog")
            try await tab.wait("!probe.dialog && probe.status.dataset.liveOutcome === 'sent'")
            let said = try await tab.evaluate("probe.status.textContent").text
            #expect(said == "\(order.title("Refund")): Done.")
            #expect(try await run.store.order(order.id).received == order.received - 40)
            #expect(
                await run.watch.confirmed.map { $0["input.amount"] } == [amount(order.received + 1), "0.4"])
        }
    }

    @Test func `A refusal of a confirmed action closes the dialog, and is shown`() async throws {
        try await runOrders { run in
            let (tab, order) = (run.tab, try await run.store.first(.paid))
            try await tab.clickButton("Refund", inRow: "paid/\(order.id)")
            try await tab.readQuestion()
            // Another program is faster.
            try await run.service.carryOut(.ship, order: "\(order.id)")
            try await tab.enter(amount(order.received))
            try await tab.clickButton("Refund", in: "dialog")
            try await tab.wait("!probe.dialog && probe.status.dataset.liveOutcome === 'failed'")
            let said = try await tab.evaluate("probe.status.textContent").text
            let reason = "Order \(order.id) is shipped already, so that this can't be done any more."
            #expect(said == "\(order.title("Refund")): \(reason)")
            #expect(try await run.store.order(order.id).received == order.received)
        }
    }

    @Test func `A question asks again if another program has changed its limits`() async throws {
        try await runOrders { run in
            let (tab, order) = (run.tab, try await run.store.first(.paid))
            try await tab.clickButton("Refund", inRow: "paid/\(order.id)")
            try await tab.readQuestion()
            // Another program is faster.
            try await run.service.carryOut(.refund(cents: order.received - 100), order: "\(order.id)")
            try await tab.enter(amount(order.received))
            try await tab.clickButton("Refund", in: "dialog")
            try await tab.wait("probe.dialog?.textContent.includes('at most €1.00')")
            #expect(try await run.store.order(order.id).received == 100)
        }
    }

    @Test(arguments: ["Escape", "link"])
    func `A question is closed without a request, and the focus returns to its button`(how: String)
        async throws
    {
        try await runOrders { run in
            let tab = run.tab
            for (title, status) in [("Cancel", OrderStatus.open), ("Refund", .paid)] {
                let order = try await run.store.first(status)
                let count = await run.watch.forms.count
                try await tab.evaluate("probe.button('\(status)/\(order.id)', '\(title)').focus()")
                try await tab.pressEnter()
                try await tab.readQuestion()
                if how == "Escape" {
                    try await tab.press("Escape", code: 27)
                } else {
                    try await tab.clickButton("Go back", in: "dialog a")
                }
                try await tab.wait("!probe.dialog")
                #expect(try await tab.evaluate("probe.focused()").text == "\(status)/\(order.id): \(title)")
                #expect(try await tab.evaluate("probe.status.textContent") == "")
                #expect(await run.watch.forms.count == count + 1)
                #expect(try await run.store.order(order.id) == order)
            }
            #expect(try await tab.evaluate("document.URL").text == run.service.address)
        }
    }

    /// Places each dialog so that its button is at a point.
    private static func dialogScript(_ point: (x: Double, y: Double)) -> String {
        """
        new MutationObserver(() => {
          if (!probe.dialog) return
          Object.assign(probe.dialog.style, { position: 'fixed', inset: 'auto', margin: 0, left: 0, top: 0 })
          const { x, y, width, height } = probe.dialog.querySelector('button').getBoundingClientRect()
          probe.dialog.style.left = `${\(point.x) - x - width / 2}px`
          probe.dialog.style.top = `${\(point.y) - y - height / 2}px`
        }).observe(document.body, { childList: true, subtree: true })
        """
    }

    @Test(arguments: ["Cancel", "Refund"])
    func `A double click never confirms, even if the dialog's button comes under the mouse`(title: String)
        async throws
    {
        try await runOrders(title == "Cancel" ? "?status=open" : "?status=paid") { run in
            let tab = run.tab
            let order = try await run.store.first(title == "Cancel" ? .open : .paid)
            let point = try await tab.point(ofButton: title, in: "[data-row=\"\(order.status)/\(order.id)\"]")
            try await tab.evaluate(Self.dialogScript(point))
            for trial in 0..<6 {
                try await tab.moveMouse(to: point)
                try await tab.click(at: point)
                try await Task.sleep(for: .milliseconds([80, 120, 250][trial % 3]))
                // Some systems report the second click as a first one.
                try await tab.click(at: point, count: trial / 3 + 1)
                try await tab.readQuestion()
                let hit =
                    "document.elementFromPoint(\(point.x), \(point.y)) === probe.dialog.querySelector('button')"
                #expect(try await tab.evaluate(hit) == true)
                #expect(await run.watch.confirmed == [])
                try await tab.press("Escape", code: 27)
                try await tab.wait("!probe.dialog && !document.querySelector('[aria-busy]')")
            }
            // A click after the question was read confirms.
            try await tab.click(at: point)
            try await tab.readQuestion()
            if title == "Refund" { try await tab.enter("1") }
            try await tab.click(at: point)
            try await run.watch.wait(forForms: 8)
            #expect(await run.watch.confirmed.count == 1)
        }
    }

    @Test(arguments: ["Cancel", "Refund"])
    func `A key that is held never confirms, even if the dialog's button has the focus`(title: String)
        async throws
    {
        try await runOrders { run in
            let tab = run.tab
            let order = try await run.store.first(title == "Cancel" ? .open : .paid)
            let button = "probe.button('\(order.status)/\(order.id)', '\(title)')"
            try await tab.evaluate(
                """
                new MutationObserver(() => {
                  if (probe.dialog && probe.amount) probe.amount.value = 1
                  probe.dialog?.querySelector('button').focus()
                }).observe(document.body, { childList: true, subtree: true })
                """)
            for (key, code, text) in [("Enter", 13, "\r"), (" ", 32, " ")] {
                try await tab.evaluate("\(button).focus()")
                try await tab.press(key, code: code, text: text, times: 30, interval: .milliseconds(30))
                try await tab.readQuestion()
                #expect(await run.watch.confirmed == [])
                try await tab.press("Escape", code: 27)
                try await tab.wait("!probe.dialog && !document.querySelector('[aria-busy]')")
            }
            // A key that is pressed again confirms.
            try await tab.evaluate("\(button).focus()")
            try await tab.pressEnter()
            try await tab.readQuestion()
            try await tab.pressEnter()
            try await run.watch.wait(forForms: 4)
            #expect(await run.watch.confirmed.count == 1)
        }
    }

    @Test func `A dialog without an answer keeps its text, and a repetition is carried out once`()
        async throws
    {
        try await runOrders { run in
            let (tab, order) = (run.tab, try await run.store.first(.paid))
            try await tab.clickButton("Refund", inRow: "paid/\(order.id)")
            try await tab.readQuestion()
            try await tab.enter("1.5")
            await run.watch.hold(true)
            try await tab.clickButton("Refund", in: "dialog")
            try await run.watch.wait(forForms: 2)
            // The dialog is busy, so that this sends nothing.
            try await tab.clickButton("Refund", in: "dialog")
            try await tab.wait(
                "probe.dialog?.querySelector('[role=alert]')?.textContent.includes('no answer')")
            #expect(try await tab.evaluate("probe.amount.value") == "1.5")
            // A person who closes the dialog still learns about it, and finds it as it was.
            try await tab.press("Escape", code: 27)
            try await tab.wait("!probe.dialog && probe.status.textContent.includes('may have been done')")
            await run.watch.hold(false)
            try await tab.wait("!probe.row('paid/\(order.id)').ariaBusy")
            try await tab.clickButton("Refund", inRow: "paid/\(order.id)")
            try await tab.readQuestion()
            #expect(try await tab.evaluate("probe.amount.value") == "1.5")
            try await tab.clickButton("Refund", in: "dialog")
            try await tab.wait("!probe.dialog && probe.status.dataset.liveOutcome === 'sent'")
            let confirmed = await run.watch.confirmed
            #expect(confirmed.count == 2 && confirmed.first == confirmed.last)
            #expect(try await run.store.order(order.id).received == order.received - 150)
        }
    }

    @Test func `A dialog that is closed during its request leaves its outcome on the page`() async throws {
        try await runOrders("?status=open") { run in
            let (tab, order) = (run.tab, try await run.store.first(.open))
            try await tab.clickButton("Cancel", inRow: "open/\(order.id)")
            try await tab.readQuestion()
            await run.watch.hold(true)
            try await tab.clickButton("Cancel", in: "dialog")
            try await run.watch.wait(forForms: 2)
            try await tab.press("Escape", code: 27)
            try await tab.wait("!probe.dialog && probe.status.textContent.includes('may have been done')")
            await run.watch.hold(false)
            try await tab.wait("probe.status.textContent === '\(order.title("Cancel")): Done.'")
        }
    }

    @Test func `A second question does not open above the first one`() async throws {
        try await runOrders("?status=open") { run in
            let tab = run.tab
            await run.watch.hold(true)
            try await tab.evaluate(
                """
                for (const button of [...document.querySelectorAll('button')].filter(b => b.matches('.destructive')).slice(0, 2))
                  button.click()
                """)
            try await run.watch.wait(forForms: 2)
            await run.watch.hold(false)
            try await tab.readQuestion()
            try await tab.wait("!document.querySelector('[aria-busy]')")
            #expect(try await tab.evaluate("document.querySelectorAll('dialog').length") == 1)
        }
    }

    @Test
    func `A button without an answer sends the same attempt again, and another attempt after an answer`()
        async throws
    {
        try await run { app, tabs in
            let tab = try await tabs.open(await app.address)
            for status in [504, 502, 302, nil, 409, nil] {
                await app.refuse(status.map { _ in "none" }, "No.", status: status ?? 0)
                let count = await app.forms.count
                try await tab.evaluate("probe.status.replaceChildren()")
                // A whole table has arrived in the meantime.
                try await tab.evaluate(
                    "document.querySelector('#actions').elements.token.value = 't\(count)'")
                try await tab.evaluate("probe.button('open/a1', 'Pay').click()")
                try await app.wait("a form was sent") { $0.forms.count == count + 1 }
                try await tab.wait("probe.status.querySelector('[data-state=failed], [data-state=sent]')")
                try await tab.wait("!probe.row('open/a1').ariaBusy")
            }
            let attempts = await app.forms.map { $0["attempt"] ?? "" }
            #expect(await Set(app.forms[0...3]).count == 1 && !attempts[0].isEmpty)
            #expect(Set(attempts[3...5]).count == 3)
        }
    }

    /// The page, and the row or control that has the focus after an order was refunded or cancelled.
    @Test(arguments: [
        ("", "Refund", true), ("?status=paid", "Refund", true), ("", "Refund", false), ("", "Cancel", true),
        ("?status=open", "Cancel", true),
    ])
    func `After a confirmed action, the focus is on the row of the action or beside it`(
        path: String, title: String, isWhole: Bool
    ) async throws {
        try await runOrders(path) { run in
            let (tab, order) = (run.tab, try await run.store.first(title == "Cancel" ? .open : .paid))
            let key = "\(order.status)/\(order.id)"
            let next = try await tab.evaluate("probe.row('\(key)').nextElementSibling.dataset.row").text ?? ""
            try await tab.evaluate("probe.button('\(key)', '\(title)').focus()")
            try await tab.pressEnter()
            try await tab.readQuestion()
            if title == "Cancel" {
                try await tab.evaluate("probe.dialog.querySelector('button').focus()")
            } else {
                try await tab.enter(isWhole ? amount(order.received) : "0.01")
            }
            try await tab.pressEnter()
            try await tab.wait("!probe.dialog && probe.status.dataset.liveOutcome === 'sent'")
            if isWhole { try await tab.wait("!probe.row('\(key)')") }
            try await tab.wait("!document.querySelector('[aria-busy]')")
            let ended = title == "Cancel" ? "cancelled" : "refunded"
            let expected = isWhole ? path.isEmpty ? "\(ended)/\(order.id)" : next : "\(key): \(title)"
            #expect(try await tab.evaluate("probe.focused()").text == expected)
        }
    }

    @Test func `Assistive technologies find a name for each button, row, dialog, and input`() async throws {
        try await runOrders { run in
            let tab = run.tab
            var nodes = try await tab.call("Accessibility.getFullAXTree")["nodes"].list
            func names(_ role: String) -> [String] {
                nodes.filter { $0["role"]["value"].text == role && $0["ignored"] != true }
                    .map { $0["name"]["value"].text ?? "" }
            }
            let orders = try await run.store.orders.page(OrderQuery()).orders
            let buttons = orders.flatMap { order -> [String] in
                switch order.status {
                case .open: [order.title("Pay"), order.title("Cancel")]
                case .paid: [order.title("Ship"), order.title("Refund")]
                default: []
                }
            }
            let ofRows = names("button").filter { $0.contains(/^[A-Z][a-z]+ order [0-9]/) }
            #expect(ofRows.sorted() == buttons.sorted() && Set(buttons).count == buttons.count)
            #expect(!names("button").contains(""))
            // The titles of the totals are headers of their rows, too.
            let headers = names("rowheader")
            for order in orders { #expect(headers.count { $0 == "\(order.id)" } == 1, "\(order.id)") }
            #expect(
                names("columnheader").contains("Actions")
                    && names("table").allSatisfy { $0.hasPrefix("Orders ") })
            #expect(names("main").count == 1 && names("banner").count == 1)

            let order = try await run.store.first(.paid)
            try await tab.clickButton("Refund", inRow: "paid/\(order.id)")
            try await tab.readQuestion()
            nodes = try await tab.call("Accessibility.getFullAXTree")["nodes"].list
            #expect(names("dialog") == [order.title("Refund")])
            #expect(names("spinbutton") == ["Amount, at most \(euros(order.received))"])
            #expect(names("button") == ["Refund"] && names("link").contains("Go back"))
        }
    }

}

/// A page of orders and its service.
private struct OrdersRun {
    let store: Store
    let service: RunningService
    let watch: FormWatch
    let tab: Tab
}

extension Tab {
    /// Waits for a question, and then as long as a quick person needs to read it.
    fileprivate func readQuestion() async throws {
        try await wait("probe.dialog?.open")
        try await Task.sleep(for: .milliseconds(600))
    }

    /// Types an amount into the dialog.
    fileprivate func enter(_ text: String) async throws {
        try await evaluate("probe.amount.focus(), probe.amount.select()")
        try await call("Input.insertText", ["text": .string(text)])
    }

    /// Clicks a button of a row with the mouse.
    fileprivate func clickButton(_ title: String, inRow key: String) async throws {
        try await clickButton(title, in: "[data-row=\"\(key)\"]")
    }

    /// Clicks a button or link with the mouse.
    fileprivate func clickButton(_ title: String, in selector: String) async throws {
        let point = try await point(ofButton: title, in: selector)
        try await moveMouse(to: point)
        try await click(at: point)
    }

    /// Returns the position of a button or link in the window.
    fileprivate func point(ofButton title: String, in selector: String) async throws -> (x: Double, y: Double)
    {
        let place = try await evaluate(
            """
            (() => {
              const nodes = [...document.querySelectorAll('\(selector), \(selector) *')]
              const button = nodes.find(node => node.matches('button, a') && node.textContent === '\(title)')
              button.scrollIntoView({ block: 'center' })
              const { left, top, width, height } = button.getBoundingClientRect()
              return { x: left + width / 2, y: top + height / 2 }
            })()
            """)
        guard case .number(let x) = place["x"], case .number(let y) = place["y"] else {
            throw Browser.Failure(description: "There is no button \(title).")
        }
        return (x, y)
    }
}
