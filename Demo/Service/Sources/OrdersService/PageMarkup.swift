import Orders
import TableAgent
import TableSurfaces

extension HTMLPage {
    /// Returns what stands around a page of orders: filters, messages, and links to other pages and formats.
    static func orders(_ page: OrdersPage, alert: String? = nil) -> HTMLPage {
        let query = page.query
        var bottom = nav("Pages", pageLinks(page))
        bottom += nav("Formats", formatLinks("This page:", query))
        var all = query
        all.page = nil
        bottom += nav("All orders", formatLinks("All orders:", all))
        var result = service(OrdersReformer.caption(of: page), statusLinks(query), alert)
        result.top += "\n<p role=\"status\" data-live-status></p>"
        result.bottom = bottom
        return result
    }

    /// Returns what stands around an error that belongs to no page.
    static func error(_ error: ServiceError) -> HTMLPage {
        service("\(error.status)", statusLinks(nil), error.message)
    }

    /// Returns what stands around a table that does not change.
    static let plain = HTMLPage("Orders", language: "en", stylesheet: .linked("/table.css"))

    private static func service(_ title: String, _ links: [String], _ alert: String?) -> HTMLPage {
        var page = plain
        page.title = title
        page.head = "<script src=\"/live.js\" defer></script>"
        page.top = "<header><h1>Orders</h1>\(nav("Status", links))</header>"
        if let alert { page.top += "\n<p role=\"alert\">\(HTMLFormat.escape(alert))</p>" }
        return page
    }

    private static func statusLinks(_ query: OrderQuery?) -> [String] {
        var links = ([nil] + OrderStatus.allCases).map { (status: OrderStatus?) in
            let address = OrderQuery(status: status, customer: query?.customer).address("/")
            return link(
                status?.title ?? "All", address, query != nil && query?.status == status ? "aria-current=\"page\"" : "")
        }
        if let query, query.customer != nil {
            links.append(link("All customers", OrderQuery(status: query.status).address("/")))
        }
        return links
    }

    private static func pageLinks(_ page: OrdersPage) -> [String] {
        guard let number = page.query.page else { return [] }
        var links: [String] = []
        var other = page.query
        if number > 1 {
            other.page = number - 1
            links.append(link("← Newer orders", other.address("/"), "rel=\"prev\""))
        }
        if page.hasMore {
            other.page = number + 1
            links.append(link("Older orders →", other.address("/"), "rel=\"next\""))
        }
        return links
    }

    private static func formatLinks(_ title: String, _ query: OrderQuery) -> [String] {
        ["<span>\(title)</span>"]
            + TableFormats.standard.formats.map { format in
                link(format.name, query.address("/orders.\(format.fileExtension)"))
            }
    }

    private static func nav(_ label: String, _ links: [String]) -> String {
        links.isEmpty ? "" : "<nav aria-label=\"\(label)\">\(links.joined(separator: " "))</nav>\n"
    }

    private static func link(_ text: String, _ address: String, _ attribute: String = "") -> String {
        "<a href=\"\(HTMLFormat.escape(address))\" \(attribute)>\(HTMLFormat.escape(text))</a>"
    }
}

extension HTMLFormat {
    /// The stylesheet of the service: the library's, and rules for what stands around a table and for a phone.
    static let serviceStylesheet =
        stylesheet + """
            header { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.25rem 1.5rem; }
            h1 { margin: 0; font-size: 1.4rem; }
            nav { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; padding: 0.5rem 0; }
            nav a { padding: 0.15rem 0; }
            nav span { color: var(--faint); }
            nav [aria-current] { color: inherit; font-weight: 600; text-decoration: none; }
            caption { padding-left: 0; font-size: 1.15rem; }
            [data-live-status] { min-height: 1.45em; margin: 0; color: var(--faint); }
            [data-live-status="stale"] { color: var(--warning); }
            [data-live-status="failed"], [role="alert"] { color: var(--negative); font-weight: 600; }
            .actions { white-space: nowrap; }
            @media (max-width: 48rem) {
              body { font-size: 14px; }
              table, caption, tbody, tfoot { display: block; width: auto; }
              thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
              tr { display: grid; grid-template-columns: 4rem 1fr auto; gap: 0 0.75rem; padding: 0.4rem 0; }
              tr > * { padding: 0.05rem 0; border: 0; }
              .head > * { grid-column: 1 / -1; padding-top: 1rem; }
              .foot > :empty, tr > :nth-child(4), tr:not(.foot) > :nth-child(6) { display: none; }
              tr > :nth-child(2) { order: 1; grid-column: 2 / 3; color: var(--faint); }
              tr:not(.foot) > :nth-child(7) { order: 2; text-align: right; }
              .actions { order: 3; grid-column: 2 / -1; }
              .actions:empty { display: none; }
              .actions button { padding: 0.35rem 1rem; margin: 0.25rem 0; font-size: 1rem; }
              .foot > th { grid-column: 1 / 3; }
            }

            """
}
