import Foundation
import TableAgent
import TableAgentTesting
import TableLive
import Testing

@testable import Tickets

/// Check boxes, and actions on several rows.
extension BrowserTests {
    @Test func `Checked rows stay checked over sorts and pages, and are closed at once`() async throws {
        try await RunningTickets.run { service, address, tabs in
            let tab = try await open(tabs, address + "?status=open")
            try await tab.press(on: "tbody tr:nth-child(2) [name=row]")
            // The Shift key checks all rows between.
            let point = try await tab.point(of: "tbody tr:nth-child(4) [name=row]")
            try await tab.moveMouse(to: point)
            try await Task.sleep(for: .milliseconds(500))
            try await tab.click(at: point, modifiers: 8)
            let first = try await tab.checkedRows
            #expect(first.count == 3)
            try await tab.press(on: "[rel=next]")
            try await tab.wait("new URLSearchParams(location.search).get('start') === '25'")
            #expect(try await tab.checkedRows == [])
            try await tab.press(on: "tbody tr:nth-child(1) [name=row]")
            let all = first + (try await tab.checkedRows)
            #expect(
                try await tab.evaluate("document.querySelector('.many output').textContent")
                    == "4 checked, 3 on other pages")
            #expect(try await tab.evaluate("document.querySelector('[data-all]').indeterminate") == true)
            try await tab.press(on: "thead th:nth-child(3) button")
            try await tab.wait("document.querySelector('[aria-sort]')")
            try await tab.press(on: ".many [value=close]")
            try await tab.wait("probe.dialog?.querySelectorAll('li').length === 4")
            let asked = try await tab.evaluate("probe.dialog.querySelector('h2').textContent")
            #expect(asked == "Close: 4 rows?")
            try await tab.press(on: "dialog [name=confirmed]")
            try await tab.wait("probe.status.textContent.includes('4 of 4 rows: done.')")
            let closed = await service.tickets.store.tickets.filter { all.contains("\($0.id)") }
            #expect(closed.count == 4 && closed.allSatisfy { !$0.isOpen })
            #expect(
                try await tab.evaluate("getComputedStyle(document.querySelector('.many')).visibility")
                    == "hidden")
            #expect(try await tab.evaluate("probe.status.textContent.includes('unchecked')") == false)
            try await expectFresh(tab, tabs)
            #expect(try await tab.evaluate("isMarked") == true)
        }
    }

    @Test func `A row that somebody else closes is unchecked and said, or refused with its reason`()
        async throws
    {
        try await RunningTickets.run { service, address, tabs in
            let tab = try await open(tabs, address + "?status=open")
            try await tab.press(on: "tbody tr:nth-child(1) [name=row]")
            try await tab.press(on: "tbody tr:nth-child(2) [name=row]")
            try await tab.press(on: "tbody tr:nth-child(3) [name=row]")
            let rows = try await tab.checkedRows
            #expect(rows.count == 3)
            var viewer = try await service.viewer("/?status=open&size=100")
            try await viewer.press("Close", in: rows[0])
            try await tab.wait("probe.status.textContent.includes('unchecked: \(rows[0])')")
            #expect(try await tab.checkedRows == Array(rows.dropFirst()))
            try await tab.press(on: ".many [value=close]")
            try await tab.wait("probe.dialog?.querySelectorAll('li').length === 2")
            // While the person reads the question, another row is closed.
            try await viewer.press("Close", in: rows[1])
            try await tab.wait("!probe.row('tickets/\(rows[1])')")
            try await tab.press(on: "dialog [name=confirmed]")
            try await tab.wait("probe.status.dataset.liveOutcome === 'failed'")
            let said = try await tab.evaluate("probe.status.textContent").text ?? ""
            #expect(
                said.contains("1 of 2 rows: done. \(rows[1]): The row does not offer that any more"),
                "\(said)")
            #expect(
                await service.tickets.store.tickets.filter { rows.contains("\($0.id)") }.allSatisfy {
                    !$0.isOpen
                })
            // A refused row that is not there any more is unchecked.
            try await tab.wait("!('some' in document.querySelector('.many').dataset)")
            try await tab.press(on: "tbody tr:nth-child(2) [name=row]")
            #expect(try await tab.checkedRows.count == 1)
            try await tab.press(on: ".many [name=uncheck]")
            #expect(try await tab.checkedRows == [])
        }
    }

    @Test func `Several rows are assigned by one answer, and all rows of a page are checked by one box`()
        async throws
    {
        try await RunningTickets.run { service, address, tabs in
            let tab = try await open(tabs, address + "?status=open")
            try await tab.press(on: "[data-all]")
            #expect(try await tab.checkedRows.count == 25)
            try await tab.press(on: ".many [value=assign]")
            try await tab.wait("probe.dialog?.querySelector('select')")
            #expect(try await tab.evaluate("document.activeElement.tagName") == "SELECT")
            try await tab.evaluate("probe.dialog.querySelector('select').value = 'Mei'")
            try await tab.press(on: "dialog [name=confirmed]")
            try await tab.wait("probe.status.textContent.includes('25 of 25 rows: done.')")
            try await tab.wait(
                "[...document.querySelectorAll('tbody tr')].every(row => row.cells[6].textContent === 'Mei')")
            #expect(try await tab.checkedRows == [])
            try await expectFresh(tab, tabs)
        }
    }

    @Test func `A check follows its row to another section, and no other row with its id has it`()
        async throws
    {
        let table = LiveTable(seed: 0, allowsMany: true)
        try await table.show(["one": Self.items("a", 3), "two": Self.items("a", 2), "three": []])
        try await run(table) { app, tabs in
            let tab = try await tabs.open(await app.address)
            let checked = "[...document.querySelectorAll('[name=row]:checked')].map(box => box.value).join()"
            try await tab.press(on: "[value='one/a1/100']")
            try await tab.press(on: "[value='one/a2/100']")
            #expect(try await tab.evaluate(checked) == "one/a1/100,one/a2/100")
            #expect(
                try await tab.evaluate("document.querySelector('.many [value=pay]').textContent") == "Pay 2")
            // Another section gets the row whose id no other row has.
            try await tab.moveMouse(to: (2, 2))
            try await tab.waitForVersion(
                try await table.edit {
                    try $0.moveRow(.at(section: 0, row: 2), to: RowPosition(section: 2, row: 0))
                })
            #expect(try await tab.evaluate(checked) == "one/a1/100,three/a2/100")
            // A row that is removed gives its check to no other row with its id.
            try await tab.waitForVersion(try await table.edit { try $0.removeRow(.at(section: 0, row: 1)) })
            #expect(try await tab.evaluate(checked) == "three/a2/100")
            try await tab.wait("probe.status.textContent.includes('unchecked: a1')")
            // What is checked is what its actions did when it was checked.
            try await tab.waitForVersion(
                try await table.edit {
                    try $0.replaceData(ofRow: .at(section: 2, row: 0), with: Item(id: "a2", cents: 70))
                })
            #expect(try await tab.evaluate(checked) == "")
            try await tab.wait("probe.status.textContent.includes('unchecked: a2')")
        }
    }

    /// Clicks on check boxes while another person closes tickets, so that rows move: the rows that a person saw are checked.
    @Test func `A click on a check box checks the row that was there`() async throws {
        try await RunningTickets.run(count: 2000) { service, address, tabs in
            let tab = try await open(tabs, address + "?status=open")
            let others = Task {
                var viewer = try await service.viewer("/?status=open&size=1000")
                for id in 1...2000 {
                    try await Task.sleep(for: .milliseconds(60))
                    try? await viewer.press("Close", in: "\(id)")
                }
            }
            defer { others.cancel() }
            var count = 0
            for trial in 0..<12 {
                try await tab.wait("!('held' in probe.table.dataset)")
                let selector = "tbody tr:nth-child(\(3 + trial % 7)) [name=row]"
                let point = try await tab.point(of: selector)
                try await tab.moveMouse(to: point)
                try await Task.sleep(for: .milliseconds(300))
                let aimed = try await tab.evaluate("document.elementFromPoint(\(point.x), \(point.y)).value")
                let before = Set(try await tab.checkedRows)
                try await tab.click(at: point)
                let new = Set(try await tab.checkedRows).symmetricDifference(before)
                if let id = aimed.text?.split(separator: "/").last, new.contains(String(id)) { count += 1 }
                #expect(new.allSatisfy { aimed.text == "tickets/\($0)" }, "\(new) instead of \(aimed)")
                try await tab.moveMouse(to: (2, 2))
                try await Task.sleep(for: .milliseconds(100))
            }
            #expect(count > 0)
        }
    }

    @Test func `Without the script, checked rows are named on a page of their own`() async throws {
        try await RunningTickets.run { service, address, tabs in
            let tab = try await tabs.open()
            try await tab.call("Emulation.setScriptExecutionDisabled", ["value": true])
            try await tab.call("Page.navigate", ["url": .string(address + "?status=open")])
            try await tab.poll("document.querySelector('[data-row]') != null")
            #expect(
                try await tab.evaluate("getComputedStyle(document.querySelector('[data-all]')).display")
                    == "none")
            try await tab.press(on: "tbody tr:nth-child(1) [name=row]")
            try await tab.press(on: "tbody tr:nth-child(3) [name=row]")
            let rows = try await tab.checkedRows
            try await tab.press(on: ".many button")
            try await tab.poll("document.querySelectorAll('.question li').length === 2")
            try await tab.press(on: ".question [value=close]")
            try await tab.poll("document.querySelector('.question h2')?.textContent === 'Close: 2 rows?'")
            try await tab.press(on: ".question [name=confirmed]")
            try await tab.poll("document.querySelector('[data-row]') != null")
            let closed = await service.tickets.store.tickets.filter { rows.contains("\($0.id)") }
            #expect(closed.count == 2 && closed.allSatisfy { !$0.isOpen })
        }
    }
}

extension Tab {
    /// The ids of the checked rows on the page.
    var checkedRows: [String] {
        get async throws {
            try await evaluate(
                "[...document.querySelectorAll('[name=row]:checked')].map(box => box.value.split('/')[1])"
            )
            .list.compactMap(\.text)
        }
    }
}
