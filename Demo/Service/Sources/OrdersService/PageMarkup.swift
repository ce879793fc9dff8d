import Orders
import TableAgent
import TableLive
import TableSurfaces

extension HTMLPage {
    /// Returns the markup around a page of orders: filters, messages, and links to other pages and formats.
    ///
    /// - Parameter isStale: Whether the page may be out of date. With the script, a viewer learns this from the messages.
    static func orders(_ page: OrdersPage, isStale: Bool) -> HTMLPage {
        let query = page.query
        let language = query.language ?? .english
        var all = query
        all.position = .all
        var result = service(OrdersReformer.caption(of: page), of: query, in: query.language)
        result.top += "\n<p role=\"status\" data-live-status></p>"
        if isStale {
            result.top += """

                <noscript><p role="alert">\(language.text(
                    "The database does not answer. This page may be out of date.",
                    "Die Datenbank antwortet nicht. Diese Seite ist vielleicht nicht mehr aktuell."))</p></noscript>
                """
        }
        result.bottom =
            noOrders(page)
            + nav(language.text("Pages", "Seiten"), pageLinks(page), attribute: " class=\"pills\"")
            + result.bottom
        result.bottom += "\n<footer>\n"
        result.bottom += nav(
            language.text("Formats of this page", "Formate dieser Seite"),
            formatLinks(language.text("This page:", "Diese Seite:"), query))
        result.bottom += nav(
            language.text("Formats of all pages", "Formate aller Seiten"),
            formatLinks(language.text("All pages:", "Alle Seiten:"), all))
        result.bottom += "</footer>"
        return result
    }

    /// Returns the markup around a question about an order of a page.
    static func question(_ page: OrdersPage) -> HTMLPage {
        service(OrdersReformer.caption(of: page), of: page.query, in: page.query.language)
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
        page.top += nav("Status", statusLinks(query, name), attribute: " class=\"pills\"")
        if let query, query.customer != nil {
            let address = OrderQuery(status: query.status, language: name).address
            let all = language.text("All customers", "Alle Kunden")
            page.top += nav(language.text("Customers", "Kunden"), [link(all, to: address)])
        }
        if let query { page.top += nav(language.text("Language", "Sprache"), languageLinks(query)) }
        page.top += "</header>\n<main>"
        page.bottom = "</main>"
        return page
    }

    /// Returns a sentence for a page without orders, with links to pages that may have orders.
    ///
    /// A live page can lose its last order, so every page has the sentence, and the stylesheet shows or
    /// hides it.
    private static func noOrders(_ page: OrdersPage) -> String {
        let name = page.query.language
        let language = name ?? .english
        var links: [String] = []
        if let customer = page.customer, let status = page.query.status {
            let ofCustomer = OrderQuery(customer: customer.id, language: name).address
            let all = language.text("All orders of", "Alle Bestellungen von")
            links.append(link("\(all) \(customer.name)", to: ofCustomer))
            let ofStatus = OrderQuery(status: status, language: name).address
            let customers = language.text("of all customers", "aller Kunden")
            links.append(link("\(status.orders(in: language)) \(customers)", to: ofStatus))
        }
        let all = language.text("All orders", "Alle Bestellungen")
        links.append(link(all, to: OrderQuery(language: name).address))
        let text = language.text(
            "There are no orders on this page.", "Auf dieser Seite gibt es keine Bestellungen.")
        return """
            <div class="empty"\(page.orders.isEmpty ? "" : " hidden")>
            <p>\(text)</p>
            \(nav(language.text("Other orders", "Andere Bestellungen"), links, attribute: " class=\"pills\""))</div>

            """
    }

    private static func statusLinks(_ query: OrderQuery?, _ name: OrderLanguage?) -> [String] {
        let language = name ?? .english
        return ([nil] + OrderStatus.allCases).map { (status: OrderStatus?) in
            let isCurrent = query != nil && query?.status == status
            let address = OrderQuery(status: status, customer: query?.customer, language: name).address
            let title = status?.title(in: language) ?? language.text("All", "Alle")
            return link(title, to: address, attribute: isCurrent ? " aria-current=\"page\"" : "")
        }
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

    private static func pageLinks(_ page: OrdersPage) -> [String] {
        let language = page.query.language ?? .english
        var links: [String] = []
        func add(_ text: String, at position: OrderQuery.Position, attribute: String = "") {
            var query = page.query
            query.position = position
            links.append(link(text, to: query.address, attribute: attribute))
        }
        if page.newerCount > 0 {
            add(language.text("Newest orders", "Neueste Bestellungen"), at: .newest)
            let newer = language.text("← Newer orders", "← Neuere Bestellungen")
            add(newer, at: .before(page.query.start - 1), attribute: " rel=\"prev\"")
        }
        if page.next != nil, let last = page.orders.last {
            let older = language.text("Older orders →", "Ältere Bestellungen →")
            add(older, at: .after(last.id), attribute: " rel=\"next\"")
            add(language.text("Oldest orders", "Älteste Bestellungen"), at: .before(0))
        }
        return links
    }

    private static func formatLinks(_ title: String, _ query: OrderQuery) -> [String] {
        ["<span>\(title)</span>"]
            + TableFormats.orders().formats.map { format in
                link(
                    format.name == "text" && query.language == .german ? "Text" : format.name,
                    to: query.address("orders.\(format.fileExtension)"))
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
