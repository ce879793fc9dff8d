import Orders
import Testing

/// Tests of the service's page in German.
extension BrowserTests {
    @Test func `A German page shows an outcome, a refusal, and a dead connection in German`() async throws {
        let service = try await RunningService(Store())
        try await Browser.shared.value.withTabs { tabs in
            let tab = try await tabs.open(service.address + "?status=open")
            try await tab.show()
            // The link leads to the same page in the other language.
            let link = try await tab.evaluate("document.querySelector('a[lang=de]').href").text
            try await tab.go(to: link ?? "")
            try await tab.wait("document.documentElement.lang === 'de'")
            #expect(
                try await tab.evaluate(
                    "document.querySelector('table caption').textContent.startsWith('Bestellungen ')") == true
            )
            // Only the names of the languages and of formats are not German.
            let text = try await tab.evaluate("document.body.innerText").text ?? ""
            #expect(!text.contains(/\b(order|orders|Total|Pay|Cancel|Open|Customer|City|page|All|open)\b/))

            let done = try await tab.firstOpenOrder
            try await tab.evaluate("probe.button('open/\(done)', 'Bezahlen').click()")
            try await tab.wait("probe.status.textContent.endsWith('bezahlen: Erledigt.')")
            try await tab.wait("!probe.row('open/\(done)')")

            // Another program is faster than the question.
            let refused = try await tab.firstOpenOrder
            try await tab.evaluate("probe.button('open/\(refused)', 'Stornieren').click()")
            try await tab.wait("probe.dialog?.textContent.includes('Zurück')")
            try await service.carryOut(.pay, order: refused)
            try await Task.sleep(for: .milliseconds(500))
            try await tab.evaluate("probe.dialog.querySelector('button').click()")
            let reason = "Die Bestellung \(refused) ist schon bezahlt, deshalb ist das nicht mehr möglich."
            try await tab.wait("probe.status.textContent.includes('\(reason)')")

            try await service.stop()
            let stale = "Die Verbindung ist unterbrochen. Die Tabelle ist vielleicht nicht mehr aktuell."
            try await tab.wait("probe.status.textContent.includes('\(stale)')")
            let held = try await tab.firstOpenOrder
            try await tab.evaluate("probe.button('open/\(held)', 'Bezahlen').click()")
            try await tab.wait("probe.status.textContent.includes('Nicht gesendet, weil die Tabelle')")
            let status = try await tab.evaluate("probe.status.textContent").text ?? ""
            #expect(!status.contains(/\b(The|This|order|Done|connection|sent)\b/))
        }
    }
}
