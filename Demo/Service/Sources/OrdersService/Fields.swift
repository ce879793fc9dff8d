import Foundation
import Hummingbird
import Orders
import TableLive

/// The named fields of a request: a form, the query of an address (`a=1&b=2`), or a JSON object. Each name is
/// unique.
struct Fields {
    private(set) var values: [String: String] = [:]

    subscript(name: String) -> String? { values[name] }

    /// Reads the query of an address, or text in the same encoding.
    ///
    /// - Throws: `LiveRefusal` for a repeated field, and for a field that is not UTF-8 after decoding.
    init(_ text: String?) throws(LiveRefusal) {
        for pair in (text ?? "").split(separator: "&") {
            let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let decoded = halves.map { $0.replacingOccurrences(of: "+", with: " ").removingPercentEncoding }
            guard let name = decoded[0], let value = decoded.count > 1 ? decoded[1] : "" else {
                throw .invalidText
            }
            guard values.updateValue(value, forKey: name) == nil else {
                throw LiveRefusal(400, "repeatedField", "The request has a field twice.")
            }
        }
    }

    /// Reads a form, or a JSON object whose members are strings and numbers.
    ///
    /// - Parameter time: The time within which the body must be complete.
    init(bodyOf request: Request, within time: Duration) async throws {
        let limit = 64 * 1024
        if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > limit {
            throw HTTPError(.contentTooLarge)
        }
        // A client that sends one byte now and then would keep its connection from others.
        let deadline = ContinuousClock.now + time
        var body = Data()
        do {
            for try await buffer in request.body {
                body.append(contentsOf: buffer.readableBytesView)
                guard ContinuousClock.now < deadline else { throw LiveRefusal.slowBody }
                guard body.count <= limit else { throw HTTPError(.contentTooLarge) }
            }
        } catch let error where error is any HTTPResponseError || error is LiveRefusal {
            throw error
        } catch {
            throw LiveRefusal.brokenBody
        }
        if request.mediaType?.isType(.applicationUrlEncoded) == true {
            guard let text = String(bytes: body, encoding: .utf8) else { throw LiveRefusal.invalidText }
            values = try Fields(text).values
        } else if request.mediaType?.isType(.applicationJson) == true {
            guard let object = try? JSONDecoder().decode([String: Value?].self, from: body) else {
                throw LiveRefusal(400, "invalidJSON", "This is no JSON object of texts and numbers.")
            }
            values = object.compactMapValues { $0?.text }
        } else {
            throw LiveRefusal(415, "unsupportedMediaType", "Send a form or JSON.")
        }
    }

    /// A member's value in a JSON object.
    private struct Value: Decodable {
        let text: String

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            text = try (try? value.decode(Int.self)).map { String($0) } ?? value.decode(String.self)
        }
    }
}

extension Request {
    var accept: String { headers[values: .accept].joined(separator: ",") }

    var mediaType: MediaType? { headers[.contentType].flatMap { MediaType(from: $0) } }
}

extension OrderQuery {
    /// Reads a query from the fields `status`, `customer` and `page`.
    ///
    /// - Parameter allowsAll: Whether the page may be `all`.
    init(_ fields: Fields, allowsAll: Bool = false) throws(LiveRefusal) {
        self.init()
        if let text = fields["status"] {
            guard let status = OrderStatus(rawValue: text) else {
                let known = OrderStatus.allCases.map(\.rawValue).joined(separator: ", ")
                throw LiveRefusal(400, "invalidStatus", "The status must be one of \(known).")
            }
            self.status = status
        }
        if let text = fields["customer"] {
            guard let id = Int(text), id > 0 else {
                throw LiveRefusal(400, "invalidCustomer", "The customer must be a number.")
            }
            customer = id
        }
        if let text = fields["page"] {
            page = Int(text)
            if allowsAll, text == "all" { return }
            guard let page, 1...1_000_000 ~= page else {
                let all = allowsAll ? ", or “all”" : ""
                throw LiveRefusal(400, "invalidPage", "The page must be a number from 1\(all).")
            }
        }
    }

    /// The query of an address in a canonical form: `status=open&page=2`.
    var text: String {
        var fields: [String] = []
        if let status { fields.append("status=\(status.rawValue)") }
        if let customer { fields.append("customer=\(customer)") }
        if page != 1 { fields.append("page=\(page.map(String.init) ?? "all")") }
        return fields.joined(separator: "&")
    }

    /// Returns an address with the query.
    func address(_ path: String) -> String { text.isEmpty ? path : "\(path)?\(text)" }
}
