import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Orders
import TableLive
import TableSurfaces
import Testing

@testable import OrdersService

struct RouteTests {
    private static let policy = """
        default-src 'none'; script-src 'self'; style-src 'self' '\(HTMLFormat.stylesheetHash)'; \
        connect-src 'self'; img-src 'self'; \
        form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; \
        trusted-types table-live
        """

    @Test func `The page has its orders, links, a live table, and strict headers`() async throws {
        let fixture = try await Fixture()
        try await fixture.withRouter { client in
            let page = try await client.execute(uri: "/?status=open", method: .get)
            #expect(page.status == .ok)
            #expect(page.headers[.contentType] == "text/html; charset=utf-8")
            #expect(page.headers[.contentSecurityPolicy] == Self.policy)
            #expect(page.headers[.xContentTypeOptions] == "nosniff")
            #expect(page.headers[.referrerPolicy] == "same-origin")
            #expect(page.headers[.cacheControl] == "no-store")
            let cookie = try #require(page.headers[.setCookie])
            for part in ["HttpOnly", "SameSite=Lax", "Path=/"] { #expect(cookie.contains(part)) }
            #expect(page.text.contains("<table data-live=\"/live?after=1001&amp;status=open\" data-version="))
            #expect(page.text.contains("<a href=\"/?status=open\" aria-current=\"page\">Open</a>"))
            let last = try #require(page.text.matches(of: /<tr data-row="open\/([0-9]+)"/).last?.1)
            #expect(page.text.contains("<a href=\"/?after=\(last)&amp;status=open\" rel=\"next\">"))
            #expect(page.text.contains("<a href=\"/orders.csv?page=all&amp;status=open\">CSV</a>"))
            #expect(page.text.contains("<p role=\"status\" data-live-status></p>"))
            #expect(!page.text.contains("role=\"alert\""))
            #expect(page.text.matches(of: /<tr data-row="open\//).count == OrderQuery.pageSize)
            #expect(!page.text.contains("<style") && !page.text.contains("style=\""))
        }
    }

    @Test func `All responses have the same page, except for their tokens`() async throws {
        let fixture = try await Fixture()
        try await fixture.withRouter { client in
            let first = try await Visitor(client)
            let second = try await Visitor(client)
            #expect(first.token != second.token)
            #expect(!first.page.text.contains(second.token))
            #expect(
                first.page.text.replacing(first.token, with: "")
                    == second.page.text.replacing(second.token, with: ""))
            let again = try await client.execute(uri: "/", method: .get, headers: [.cookie: first.cookie])
            let token = try #require(again.text.firstMatch(of: /name="token" value="([^"]*)"/)?.1)
            #expect(token != first.token)
            #expect(again.text.replacing(token, with: "") == first.page.text.replacing(first.token, with: ""))
            #expect(again.headers[.setCookie] == nil)
        }
    }

    @Test func `A workbook is a download that is not compressed again`() async throws {
        let fixture = try await Fixture()
        try await fixture.withRouter { client in
            for uri in ["/orders.xlsx", "/orders.xlsx?page=all"] {
                let response = try await client.execute(
                    uri: uri, method: .get, headers: [.acceptEncoding: "gzip"])
                #expect(response.status == .ok)
                #expect(response.headers[.contentEncoding] == nil)
                #expect(response.headers[.contentDisposition] == "attachment; filename=\"orders.xlsx\"")
                #expect(response.body.readableBytesView.starts(with: "PK".utf8))
            }
            let page = try await client.execute(uri: "/", method: .get)
            #expect(page.text.contains("<a href=\"/orders.xlsx?page=all\">Excel</a>"))
        }
    }

    @Test(arguments: TableFormats.orders().formats.map(\.fileExtension))
    func `A suffix or the Accept header selects the format`(suffix: String) async throws {
        let format = try #require(TableFormats.orders()[suffix])
        let fixture = try await Fixture()
        try await fixture.withRouter { client in
            let bySuffix = try await client.execute(uri: "/orders.\(suffix)?status=paid", method: .get)
            let type = try #require(format.mediaType.split(separator: ";").first)
            let byAccept = try await client.execute(
                uri: "/orders?status=paid", method: .get, headers: [.accept: "\(type), */*;q=0.1"])
            for response in [bySuffix, byAccept] {
                #expect(response.status == .ok)
                #expect(response.headers[.contentType] == format.mediaType)
                #expect(response.headers[.vary] == "Accept, Accept-Language, Accept-Encoding")
            }
            #expect(bySuffix.body == byAccept.body)
            let head = try await client.execute(uri: "/orders.\(suffix)?status=paid", method: .head)
            #expect(head.status == .ok)
            guard suffix != "html" else { return }
            let page = try await fixture.store.page(OrderQuery(status: .paid))
            let bytes = try format.bytes(of: OrdersReformer().reform(page))
            #expect(Array(bySuffix.body.readableBytesView) == bytes)
        }
    }

