import Orders
import TableAgent
import TableSurfaces

extension HTMLPage {
    /// Returns the markup around a page of orders: filters, messages, and links to other pages and formats.
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

    /// Returns the markup around an error that belongs to no page.
    static func error(_ error: ServiceError) -> HTMLPage {
        service("\(error.status)", statusLinks(nil), error.message)
    }

    /// The markup around a table without live updates.
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
            let isCurrent = query != nil && query?.status == status
            let address = OrderQuery(status: status, customer: query?.customer).address("/")
            return link(status?.title ?? "All", address, isCurrent ? " aria-current=\"page\"" : "")
        }
        if let query, query.customer != nil {
            links.append(link("All customers", OrderQuery(status: query.status).address("/")))
        }
        return links
    }

    private static func pageLinks(_ page: OrdersPage) -> [String] {
        let number = page.query.page ?? 1
        var (newer, older) = (page.query, page.query)
        (newer.page, older.page) = (number - 1, number + 1)
        var newest = page.query
        newest.page = 1
        return (number > 2 ? [link("Newest orders", newest.address("/"))] : [])
            + (number > 1 ? [link("← Newer orders", newer.address("/"), " rel=\"prev\"")] : [])
            + (page.hasMore ? [link("Older orders →", older.address("/"), " rel=\"next\"")] : [])
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
        "<a href=\"\(HTMLFormat.escape(address))\"\(attribute)>\(HTMLFormat.escape(text))</a>"
    }
}
