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
        var all = query
        all.position = .all
        var result = service(OrdersReformer.caption(of: page), query)
        result.top += "\n<p role=\"status\" data-live-status></p>"
        if isStale {
            result.top += """

                <noscript><p role="alert">The database does not answer. This page may be out of date.</p></noscript>
                """
        }
        result.bottom = noOrders(page) + nav("Pages", pageLinks(page), " class=\"pills\"") + result.bottom
        result.bottom += "\n<footer>\n"
        result.bottom += nav("Formats of this page", formatLinks("This page:", query))
        result.bottom += nav("Formats of all pages", formatLinks("All pages:", all))
        result.bottom += "</footer>"
        return result
    }

    /// Returns the markup around a question about an order of a page.
    static func question(_ page: OrdersPage) -> HTMLPage {
        service(OrdersReformer.caption(of: page), page.query)
    }

    /// Returns the markup around an error that belongs to no page: the reason and the next step.
    static func error(_ error: LiveRefusal) -> HTMLPage {
        let isOurs = error.status >= 500
        let title = isOurs ? "The service can’t answer" : "The page can’t be shown"
        var links = [link("Show all orders", "/")]
        // An empty address is the address of the page itself.
        if isOurs { links.insert(link("Try again", ""), at: 0) }
        var page = service(title, nil)
        page.top += "\n<h2>\(title)</h2>\n<p role=\"alert\">\(HTMLFormat.escape(error.message))</p>\n"
        page.top += nav("Next steps", links, " class=\"pills\"")
        return page
    }

    /// The markup around a table without live updates.
    static let plain = HTMLPage("Orders", language: "en", stylesheet: .linked("/table.css"))

    private static func service(_ title: String, _ query: OrderQuery?) -> HTMLPage {
        var page = plain
        page.title = title
        page.top = "<header>\n<h1>\(link("Orders", "/"))</h1>\n"
        page.top += nav("Status", statusLinks(query), " class=\"pills\"")
        if let query, query.customer != nil {
            let address = OrderQuery(status: query.status).address
            page.top += nav("Customers", [link("All customers", address)])
        }
        page.top += "</header>\n<main>"
        page.bottom = "</main>"
        return page
    }

    /// Returns a sentence for a page without orders, with links to pages that may have orders.
    ///
    /// A live page can lose its last order, so every page has the sentence, and the stylesheet shows or
    /// hides it.
    private static func noOrders(_ page: OrdersPage) -> String {
        var links: [String] = []
        if let customer = page.customer, let status = page.query.status {
            let ofCustomer = OrderQuery(customer: customer.id).address
            links.append(link("All orders of \(customer.name)", ofCustomer))
            let ofStatus = OrderQuery(status: status).address
            links.append(link("\(status.title) orders of all customers", ofStatus))
        }
        links.append(link("All orders", "/"))
        return """
            <div class="empty"\(page.orders.isEmpty ? "" : " hidden")>
            <p>There are no orders on this page.</p>
            \(nav("Other orders", links, " class=\"pills\""))</div>

            """
    }

    private static func statusLinks(_ query: OrderQuery?) -> [String] {
        ([nil] + OrderStatus.allCases).map { (status: OrderStatus?) in
            let isCurrent = query != nil && query?.status == status
            let address = OrderQuery(status: status, customer: query?.customer).address
            return link(status?.title ?? "All", address, isCurrent ? " aria-current=\"page\"" : "")
        }
    }

    private static func pageLinks(_ page: OrdersPage) -> [String] {
        var links: [String] = []
        func add(_ text: String, _ position: OrderQuery.Position, _ attribute: String = "") {
            var query = page.query
            query.position = position
            links.append(link(text, query.address, attribute))
        }
        if page.newerCount > 0 {
            add("Newest orders", .newest)
            add("← Newer orders", .before(page.query.start - 1), " rel=\"prev\"")
        }
        if page.next != nil, let last = page.orders.last {
            add("Older orders →", .after(last.id), " rel=\"next\"")
            add("Oldest orders", .before(0))
        }
        return links
    }

    private static func formatLinks(_ title: String, _ query: OrderQuery) -> [String] {
        ["<span>\(title)</span>"]
            + TableFormats.orders().formats.map { format in
                link(format.name, query.address("orders.\(format.fileExtension)"))
            }
    }

    private static func nav(_ label: String, _ links: [String], _ attribute: String = "") -> String {
        links.isEmpty
            ? "" : "<nav aria-label=\"\(label)\"\(attribute)>\(links.joined(separator: " "))</nav>\n"
    }

    private static func link(_ text: String, _ address: String, _ attribute: String = "") -> String {
        "<a href=\"\(HTMLFormat.escape(address))\"\(attribute)>\(HTMLFormat.escape(text))</a>"
    }
}
