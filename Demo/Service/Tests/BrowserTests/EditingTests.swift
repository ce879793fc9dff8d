import TableAgent
import TableLive
import Testing

/// Cells that a person edits, the details of a row, folded sections, and keys.
extension BrowserTests {
    private static func edit(_ column: String, _ row: String) -> String {
        "[data-row='\(row)'] [aria-label^='Edit \(column)']"
    }

    @Test func `A cell is edited in a dialog, and the focus returns to its button`() async throws {
        try await RunningNotes.run { service, address, tabs in
            let tab = try await open(tabs, address)
            try await tab.press(on: Self.edit("Title", "to do/3"))
            try await tab.wait("probe.dialog?.querySelector('[name=\"input.title\"]').value === 'Note 3'")
            try await tab.evaluate("probe.dialog.querySelector('[name=\"input.title\"]').select()")
            try await tab.call("Input.insertText", ["text": "Call <b>Peña</b>"])
            try await Task.sleep(for: .milliseconds(450))
            try await tab.pressEnter()
            try await tab.wait("probe.row('to do/3').textContent.includes('Call <b>Peña</b>')")
            #expect(await service.store.notes[2].title == "Call <b>Peña</b>")
            // The change may arrive before the answer that closes the dialog.
            try await tab.wait("document.activeElement.ariaLabel === 'Edit Title, 3'")
            try await expectFresh(tab, tabs)
        }
    }

    @Test func `A value that somebody else changes meanwhile is named before it is replaced`() async throws {
        try await RunningNotes.run { service, address, tabs in
            let tab = try await open(tabs, address)
            try await tab.press(on: Self.edit("Hours", "to do/3"))
            try await tab.wait("probe.dialog && probe.amount.value === '1.00'")
            try await service.change(3) { $0.hours = 250 }
            try await tab.wait("probe.row('to do/3').textContent.includes('2.50')")
            try await tab.evaluate("probe.amount.select()")
            try await tab.call("Input.insertText", ["text": "4"])
            try await Task.sleep(for: .milliseconds(450))
            try await tab.pressEnter()
            try await tab.wait(
                "probe.dialog.textContent.includes('“Hours” has changed to “2.50” in the meantime.')")
            #expect(try await tab.evaluate("probe.amount.value") == "4")
            #expect(await service.store.notes[2].hours == 250)
            try await Task.sleep(for: .milliseconds(450))
            try await tab.pressEnter()
            try await tab.wait("probe.row('to do/3').textContent.includes('4.00')")
            #expect(await service.store.notes[2].hours == 400)
        }
    }

    @Test func `A value that the business refuses stays in the dialog, with the reason`() async throws {
        try await RunningNotes.run { service, address, tabs in
            let tab = try await open(tabs, address)
            let input = "probe.dialog.querySelector('[name=\"input.title\"]')"
            try await tab.press(on: Self.edit("Title", "to do/3"))
            try await tab.wait("probe.dialog")
            for title in ["taken", "free"] {
                try await tab.evaluate("\(input).select()")
                try await tab.call("Input.insertText", ["text": .string(title)])
                try await Task.sleep(for: .milliseconds(450))
                try await tab.pressEnter()
                guard title == "taken" else { break }
                try await tab.wait("probe.dialog.textContent.includes('Another note has this title.')")
                #expect(try await tab.evaluate("\(input).value") == "taken")
                #expect(await service.store.notes[2].title == "Note 3")
            }
            try await tab.wait("!probe.dialog && probe.row('to do/3').textContent.includes('free')")
        }
    }

