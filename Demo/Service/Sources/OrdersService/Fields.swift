import Foundation
import Hummingbird
import Orders

/// The fields of a form or of the query of an address (`a=1&b=2`), each of which may be there once.
struct Fields {
    private var values: [String: String] = [:]

    subscript(name: String) -> String? { values[name] }

    /// Reads fields.
    ///
    /// - Throws: ``ServiceError`` for a field that comes twice, and for what is no UTF-8 once it is decoded.
    init(_ text: some StringProtocol) throws(ServiceError) {
        for pair in text.split(separator: "&") {
            let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let decoded = halves.map { $0.replacingOccurrences(of: "+", with: " ").removingPercentEncoding }
            guard let name = decoded[0], let value = decoded.count > 1 ? decoded[1] : "" else {
                throw ServiceError(.badRequest, "invalidText", "The request has text that is no UTF-8.")
            }
            guard values.updateValue(value, forKey: name) == nil else {
                throw ServiceError(.badRequest, "repeatedField", "The request has a field twice.")
            }
        }
    }
}

extension OrderQuery {
    /// Reads a query from the fields `status`, `customer` and `page`.
    ///
    /// - Parameter allowsAll: Whether the page may be `all`.
    init(_ fields: Fields, allowsAll: Bool = false) throws(ServiceError) {
        self.init()
        if let text = fields["status"] {
            guard let status = OrderStatus(rawValue: text) else {
                let known = OrderStatus.allCases.map(\.rawValue).joined(separator: ", ")
                throw ServiceError(.badRequest, "invalidStatus", "The status must be one of \(known).")
            }
            self.status = status
        }
        if let text = fields["customer"] {
            guard let id = Int(text), id > 0 else {
                throw ServiceError(.badRequest, "invalidCustomer", "The customer must be a number.")
            }
            customer = id
        }
        if let text = fields["page"] {
            page = Int(text)
            if allowsAll, text == "all" { return }
            guard let page, 1...1_000_000 ~= page else {
                let all = allowsAll ? ", or “all”" : ""
                throw ServiceError(.badRequest, "invalidPage", "The page must be a number from 1\(all).")
            }
        }
    }

    /// The query as it stands in an address, always in the same way: `status=open&page=2`.
    var text: String {
        var fields: [String] = []
        if let status { fields.append("status=\(status.rawValue)") }
        if let customer { fields.append("customer=\(customer)") }
        if page != 1 { fields.append("page=\(page.map(String.init) ?? "all")") }
        return fields.joined(separator: "&")
    }

    /// An address with the query.
    func address(_ path: String) -> String { text.isEmpty ? path : "\(path)?\(text)" }
}

/// What a form on a page, or a program, sends to `/events`.
struct EventFields: Decodable {
    var query = ""
    var row: String?
    var event: String?
    var payload: String?
    var token: String?

    /// Reads a form, or a JSON object with the same members, whose `payload` may also be a number.
    init(_ request: Request) async throws {
        let body = try await request.body.collect(upTo: 64 * 1024)
        let type = request.headers[.contentType].flatMap { MediaType(from: $0) }
        if let type, type.isType(.applicationJson) {
            do {
                self = try JSONDecoder().decode(Self.self, from: Data(body.readableBytesView))
            } catch {
                throw ServiceError(.badRequest, "invalidJSON", "The request is no JSON object of an event.")
            }
        } else if let type, type.isType(.applicationUrlEncoded) {
            guard let text = String(bytes: body.readableBytesView, encoding: .utf8) else {
                throw ServiceError(.badRequest, "invalidText", "The request has text that is no UTF-8.")
            }
            let fields = try Fields(text)
            query = fields["query"] ?? ""
            (row, event) = (fields["row"], fields["event"])
            (payload, token) = (fields["payload"], fields["token"])
        } else {
            throw ServiceError(.unsupportedMediaType, "unsupportedMediaType", "Send a form or JSON.")
        }
    }

    private enum CodingKeys: CodingKey {
        case query, row, event, payload, token
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        query = try fields.decodeIfPresent(String.self, forKey: .query) ?? ""
        row = try fields.decodeIfPresent(String.self, forKey: .row)
        event = try fields.decodeIfPresent(String.self, forKey: .event)
        token = try fields.decodeIfPresent(String.self, forKey: .token)
        if let number = try? fields.decodeIfPresent(Int.self, forKey: .payload) {
            payload = String(number)
        } else {
            payload = try fields.decodeIfPresent(String.self, forKey: .payload)
        }
    }
}
