import TableAgentTesting
import TableLive
import Testing

@testable import Tickets

/// What assistive technologies find on a page with controls, and what the keyboard reaches.
extension BrowserTests {
    @Test func `Assistive technologies find the order, the checks, the panels, and the messages of a page`()
        async throws
    {
        try await RunningTickets.run { service, address, tabs in
            let tab = try await open(tabs, address + "?status=open")
            var tree = try await tab.accessibilityTree
            expectNames(tree)
            // The messages have their place from the beginning, so that their texts are heard.
            #expect(tree.count { $0.role == "status" && $0["live"] == "polite" } == 1)
            let sorted =
                "[...probe.table.querySelectorAll('[aria-sort]')].map(th => th.ariaSort + th.cellIndex)+''"
            #expect(try await tab.evaluate(sorted) == "")
            try await tab.press(on: "thead th:nth-child(3) button")
            try await tab.waitForAddress("/?sort=-opened&status=open")
            #expect(try await tab.evaluate(sorted) == "descending2")
            try await tab.pressEnter()
            try await tab.waitForAddress("/?sort=opened&status=open")
            #expect(try await tab.evaluate(sorted) == "ascending2")
            tree = try await tab.accessibilityTree
            #expect(tree.contains { $0.role == "StaticText" && $0.name.contains("Opened ascending") })
            expectNames(tree)

            // A panel.
            let filters = { (tree: [AccessibilityNode]) in
                tree.first { $0.name.hasPrefix("Filter") && $0["expanded"] != .null }
            }
            #expect(filters(tree)?["expanded"] == false)
            try await tab.press(on: ".filters summary")
            tree = try await tab.accessibilityTree
            #expect(filters(tree)?["expanded"] == true)
            expectNames(tree)
            try await tab.press("Escape", code: 27)

            // Check boxes.
            func checks(_ tree: [AccessibilityNode]) -> [String: Int] {
                Dictionary(grouping: tree.filter { $0.role == "checkbox" }) { "\($0["checked"])" }
                    .mapValues(\.count)
            }
            #expect(checks(tree)["mixed"] == nil)
            let id = try await tab.evaluate("document.querySelector('tbody [name=row]').ariaLabel").text ?? ""
            try await tab.press(on: "tbody tr:first-child [name=row]")
            tree = try await tab.accessibilityTree
            #expect(tree.first { $0.role == "checkbox" && $0.name == id }?["checked"] == "true")
            #expect(checks(tree)["mixed"] == 1)
            #expect(tree.contains { $0.role == "StaticText" && $0.name == "1 checked" })
            try await tab.press(on: "[data-all]")
            tree = try await tab.accessibilityTree
            #expect(checks(tree)["mixed"] == nil && checks(tree)["true"] == 26)
            expectNames(tree)

            // A question, and its outcome.
            try await tab.press(on: ".many [value=assign]")
            try await tab.wait("probe.dialog?.querySelector('select')")
            tree = try await tab.accessibilityTree
            let dialog = tree.first { $0.role == "dialog" }
            #expect(dialog?.name == "Assign: 25 rows?" && dialog?["modal"] == true)
            #expect(tree.contains { $0.role == "combobox" && $0.name == "Person" })
            // Nothing behind the question is there.
            #expect(!tree.contains { $0.role == "searchbox" })
            expectNames(tree)
            let closed = try #require(try await tab.checkedRows.first)
            var viewer = try await service.viewer("/?status=open&size=100")
            try await viewer.press("Close", in: closed)
            try await Task.sleep(for: .milliseconds(450))
            try await tab.press(on: "dialog [name=confirmed]")
            try await tab.wait("probe.status.dataset.liveOutcome === 'failed'")
            tree = try await tab.accessibilityTree
            #expect(
                tree.contains {
                    $0.role == "StaticText" && $0.name.contains("24 of 25 rows: done. \(closed): ")
                })
            expectNames(tree)
        }
    }

    @Test func `Assistive technologies find names and states of folds, edits, details, and cells`()
        async throws
    {
        try await RunningNotes.run { _, address, tabs in
            let tab = try await open(tabs, address)
            var tree = try await tab.accessibilityTree
            expectNames(tree)
            let names = Set(tree.filter { $0["focusable"] == true }.map(\.name))
            for name in ["Edit Title, 3", "Edit Hours, 3"] { #expect(names.contains(name), "\(names)") }
            func folds(_ tree: [AccessibilityNode]) -> [JSON] {
                tree.filter { $0.role == "checkbox" && $0.name.contains("to do") }.map { $0["checked"] }
            }
            #expect(folds(tree) == ["false"], "\(names)")
            try await tab.press(on: "[data-head='to do'] .fold")
            #expect(folds(try await tab.accessibilityTree) == ["true"])
            try await tab.press(on: "[data-head='to do'] .fold")

            // A grid has the names of the table.
            let cells = tree.filter { $0.role == "cell" }.map(\.name)
            try await tab.evaluate("probe.table.focus()")
            try await tab.pressEnter()
            tree = try await tab.accessibilityTree
            #expect(tree.contains { $0.role == "grid" && $0.name.hasPrefix("Notes") })
            #expect(tree.filter { $0.role == "gridcell" }.map(\.name) == cells && !cells.isEmpty)
            expectNames(tree)

            try await tab.press(on: "[data-row='to do/5'] .open")
            try await tab.wait("document.activeElement.matches('aside.details')")
            tree = try await tab.accessibilityTree
            #expect(tree.contains { $0.role == "complementary" && $0["focused"] == true && $0.name != "" })
            expectNames(tree)
            try await tab.press(on: "aside .edit")
            try await tab.wait("probe.dialog?.open")
            tree = try await tab.accessibilityTree
            #expect(tree.contains { $0.role == "dialog" && $0.name != "" && $0["modal"] == true })
            expectNames(tree)
        }
    }

    @Test func `The keyboard reaches and uses each control, in the order of the page`() async throws {
        try await RunningTickets.run { service, address, tabs in
            let tab = try await open(tabs, address + "?status=open")
            // What has the focus, as the first of these selectors that it matches.
            let kinds = [
                "[type=search]", ".filters summary", ".columns summary", ".applied a", "table", "[data-all]",
                "thead button", "[name=row]", "tbody button", ".sizes a", ".pages [rel]", ".many button",
            ]
            func kind() async throws -> String {
                try await tab.evaluate(
                    """
                    \(JSON.array(kinds.map { .string($0) }).source)
                      .find(kind => document.activeElement.matches(kind))
                      ?? document.activeElement.outerHTML
                    """
                ).text ?? ""
            }
            /// Presses Tab until a part has the focus.
            func move(to selector: String) async throws {
                for _ in 0..<200 {
                    try await tab.press("Tab", code: 9)
                    let node = JSON.string(selector).source
                    if try await tab.evaluate("document.activeElement.matches(\(node))") == true { return }
                }
                Issue.record("Tab does not reach \(selector).")
            }
            try await tab.evaluate("probe.table.querySelector('[name=row]').click()")
            var found: [String] = []
            for _ in 0..<200 where found.last != ".many button" {
                try await tab.press("Tab", code: 9)
                let kind = try await kind()
                if found.last != kind { found.append(kind) }
            }
            var order: [String] = []
            for kind in found where !order.contains(kind) { order.append(kind) }
            let isDownload = { (kind: String) in kind.contains("format=") }
            #expect(order.filter { !isDownload($0) } == kinds, "\(order)")

            // Each is used without a mouse.
            try await tab.evaluate("document.activeElement.blur(), getSelection().collapse(document.body, 0)")
            try await move(to: "[type=search]")
            try await tab.call("Input.insertText", ["text": "e"])
            try await tab.waitForAddress("/?q=e&status=open")
            try await move(to: ".filters summary")
            try await tab.pressEnter()
            try await move(to: "[name=priority][value=high]")
            try await tab.press(" ", code: 32, text: " ")
            try await tab.wait("location.search.includes('priority=high')")
            try await tab.press("Escape", code: 27)
            try await move(to: ".columns summary")
            try await tab.pressEnter()
            try await move(to: "[name=columns][value=opened]")
            try await tab.press(" ", code: 32, text: " ")
            try await tab.wait(
                "location.search.includes('columns=')"
            )
            try await tab.press("Escape", code: 27)
            try await move(to: ".applied a[aria-label*='high']")
            try await tab.pressEnter()
            try await tab.wait(
                "!location.search.includes('high') && document.activeElement.closest('table, .applied')")
            try await move(to: "thead th:nth-child(3) button")
            try await tab.pressEnter()
            try await tab.wait("location.search.includes('sort=customer')")
            try await move(to: ".sizes a")
            try await tab.pressEnter()
            try await tab.wait("location.search.includes('size=50')")
            try await move(to: "[rel=next]")
            try await tab.pressEnter()
            try await tab.wait("location.search.includes('start=50')")
            try await tab.evaluate("probe.table.focus()")
            try await move(to: "[name=row]")
            let row = try await tab.evaluate("document.activeElement.value.split('/')[1]").text ?? ""
            try await tab.press(" ", code: 32, text: " ")
            #expect(try await tab.checkedRows == [row])
            try await move(to: ".many [value=close]")
            try await tab.press(" ", code: 32, text: " ")
            try await tab.wait("probe.dialog?.open")
            try await tab.evaluate("probe.dialog.querySelector('a').focus()")
            try await move(to: "[name=confirmed]")
            try await Task.sleep(for: .milliseconds(450))
            try await tab.pressEnter()
            try await tab.wait("probe.status.dataset.liveOutcome === 'sent'")
            // The focus is somewhere, and not lost.
            try await tab.wait("!probe.dialog && document.activeElement !== document.body")
            #expect(await service.tickets.store.tickets.first { "\($0.id)" == row }?.isOpen == false)
            #expect(try await tab.evaluate("isMarked") == true)
        }
    }

    @Test func `A button for checked rows that vanishes leaves the focus to the table`() async throws {
        try await RunningTickets.run { service, address, tabs in
            let tab = try await open(tabs, address + "?status=open")
            try await tab.press(on: "tbody tr:nth-child(2) [name=row]")
            let row = try #require(try await tab.checkedRows.first)
            try await tab.evaluate("document.querySelector('.many [value=close]').focus()")
            var viewer = try await service.viewer("/?status=open&size=100")
            try await viewer.press("Close", in: row)
            try await tab.wait("!document.querySelector('.many [value=close]')")
            #expect(try await tab.evaluate("document.activeElement === probe.table") == true)
        }
    }

    /// Checks that each part that can have the focus has a name.
    private func expectNames(_ tree: [AccessibilityNode], location: SourceLocation = #_sourceLocation) {
        #expect(!tree.isEmpty, sourceLocation: location)
        // A cell and a row are read with what is in them.
        let nameless = tree.filter {
            $0["focusable"] == true && $0.name.isEmpty && !["gridcell", "cell", "row"].contains($0.role)
        }
        #expect(nameless.map(\.role) == [], sourceLocation: location)
    }
}

/// A part of a page, as assistive technologies find it.
struct AccessibilityNode {
    let role: String
    let name: String
    private let properties: [JSON: JSON]

    fileprivate init?(_ node: JSON) {
        guard node["ignored"] != true, let role = node["role"]["value"].text else { return nil }
        self.role = role
        name = node["name"]["value"].text ?? ""
        properties = Dictionary(
            node["properties"].list.map { ($0["name"], $0["value"]["value"]) }, uniquingKeysWith: { $1 })
    }

    /// Returns a state, such as `checked`, or `null` if the part does not have it.
    subscript(state: String) -> JSON { properties[.string(state)] ?? .null }
}

extension Tab {
    /// The parts that assistive technologies find.
    fileprivate var accessibilityTree: [AccessibilityNode] {
        get async throws {
            try await call("Accessibility.getFullAXTree")["nodes"].list.compactMap(AccessibilityNode.init)
        }
    }
}
