import Orders
import TableAgent
import TableLive
import TableSurfaces

extension HTMLPage {
    /// Returns the markup around a page of orders, with its controls.
    ///
    /// - Parameters:
    ///   - query: The query of the page.
    ///   - controls: The search and the filters, or nothing around a question.
    ///   - isStale: Whether the page may be out of date. With the script, a viewer learns this from the messages.
    static func orders(_ query: OrderQuery, controls: String = "", isStale: Bool = false) -> HTMLPage {
        let language = query.language ?? .english
        var result = service(language.text("Orders", "Bestellungen"), of: query, in: query.language)
        result.top += "\n<p role=\"status\" data-live-status></p>\n"
        if isStale {
            result.top += """
                <noscript><p role="alert">\(language.text(
                    "The database does not answer. This page may be out of date.",
                    "Die Datenbank antwortet nicht. Diese Seite ist vielleicht nicht mehr aktuell."))</p></noscript>

                """
        }
        result.top += controls
        return result
    }

    /// Returns the markup around an error that belongs to no page: the reason and the next step.
    static func error(_ error: LiveRefusal, in words: TableWords) -> HTMLPage {
        let isOurs = error.status >= 500
        let title =
            isOurs
            ? words.text("The service can’t answer", "Der Dienst kann nicht antworten")
            : words.text("The page can’t be shown", "Die Seite lässt sich nicht zeigen")
        let language: OrderLanguage? = words.language == "de" ? .german : nil
        let all = words.text("Show all orders", "Alle Bestellungen zeigen")
        var links = [link(all, to: OrderQuery(language: language).address)]
        // An empty address is the address of the page itself.
        if isOurs { links.insert(link(words.text("Try again", "Noch einmal versuchen"), to: ""), at: 0) }
        var page = service(title, of: nil, in: language)
        let message = HTMLFormat.escape(error.message(in: words))
        page.top += "\n<h2>\(title)</h2>\n<p role=\"alert\">\(message)</p>\n"
        page.top += nav(words.text("Next steps", "Wie es weitergeht"), links, attribute: " class=\"pills\"")
        return page
    }

    /// Returns the markup around a table without live updates.
    static func plain(_ language: OrderLanguage) -> HTMLPage {
        HTMLPage(
            language.text("Orders", "Bestellungen"), language: language.rawValue,
            stylesheet: .linked("/table.css"))
    }

    /// - Parameters:
    ///   - title: The title of the page.
    ///   - query: The query of the page, if there is one.
    ///   - name: The language of the addresses, or `nil` for English.
    private static func service(
        _ title: String, of query: OrderQuery?, in name: OrderLanguage?
    ) -> HTMLPage {
        let language = name ?? .english
        var page = plain(language)
        page.title = title
        let home = link(language.text("Orders", "Bestellungen"), to: OrderQuery(language: name).address)
        page.top = "<header>\n<h1>\(home)</h1>\n"
        if let query { page.top += nav(language.text("Language", "Sprache"), languageLinks(query)) }
        page.top += "</header>\n<main>"
        page.bottom = "</main>"
        return page
    }

    /// Returns links to the same page in each language.
    private static func languageLinks(_ query: OrderQuery) -> [String] {
        [(OrderLanguage.english, "English"), (.german, "Deutsch")].map { language, name in
            var other = query
            other.language = language
            let isCurrent = (query.language ?? .english) == language
            let attribute = " lang=\"\(language.rawValue)\"" + (isCurrent ? " aria-current=\"page\"" : "")
            return link(name, to: other.address, attribute: attribute)
        }
    }

    private static func nav(_ label: String, _ links: [String], attribute: String = "") -> String {
        links.isEmpty
            ? "" : "<nav aria-label=\"\(label)\"\(attribute)>\(links.joined(separator: " "))</nav>\n"
    }

    private static func link(_ text: String, to address: String, attribute: String = "") -> String {
        "<a href=\"\(HTMLFormat.escape(address))\"\(attribute)>\(HTMLFormat.escape(text))</a>"
    }
}