    @Test func `All orders are streamed, regardless of their number`() async throws {
        let fixture = try await Fixture(count: 3210)
        try await fixture.withRouter { client in
            let all = try await client.execute(uri: "/orders.csv?page=all", method: .get)
            #expect(all.text.utf8.count { $0 == 0x0A } == 3211)
            let open = try await client.execute(uri: "/orders.jsonl?page=all&status=open", method: .get)
            let count = try await fixture.contents().count { $0.status == .open }
            #expect(open.text.utf8.count { $0 == 0x0A } == count)
        }
    }

    @Test(arguments: [
        ("/?status=new", 400, "invalidStatus"), ("/?status=", 400, "invalidStatus"),
        ("/?status=open'%20OR%201=1--", 400, "invalidStatus"),
        ("/?customer=1%3BDROP%20TABLE%20orders", 400, "invalidCustomer"),
        ("/?customer=0", 400, "invalidCustomer"), ("/?customer=99999999999999999999", 400, "invalidCustomer"),
        ("/?customer=501", 404, "noSuchCustomer"), ("/?page=2", 400, "invalidPosition"),
        ("/?after=0", 400, "invalidPosition"), ("/?before=-1", 400, "invalidPosition"),
        ("/?after=99999999999999999999", 400, "invalidPosition"), ("/?after=x", 400, "invalidPosition"),
        ("/?after=1&before=2", 400, "invalidPosition"),
        ("/?page=all", 400, "invalidPosition"), ("/?page=%ff", 400, "invalidText"),
        ("/?page=%", 400, "invalidText"),
        ("/?after=1&after=2", 400, "repeatedField"), ("/live?status=new", 400, "invalidStatus"),
        ("/live?customer=501", 404, "noSuchCustomer"), ("/live?page=all", 400, "invalidPosition"),
        ("/orders?page=some", 400, "invalidPosition"),
        ("/orders.csv?page=all&customer=501", 404, "noSuchCustomer"),
        ("/orders.xml", 404, "notFound"), ("/orders/1", 404, "notFound"), ("/event", 404, "notFound"),
        ("/../etc/passwd", 404, "notFound"),
    ])
    func `A wrong address gets an error that explains the problem`(
        uri: String, status: Int, code: String
    ) async throws {
        let fixture = try await Fixture(count: 10)
        try await fixture.withRouter { client in
            let forProgram = try await client.execute(uri: uri, method: .get)
            #expect(forProgram.status.code == status)
            #expect(forProgram.code == code)
            #expect(forProgram.headers[.contentSecurityPolicy] == Self.policy)
            let accept = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
            let forPerson = try await client.execute(uri: uri, method: .get, headers: [.accept: accept])
            #expect(forPerson.status.code == status)
            #expect(forPerson.text.contains("<p role=\"alert\">"))
        }
    }

    @Test(arguments: ["/nothing", "/?page=x", "/"])
    func `A HEAD request has no body, even if its address is wrong`(uri: String) async throws {
        try await Fixture(count: 10).withRouter { client in
            let head = try await client.execute(uri: uri, method: .head)
            let whole = try await client.execute(uri: uri, method: .get)
            #expect(head.status == whole.status && head.body.readableBytes == 0)
            #expect(head.headers[.contentLength] == "\(whole.body.readableBytes)")
        }
    }

    @Test func `An unknown format is not acceptable`() async throws {
        try await Fixture(count: 10).withRouter { client in
            let response = try await client.execute(
                uri: "/orders", method: .get, headers: [.accept: "image/png"])
            #expect(response.status == .notAcceptable)
            #expect(response.code == "notAcceptable")
        }
    }

    @Test func `A formula in the data is no formula in a spreadsheet`() async throws {
        let fixture = try await Fixture(count: 10)
        try await fixture.renameCustomers("=HYPERLINK(A1)")
        try await fixture.withRouter { client in
            for suffix in ["csv", "tsv"] {
                let page = try await client.execute(uri: "/orders.\(suffix)?page=all", method: .get)
                #expect(page.text.contains("'=HYPERLINK") && !page.text.contains("\t=HYPERLINK"))
            }
        }
    }

