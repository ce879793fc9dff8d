import Foundation

/// A client of the service: a browser, or a program with the cookie and token of a page.
struct Client {
    let port: Int
    let cookie: String
    let token: String
    /// The version of the page.
    let version: String
    /// The keys of the paid and the open rows.
    let paid, open: [String]
    /// The question about a refund of the first paid row.
    private let question: String

    private let query: String

    /// Requests the page of a query.
    init(port: Int, query: String = "") async throws {
        (self.port, self.query) = (port, query)
        let text = try await Wire.get("/?\(query)", port: port)
        func value(_ pattern: Regex<(Substring, Substring)>, _ name: String) throws -> String {
            guard let match = text.firstMatch(of: pattern) else {
                throw LoadError("The page has no \(name).")
            }
            return String(match.output.1)
        }
        cookie = try value(/[Ss]et-[Cc]ookie: *([^;\r\n]+)/, "cookie")
        token = try value(/name="token" value="([^"]+)"/, "token")
        version = try value(/data-version="([^"]+)"/, "version")
        let rows = text.matches(of: /data-row="(([a-z]+)\/[0-9]+)"/)
        paid = rows.filter { $0.2 == "paid" }.map { String($0.1) }
        open = rows.filter { $0.2 == "open" }.map { String($0.1) }
        let label = String(text.firstMatch(of: /value="refund\/[^"]*" aria-label="([^"]*)"/)?.1 ?? "")
        let escapes = [("&quot;", "\\\""), ("&#39;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")]
        question = escapes.reduce(label) { $0.replacing($1.0, with: $1.1) }
    }

    /// Opens a stream of changes.
    func view(_ query: String = "", after version: String? = nil, reads: Bool = true) async throws -> Wire {
        let request = """
            GET /live?version=\(version ?? self.version)&\(query) HTTP/1.1\r
            Host: 127.0.0.1:\(port)\r
            Cookie: \(cookie)\r
            \r\n
            """
        let wire = try await Wire.open(port: port, request: request, reads: reads)
        if reads { try await wire.wait(for: "\r\n\r\n") }
        return wire
    }

    /// Refunds one cent of the first paid order, which changes the page.
    ///
    /// - Returns: The time at which the request was sent.
    @discardableResult
    func change() async throws -> ContinuousClock.Instant {
        guard let row = paid.first else { throw LoadError("The page has no paid order.") }
        return try await post("refund/\(row)", #","confirmed":"\#(question)","input.amount":"0.01""#)
    }

    /// Requests an action, and waits for the response.
    ///
    /// - Parameters:
    ///   - action: The action and the key of its row.
    ///   - fields: More members of a JSON object.
    ///   - port: The port of another service on the same database.
    /// - Returns: The time at which the request was sent.
    @discardableResult
    func post(
        _ action: String, _ fields: String = "", port: Int? = nil
    ) async throws -> ContinuousClock.Instant {
        let port = port ?? self.port
        let attempt = UInt64.random(in: .min ... .max)
        let body = """
            {"action":"\(action)"\(fields),"attempt":"\(attempt)","token":"\(token)"}
            """
        let request = """
            POST /events?\(query) HTTP/1.1\r
            Host: 127.0.0.1:\(port)\r
            Cookie: \(cookie)\r
            Content-Type: application/json\r
            Content-Length: \(body.utf8.count)\r
            Connection: close\r
            \r
            \(body)
            """
        let start = ContinuousClock.now
        let answer = try await Wire.open(port: port, request: request).all()
        guard answer.hasPrefix("HTTP/1.1 204") else { throw LoadError("The service refuses: \(answer)") }
        return start
    }
}