    @Test func `Details open in place by an address, follow their row, and close by a key`() async throws {
        try await RunningNotes.run { service, address, tabs in
            let tab = try await open(tabs, address + "?sort=-id")
            try await tab.press(on: "[data-row='to do/5'] .open")
            try await tab.waitForAddress("/?sort=-id&details=to%20do%2F5")
            try await tab.wait("document.activeElement.matches('aside.details')")
            let text = "document.querySelector('aside.details').innerText"
            #expect(
                try await tab.evaluate("\(text).includes('Note 5') && \(text).includes('Letters\\n6')")
                    == true)
            // Somebody else changes the row, and moves it to another section.
            try await service.change(5) { $0.title = "Something else" }
            try await tab.wait("\(text).includes('Something else') && \(text).includes('Letters\\n14')")
            try await service.change(5) { $0.isDone = true }
            try await tab.wait("document.querySelector('aside.details').dataset.row === 'done/5'")
            // An edit in the details.
            try await tab.press(on: "aside .edit")
            try await tab.wait(
                "probe.dialog?.querySelector('[name=\"input.title\"]').value === 'Something else'")
            try await tab.evaluate("probe.dialog.querySelector('[name=\"input.title\"]').select()")
            try await tab.call("Input.insertText", ["text": "Short"])
            try await Task.sleep(for: .milliseconds(450))
            try await tab.pressEnter()
            try await tab.wait("\(text).includes('Short') && !probe.dialog")
            try await tab.press("Escape", code: 27)
            try await tab.waitForAddress("/?sort=-id")
            try await tab.wait("!document.querySelector('aside')")
            try await tab.evaluate("history.back()")
            try await tab.wait("document.querySelector('aside')?.dataset.row === 'done/5'")
            // A row that is gone leaves its details, which look old.
            await service.store.remove(5)
            await service.pages.update(after: 5).value
            try await tab.wait("document.querySelector('aside[data-old]')")
            #expect(try await tab.evaluate("isMarked") == true)
        }
    }

    @Test func `A folded section stays folded, and its rows are not checked with all others`() async throws {
        try await RunningNotes.run { service, address, tabs in
            let tab = try await open(tabs, address)
            let visible =
                "[...probe.table.querySelectorAll('[data-row]')].filter(row => row.offsetParent).length"
            try await tab.press(on: "[data-head='to do'] .fold")
            try await tab.wait("\(visible) === 10")
            // Another table with the same sections.
            try await tab.press(on: "thead th:nth-child(3) button")
            try await tab.waitForAddress("/?sort=title")
            try await service.change(25) { $0.title = "A" }
            try await tab.wait("probe.row('done/25').textContent.includes('A')")
            #expect(try await tab.evaluate(visible) == 10)
            try await service.change(24) { $0.isDone = false }
            try await tab.wait("\(visible) === 9")
            try await service.change(24) { $0.isDone = true }
            try await tab.press(on: "[data-head='to do'] .fold")
            try await tab.wait("\(visible) === 30")
            try await tab.press(on: "[data-head='done'] .fold")
            try await tab.press(on: "[data-all]")
            #expect(try await tab.checkedRows.count == 20)
            let all = "(box => box.checked && !box.indeterminate)(document.querySelector('[data-all]'))"
            #expect(try await tab.evaluate(all) == true)
            // A row that has the focus moves into the folded section.
            try await tab.evaluate("probe.row('to do/5').querySelector('.edit').focus()")
            let next = try await tab.evaluate("probe.row('to do/5').nextElementSibling.dataset.row")
            try await service.change(5) { $0.isDone = true }
            try await tab.wait("document.activeElement.closest('tr')?.dataset.row === \(next.source)")
            try await expectFresh(tab, tabs)
        }
    }

    @Test func `Keys move among the cells, edit one, press its buttons, and leave the table`() async throws {
        try await RunningNotes.run { service, address, tabs in
            let tab = try await open(tabs, address)
            let focused =
                "[document.activeElement.parentNode.dataset.row, document.activeElement.cellIndex].join()"
            func press(_ keys: (String, Int)...) async throws {
                for (key, code) in keys { try await tab.press(key, code: code) }
            }
            try await tab.evaluate("probe.table.focus()")
            #expect(try await tab.evaluate("probe.table.getAttribute('role')") == .null)
            try await tab.pressEnter()
            #expect(try await tab.evaluate("probe.table.getAttribute('role')") == "grid")
            try await press(("ArrowDown", 40), ("ArrowDown", 40), ("ArrowRight", 39), ("ArrowRight", 39))
            #expect(try await tab.evaluate(focused) == "to do/2,2")
            // Somebody else changes the cell, and then removes its row.
            try await service.change(2) { $0.title = "New" }
            try await tab.wait("probe.row('to do/2').textContent.includes('New')")
            #expect(try await tab.evaluate(focused) == "to do/2,2")
            await service.store.remove(2)
            await service.pages.update(after: 2).value
            try await tab.wait("!probe.row('to do/2')")
            #expect(try await tab.evaluate(focused) == "to do/3,2")
            // Enter edits the cell.
            try await tab.pressEnter()
            try await tab.wait("probe.dialog?.querySelector('[name=\"input.title\"]').value === 'Note 3'")
            try await Task.sleep(for: .milliseconds(450))
            try await press(("Escape", 27))
            try await tab.wait("!probe.dialog")
            #expect(try await tab.evaluate("document.activeElement.ariaLabel") == "Edit Title, 3")
            // The button is in the cell, from which the arrows go on.
            try await press(("ArrowDown", 40))
            #expect(try await tab.evaluate(focused) == "to do/4,2")
            try await tab.press(" ", code: 32, text: " ")
            #expect(try await tab.checkedRows == ["4"])
            // A button that does something to a row only gets the focus.
            try await press(("End", 35))
            try await tab.pressEnter()
            #expect(try await tab.evaluate("document.activeElement.textContent") == "Done")
            #expect(await service.store.notes.filter(\.isDone).count == 10)
            try await tab.pressEnter()
            try await tab.wait("!probe.row('to do/4')")
            // Tab leaves the table.
            try await tab.press("Tab", code: 9)
            try await tab.wait("!probe.table.contains(document.activeElement) && !probe.table.role")
            #expect(try await tab.evaluate("isMarked") == true)
        }
    }
}