    @Test(arguments: ["/", "/live", "/orders", "/orders.csv", "/live.js", "/health"])
    func `A wrong method is refused with the right ones`(uri: String) async throws {
        try await Fixture(count: 10).withRouter { client in
            let response = try await client.execute(uri: uri, method: .delete)
            #expect(response.status == .methodNotAllowed && response.code == "methodNotAllowed")
            #expect(response.headers[.allow] == "GET, HEAD")
            let event = try await client.execute(uri: "/events", method: .put)
            #expect(event.headers[.allow] == "GET, HEAD, POST")
        }
    }

    @Test(arguments: [
        ("GET", "Host: evil.example", "400", "repeatedHost"),
        ("POST", "Content-Length: 10737418240", "413", "contentTooLarge"),
        ("POST", "Transfer-Encoding: none", "400", ""), ("POST", "Content-Length: 1, 2", "400", ""),
    ])
    func `A request that servers could read differently, or that is too large, is refused before its body`(
        method: String, header: String, status: String, code: String
    ) async throws {
        try await Fixture(count: 10).withServer { port, _ in
            let uri = method == "GET" ? "/" : "/events"
            let type = "Content-Type: application/x-www-form-urlencoded"
            try await Connection.open(port, uri, method: method, headers: [header, type]) { connection in
                let text = try await connection.read(until: "\r\n\r\n")
                #expect(text.hasPrefix("HTTP/1.1 \(status) "), "\(text)")
                if !code.isEmpty { try await connection.read(until: code) }
            }
        }
    }

    @Test func `Links lead through all pages in both directions`() async throws {
        let fixture = try await Fixture(count: 450)
        let all = try await fixture.contents().map(\.id)
        try await fixture.withRouter { client in
            /// Follows a link until no page has it, and returns the orders of each page.
            func walk(from address: String, by link: String) async throws -> [[Int]] {
                var (pages, address): ([[Int]], String?) = ([], address)
                while let uri = address, pages.count < 10 {
                    let page = try await client.execute(uri: uri, method: .get).text
                    let rows = page.matches(of: /<tr data-row="[a-z]+\/([0-9]+)"/).compactMap { Int($0.1) }
                    pages.append(rows.sorted(by: >))
                    let target = page.firstMatch(
                        of: try Regex<(Substring, Substring)>("<a href=\"([^\"]*)\" rel=\"\(link)\">"))
                    address = target.map { String($0.1).replacing("&amp;", with: "&") }
                }
                return pages
            }
            #expect(try await walk(from: "/", by: "next").flatMap { $0 } == all)
            let back = try await walk(from: "/?before=0", by: "prev")
            // The newest page is full again, so it shares orders with the page before it.
            #expect(back.first == Array(all.suffix(100)) && back.last == Array(all.prefix(100)))
            #expect(Set(back.flatMap { $0 }) == Set(all))
            let open = try await fixture.contents().filter { $0.status == .open }.map(\.id)
            #expect(try await walk(from: "/?status=open", by: "next").flatMap { $0 } == open)
        }
    }

