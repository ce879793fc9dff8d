import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Orders
import TableAgent
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
            #expect(page.text.contains("<table data-live=\"/live?status=open\" data-version="))
            let last = try #require(page.text.matches(of: /<tr data-row="open\/([0-9]+)"/).last?.1)
            #expect(page.text.contains("rel=\"next\" href=\"/?status=open&amp;after=\(last)&amp;of="))
            #expect(page.text.contains("<a href=\"/?status=open&amp;size=all&amp;format=csv\">CSV</a>"))
            #expect(page.text.contains("<button name=\"sort\"") && page.text.contains("name=\"q\""))
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
            for uri in ["/?format=xlsx", "/?format=xlsx&size=all"] {
                let response = try await client.execute(
                    uri: uri, method: .get, headers: [.acceptEncoding: "gzip"])
                #expect(response.status == .ok)
                #expect(response.headers[.contentEncoding] == nil)
                #expect(response.headers[.contentDisposition] == "attachment; filename=\"orders.xlsx\"")
                #expect(response.body.readableBytesView.starts(with: "PK".utf8))
            }
            let page = try await client.execute(uri: "/", method: .get)
            #expect(page.text.contains("<a href=\"/?size=all&amp;format=xlsx\">XLSX</a>"))
        }
    }

    @Test(arguments: TableFormats.orders().formats.map(\.fileExtension))
    func `A field or the Accept header selects the format`(suffix: String) async throws {
        let format = try #require(TableFormats.orders()[suffix])
        let fixture = try await Fixture()
        try await fixture.withRouter { client in
            let uri = "/?status=paid&sort=-total&columns=total,id&size=25"
            let byField = try await client.execute(uri: "\(uri)&format=\(suffix)", method: .get)
            let type = try #require(format.mediaType.split(separator: ";").first)
            let byAccept = try await client.execute(
                uri: uri, method: .get, headers: [.accept: "\(type), */*;q=0.1"])
            guard suffix != "html" else {
                #expect(byField.text.contains("<table>") && byAccept.text.contains("data-live="))
                return
            }
            for response in [byField, byAccept] {
                #expect(response.status == .ok)
                #expect(response.headers[.contentType] == format.mediaType)
                #expect(response.headers[.vary] == "Accept, Accept-Language, Accept-Encoding")
            }
            #expect(byField.body == byAccept.body)
            let head = try await client.execute(uri: "\(uri)&format=\(suffix)", method: .head)
            #expect(head.status == .ok && head.body.readableBytes == 0)
            var query = OrderQuery(status: .paid)
            query.table.sorts = [.descending("total")]
            query.table.page?.size = 25
            let orders = try await fixture.store.page(query).orders
            guard suffix == "csv" else { return }
            let rows = orders.map { "\(decimal($0.total)),\($0.id)\r\n" }.joined()
            #expect(byField.text == "total,id\r\n" + rows)
        }
    }

    @Test func `All orders are streamed, regardless of their number`() async throws {
        let fixture = try await Fixture(count: 3210)
        try await fixture.withRouter { client in
            let all = try await client.execute(uri: "/?format=csv&size=all", method: .get)
            #expect(all.text.utf8.count { $0 == 0x0A } == 3211)
            let open = try await client.execute(uri: "/?format=jsonl&size=all&status=open", method: .get)
            let count = try await fixture.contents().count { $0.status == .open }
            #expect(open.text.utf8.count { $0 == 0x0A } == count)
        }
    }

    @Test(arguments: [
        ("/?status=new", 400, "invalidQuery"), ("/?status=open'%20OR%201=1--", 400, "invalidQuery"),
        ("/?total=1%3BDROP%20TABLE%20orders", 400, "invalidQuery"), ("/?page=2", 400, "invalidQuery"),
        ("/?after=x", 400, "invalidQuery"), ("/?after=99999999999999999999", 400, "invalidQuery"),
        ("/?after=1&before=2", 400, "invalidQuery"), ("/?sort=-total&after=1", 400, "invalidQuery"),
        ("/?start=50", 400, "invalidQuery"), ("/?size=all", 400, "invalidQuery"),
        ("/?size=1000000", 400, "invalidQuery"), ("/?q=%ff", 400, "invalidText"),
        ("/?q=%", 400, "invalidText"), ("/?after=1&after=2", 400, "repeatedField"),
        ("/live?status=new", 400, "invalidQuery"), ("/live?size=all", 400, "invalidQuery"),
        ("/?format=csv&size=all&total=x", 400, "invalidQuery"), ("/?format=xml", 400, "invalidFormat"),
        ("/orders", 404, "notFound"), ("/event", 404, "notFound"),
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

    @Test(arguments: ["/nothing", "/?page=x", "/", "/?format=csv"])
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
                uri: "/", method: .get, headers: [.accept: "image/png"])
            #expect(response.status == .notAcceptable)
            #expect(response.code == "notAcceptable")
        }
    }

    @Test func `A formula in the data is no formula in a spreadsheet`() async throws {
        let fixture = try await Fixture(count: 10)
        try await fixture.renameCustomers("=HYPERLINK(A1)")
        try await fixture.withRouter { client in
            for suffix in ["csv", "tsv"] {
                let page = try await client.execute(uri: "/?format=\(suffix)&size=all", method: .get)
                #expect(page.text.contains("'=HYPERLINK") && !page.text.contains("\t=HYPERLINK"))
            }
        }
    }

    @Test(arguments: ["/", "/live", "/?format=csv", "/live.js", "/health"])
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

    @Test(arguments: ["/", "/?status=open", "/?sort=-total,customer&size=100", "/?sort=city&q=zoe"])
    func `Links lead through all pages and back to the first one`(address: String) async throws {
        let fixture = try await Fixture(count: 450)
        try await fixture.withRouter { client in
            /// Follows a link until no page has it, and returns the rows of each page.
            func walk(from address: String, by link: String) async throws -> (pages: [[Int]], last: String) {
                var pages: [[Int]] = []
                var uri = address
                while true {
                    let page = try await client.execute(uri: uri, method: .get).text
                    let rows = page.matches(of: /<tr data-row="[a-z]+\/([0-9]+)"/).compactMap { Int($0.1) }
                    pages.append(address.contains("sort") ? rows : rows.sorted(by: >))
                    let target = page.firstMatch(
                        of: try Regex<(Substring, Substring)>("rel=\"\(link)\" href=\"([^\"]*)\""))
                    guard let target, pages.count < 20 else { return (pages, uri) }
                    uri = String(target.1).replacing("&amp;", with: "&")
                }
            }
            let list = address.replacing("&size=100", with: "")
            let csv = try await client.execute(
                uri: list + (list == "/" ? "?" : "&") + "format=csv&size=all", method: .get
            ).text
            let all = csv.split(separator: "\r\n").dropFirst().compactMap { Int($0.prefix { $0 != "," }) }
            let forward = try await walk(from: address, by: "next")
            #expect(forward.pages.flatMap { $0 } == all)
            let backward = try await walk(from: forward.last, by: "prev")
            #expect(backward.pages.reversed() == forward.pages)
            let first = try await walk(from: forward.last, by: "first")
            #expect(first.pages.last == forward.pages.first)
        }
    }

    @Test func `A new order is on the first page, and later pages stay where they are`() async throws {
        let fixture = try await Fixture(count: 450)
        try await fixture.withRouter { client in
            func rows(_ address: String) async throws -> [String] {
                try await client.execute(uri: address, method: .get).text
                    .matches(of: /<tr data-row="([^"]*)"/).map { String($0.1) }
            }
            let second = try await rows("/?after=401")
            #expect(second.count == 50)
            try await fixture.addOrders(2)
            #expect(try await rows("/?after=401") == second)
            #expect(try await rows("/").contains("open/452"))
            // The page before the second one begins with the older of them.
            #expect(try await rows("/?before=402").contains("open/451"))
        }
    }

    @Test func `A page after the oldest order has the last orders and leads to the first page`() async throws
    {
        try await Fixture(count: 150).withRouter { client in
            let last = try await client.execute(uri: "/?after=1", method: .get)
            let rows = last.text.matches(of: /<tr data-row="[a-z]+\/([0-9]+)"/).compactMap { Int($0.1) }
            #expect(last.status == .ok && rows.sorted() == Array(1...50))
            #expect(last.text.contains("<a rel=\"first\" href=\"/\">First page</a>"))
            let none = try await client.execute(uri: "/?q=nobody", method: .get)
            #expect(none.text.contains("0 of 150 orders") && none.text.contains("Show all orders"))
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

    @Test(arguments: ["/", "/?format=csv&size=500", "/live.js", "/?format=csv&size=all", "/health"])
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
                            == (uri == "/" || uri.hasPrefix("/?")))
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
