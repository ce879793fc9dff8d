import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Orders
import TableLive
import Testing

@testable import OrdersService

struct GermanPageTests {
    /// The text of markup that people see or hear, without the names of customers and cities.
    private func visible(_ markup: String) -> String {
        let rows = markup.replacing(/<td dir="auto"><a href="\/\?customer=.*?<\/td>.*?<\/td>/, with: "")
            .replacing(/(Bestellung [0-9]+, )[^"<]*? (bezahlen|stornieren|versenden|erstatten)/) {
                "\($0.1) \($0.2)"
            }
        let labels = rows.matches(of: /(?:aria-label|data-texts)="([^"]*)"/).map { String($0.1) }
        return rows.replacing(/<[^>]*>/, with: " ") + labels.joined(separator: " ")
    }

    /// Returns the English words of a text.
    private func english(_ text: String) -> Set<String> {
        let words = """
            order orders total pay cancel ship refund open paid shipped refunded cancelled customer customers city placed \
            received page pages all the this language actions newest older oldest newer back amount there of done sending
            """
        return Set(text.lowercased().split { !$0.isLetter }.map(String.init))
            .intersection(words.split(separator: " ").map(String.init))
    }

    @Test(arguments: [
        "/?language=de", "/?language=de&status=open",
        "/?customer=~a&language=de&status=cancelled&sort=-total",
        "/?after=400&language=de", "/?format=html&language=de", "/?language=de&start=last",
        "/?q=x&language=de",
    ])
    func `A German page has no English word`(uri: String) async throws {
        let fixture = try await Fixture()
        try await fixture.withRouter { client in
            let page = try await client.execute(uri: uri, method: .get)
            #expect(page.status == .ok && page.text.contains("<html lang=\"de\">"))
            let text = visible(page.text)
            // The names of the texts for the script are English.
            let found = english(text.replacing("&quot;sending&quot;:", with: ""))
            #expect(found == [], "\(text.prefix(20_000))")
            // All links stay German, except for the one to the English page.
            let links = page.text.matches(of: /href="(\/(?:\?|orders)[^"]*)"/).map(\.1)
            let others = links.filter { !$0.contains("language=de") }
            #expect(others.count == (uri.contains("format") ? 0 : 1))
            #expect(others.allSatisfy { $0.contains("language=en") })
        }
    }

    @Test func `An address without fields has the language that the client prefers`() async throws {
        let fixture = try await Fixture()
        try await fixture.withRouter { client in
            for (uri, header, language) in [
                ("/", "de-CH, en;q=0.5", "de"), ("/", "en", "en"), ("/?status=open", "de", "en"),
                ("/?language=en", "de", "en"),
            ] {
                let page = try await client.execute(
                    uri: uri, method: .get, headers: [.acceptLanguage: header])
                #expect(page.text.contains("<html lang=\"\(language)\">"), "\(uri) \(header)")
                #expect(page.headers[.vary] == "Accept, Accept-Language, Accept-Encoding")
            }
        }
    }

    @Test func `Refusals of a German page are German`() async throws {
        let fixture = try await Fixture()
        try await fixture.withRouter { client in
            let order = try await fixture.order(.paid)
            for (action, text) in [
                ("pay/open/\(order.id)", "Die Bestellung \(order.id) ist schon bezahlt"),
                ("pay/open/99999", "Die Bestellung 99999 gibt es nicht."),
                ("x/open/\(order.id)", "Die Zeile gibt es nicht mehr."),
                ("", "Die Zeile gibt es nicht mehr."),
            ] {
                let visitor = try await Visitor(client, "/?language=de")
                for type in ["text/html", "application/json"] {
                    let response = try await visitor.post(["action": action], headers: [.accept: type])
                    #expect(response.text.contains(text), "\(action): \(response.text.suffix(300))")
                }
            }
            for (uri, text) in [
                ("/x?language=de", "Unter dieser Adresse gibt es nichts."),
                ("/?language=de&status=x", "Das Feld „status“ hat „x“."),
                ("/?language=de&total=x", "Schreiben Sie eine Zahl wie 1234.50."),
                ("/?language=de&placed=x", "Schreiben Sie ein Datum wie 2026-10-19"),
                ("/?language=de&after=x", "Diese Seite gibt es nicht."),
                ("/?language=de&size=x", "Die Adresse passt nicht zur Tabelle."),
            ] {
                let response = try await client.execute(
                    uri: uri, method: .get, headers: [.accept: "text/html"])
                #expect(response.text.contains(text) && response.text.contains("<html lang=\"de\">"))
                // The values of an address are the same in all languages.
                let values = "open, paid, shipped, refunded, cancelled"
                #expect(
                    english(
                        visible(response.text.replacing(values, with: "").replacing(/„[a-z]+“/, with: "")))
                        == [])
            }
            #expect(try await client.execute(uri: "/?language=fr", method: .get).status == .badRequest)
        }
    }

    @Test func `A question of a German page is German`() async throws {
        let fixture = try await Fixture()
        try await fixture.withRouter { client in
            let order = try await fixture.order(.paid)
            let visitor = try await Visitor(client, "/?language=de&status=paid")
            let response = try await visitor.post(
                ["action": "refund/paid/\(order.id)", "input.amount": "0", "confirmed": "?"],
                headers: [.accept: "text/html"])
            #expect(response.text.contains("muss eine Zahl von 0.01 bis"))
            #expect(response.text.contains(">Zurück</a>"))
            #expect(english(visible(response.text)) == [])
        }
    }
}