    @Test func `A page keeps its orders when orders arrive, and announces them`() async throws {
        let fixture = try await Fixture(count: 450)
        try await fixture.withRouter { client in
            func rows(_ text: String) -> [String] {
                text.matches(of: /<tr data-row="([^"]*)"/).map { String($0.1) }
            }
            let (first, second) = (try await Visitor(client), try await Visitor(client, "/?after=351"))
            try await fixture.addOrders(2)
            let again = try await client.execute(uri: "/?after=451", method: .get).text
            #expect(rows(again) == rows(first.page.text))
            #expect(again.contains("<a href=\"/\">↑ 2 newer orders</a>"))
            #expect(try await client.execute(uri: "/?after=351", method: .get).text.contains("350 and older"))
            #expect(
                rows(try await client.execute(uri: "/?after=351", method: .get).text)
                    == rows(second.page.text))
            let newest = try await client.execute(uri: "/", method: .get).text
            #expect(newest.contains("<tr data-row=\"open/452\"") && !newest.contains("newer order"))
            let ofCustomer = try await client.execute(uri: "/?after=451&status=open&customer=1", method: .get)
            #expect(ofCustomer.text.contains("<a href=\"/?status=open&amp;customer=1\">↑ 2 newer orders</a>"))
            let other = try await client.execute(uri: "/?after=451&customer=2", method: .get).text
            #expect(!other.contains("newer order"))
            try await fixture.addOrders(99)
            let far = try await client.execute(uri: "/?after=451", method: .get).text
            #expect(!far.contains("↑") && far.contains("450 and older"))
        }
    }

    @Test func `A page after the oldest order is empty`() async throws {
        try await Fixture(count: 150).withRouter { client in
            let second = try await client.execute(uri: "/?after=51", method: .get)
            #expect(second.text.matches(of: /<tr data-row=/).count == 50)
            #expect(second.text.contains("rel=\"prev\"") && !second.text.contains("rel=\"next\""))
            let last = try await client.execute(uri: "/?after=1", method: .get)
            #expect(last.status == .ok)
            #expect(!last.text.contains("<tr data-row="))
            #expect(last.text.contains("<a href=\"/\">Newest orders</a>"))
        }
    }

    @Test func `Static files are sent once and then only revalidated`() async throws {
        try await Fixture(count: 10).withRouter { client in
            for (uri, type) in [
                ("/live.js", LiveScript.mediaType), ("/table.css", "text/css; charset=utf-8"),
            ] {
                let first = try await client.execute(uri: uri, method: .get)
                #expect(first.status == .ok)
                #expect(first.headers[.contentType] == type)
                let tag = try #require(first.headers[.eTag])
                let again = try await client.execute(uri: uri, method: .get, headers: [.ifNoneMatch: tag])
                #expect(again.status == .notModified)
                #expect(again.body.readableBytes == 0)
            }
            let script = try await client.execute(uri: "/live.js", method: .get)
            #expect(Array(script.body.readableBytesView) == LiveScript.bytes)
            let style = try await client.execute(uri: "/table.css", method: .get)
            #expect(style.text.hasPrefix(HTMLFormat.stylesheet))
            let health = try await client.execute(uri: "/health", method: .get)
            #expect(health.text.hasPrefix("database: ok\nnotifications: "))
        }
    }

    @Test(arguments: ["/", "/orders.csv", "/live.js", "/orders.csv?page=all", "/health"])
    func `A response of known length is compressed for a client that accepts gzip`(uri: String) async throws {
        try await Fixture().withServer { port, _ in
            nonisolated(unsafe) var lengths: [Int] = []
            for encoding in ["identity", "gzip"] {
                let headers = ["Connection: close", "Accept-Encoding: \(encoding)"]
                try await Connection.open(port, uri, headers: headers) { connection in
                    let text = try await connection.readToEnd()
                    let head = try #require(text.split(separator: "\r\n\r\n").first).lowercased()
                    lengths.append(text.unicodeScalars.count - head.unicodeScalars.count)
                    let isCompressed = encoding == "gzip" && !uri.hasSuffix("all") && uri != "/health"
                    #expect(head.contains("content-encoding: gzip") == isCompressed)
                    #expect(head.contains("vary: accept-encoding"))
                    #expect(
                        head.contains("vary: accept, accept-language\r\n")
                            == (uri == "/" || uri.hasPrefix("/orders")))
                }
            }
            #expect(uri.hasSuffix("all") || uri == "/health" || lengths[1] * 2 < lengths[0])
        }
    }

    @Test func `A stream is not compressed`() async throws {
        try await Fixture().withServer { port, _ in
            try await Connection.open(port, "/live", headers: ["Accept-Encoding: gzip"]) { connection in
                let text = try await connection.read(until: "</table>")
                #expect(!text.lowercased().contains("content-encoding"))
            }
        }
    }

    @Test func `A connection stays usable after responses without a body`() async throws {
        try await Fixture(count: 10).withServer { port, _ in
            let headers = ["Accept-Encoding: gzip"]
            try await Connection.open(port, "/", method: "HEAD", headers: headers) { connection in
                try await connection.read(until: "\r\n\r\n")
                for request in ["GET /events HTTP/1.1\r\nAccept-Encoding: gzip", "GET /health HTTP/1.1"] {
                    connection.forget()
                    try await connection.outbound.write(
                        ByteBuffer(string: "\(request)\r\nHost: 127.0.0.1\r\n\r\n"))
                    let text = try await connection.read(until: "\r\n\r\n")
                    #expect(text.hasPrefix("HTTP/1.1 \(request.contains("events") ? 303 : 200) "), "\(text)")
                }
                try await connection.read(until: "ok\n")
            }
        }
    }

    @Test
    func `After a request that can't be parsed, earlier requests are answered, and so are other clients`()
        async throws
    {
        try await Fixture(count: 10).withServer { port, _ in
            for garbage in ["\u{0}\r\n\r\n", "GET / HTTP/9\r\n\r\n", "GET /\r\n\r\n"] {
                let headers = ["Accept-Encoding: gzip"]
                try await Connection.open(port, "/health", headers: headers) { connection in
                    try await connection.outbound.write(ByteBuffer(string: garbage))
                    let text = try await connection.readToEnd()
                    #expect(text.hasPrefix("HTTP/1.1 200 ") && text.contains("HTTP/1.1 400 "), "\(text)")
                }
            }
            try await Connection.open(port, "/health") { try await $0.read(until: "ok\n") }
        }
    }
}
