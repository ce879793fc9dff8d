import TableAgent
import TableSurfaces

/// A request that a server has received.
///
/// Create the request from the one of your server:
///
/// ```swift
/// let request = LiveRequest(
///     method: "POST", target: "/events?status=open",
///     headers: [("Host", "orders.example"), ("Content-Type", "application/x-www-form-urlencoded")],
///     body: "action=pay%2Fopen%2F4711".utf8)
/// try request.query()         // ["status": "open"]
/// try request.form()          // ["action": "pay/open/4711"]
/// ```
public struct LiveRequest: Sendable {
    /// The method, such as `GET`.
    public let method: String

    /// The path and the query of the address, percent-encoded.
    public let target: String

    /// The body, or `nil` if the body is too long or can't be read.
    public let body: [UInt8]?

    /// The client whose open pages are limited, such as an account or a network address. If this is `nil`, each session
    /// has its own limit, which is not enough where anybody can create sessions.
    public var client: String?

    /// The values of the headers by lowercase name.
    private let headers: [String: [String]]

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - target: The path and the query of the address, percent-encoded, such as `/live?status=open`.
    ///   - host: The host, if your server does not leave it among the headers, such as `:authority` in HTTP/2.
    ///   - headers: The names and the values of all headers. A name may occur more than once.
    ///   - body: The whole body, or `nil` if it is longer than a limit of the server, such as 64 KiB, or can't be read. A
    ///     form without a body is refused with the status 413.
    public init(
        method: String, target: String, host: String? = nil, headers: some Sequence<(String, String)> = [],
        body: (some Sequence<UInt8>)? = [UInt8]()
    ) {
        self.method = method
        self.target = target
        self.body = if let body { Array(body) } else { nil }
        var values = host.map { ["host": [$0]] } ?? [:]
        for (name, value) in headers { values[name.lowercased(), default: []].append(value) }
        self.headers = values
    }

    /// The path of the address, percent-encoded.
    public var path: String { String(target.prefix { $0 != "?" }) }

    /// Returns the values of a header, or `nil` if the request does not have it.
    ///
    /// Several values are joined with `, `, and those of `Cookie` with `; ` (RFC 9110, section 5.3; RFC 9113, section
    /// 8.2.3).
    ///
    /// - Parameter name: The name, in any case.
    public func header(_ name: String) -> String? {
        let name = name.lowercased()
        return headers[name]?.joined(separator: name == "cookie" ? "; " : ", ")
    }

    // MARK: Fields

    /// Returns the fields of the address's query.
    ///
    /// - Throws: A refusal with the status 400. The code is `repeatedField` if a name occurs twice, and `invalidText` if a
    ///   field is not UTF-8 after decoding.
    public func query() throws(LiveRefusal) -> [String: String] {
        try Self.fields(queryFields())
    }

    private func queryFields() throws(LiveRefusal) -> [(name: String, value: String)] {
        try Self.pairs(of: Array(target.utf8.drop { $0 != UInt8(ascii: "?") }.dropFirst())[...])
    }

    /// Returns the fields of the address of a page, and whether the form of ``HTMLControls`` has sent them. It sends empty fields,
    /// and a field for each value of a list.
    ///
    /// - Throws: The errors of ``query()``.
    func pageQuery() throws(LiveRefusal) -> (fields: [String: String], isForm: Bool) {
        let pairs = try queryFields()
        guard pairs.contains(where: { $0.name == "form" }) else { return (try Self.fields(pairs), false) }
        return (TableQuery.joined(pairs), true)
    }

    /// Returns the fields of the form in the body, or the members of a JSON object of strings and numbers.
    ///
    /// A number has the digits of the body. Members that are `null` are left out.
    ///
    /// - Throws: A refusal. Forms have the errors of ``query()``, and so do members with the same name. The code is
    ///   `invalidJSON`, with the status 400, if the body is no such object. The code is `unsupportedMediaType`, with the
    ///   status 415, if the body is neither a form nor JSON. The code is `contentTooLarge`, with the status 413, if there
    ///   is no ``body``.
    public func form() throws(LiveRefusal) -> [String: String] {
        guard let body else {
            throw LiveRefusal(413, "contentTooLarge") { $0.refusals.contentTooLarge }
        }
        switch mediaType {
        case "application/x-www-form-urlencoded":
            return try Self.fields(try Self.pairs(of: body[...]))
        case "application/json":
            guard let members = JSONFields.members(of: body) else {
                throw LiveRefusal(400, "invalidJSON") { $0.refusals.invalidJSON }
            }
            return try Self.fields(members).compactMapValues(\.self)
        default:
            throw LiveRefusal(415, "unsupportedMediaType") { $0.refusals.unsupportedMediaType }
        }
    }

    /// Returns the fields of the form in the body, as ``form()`` does, except that the field `row` may occur for each checked row:
    /// its values are joined with line breaks.
    ///
    /// - Throws: The errors of ``form()``.
    func formOfRows() throws(LiveRefusal) -> [String: String] {
        guard let body, mediaType == "application/x-www-form-urlencoded" else { return try form() }
        let pairs = try Self.pairs(of: body[...])
        var fields = try Self.fields(pairs.filter { $0.name != "row" })
        let rows = pairs.filter { $0.name == "row" }.map(\.value)
        if !rows.isEmpty { fields["row"] = rows.joined(separator: "\n") }
        return fields
    }

    /// The media type of the body in lowercase and without parameters, or an empty text.
    private var mediaType: String {
        let type = header("Content-Type")?.prefix { $0 != ";" } ?? ""
        return type.split(separator: " ").joined().lowercased()
    }

    /// Whether the request comes from a program, such as ``LiveScript``: it sends JSON, or does not prefer HTML in `Accept`.
    var isFromProgram: Bool {
        mediaType == "application/json"
            || !(TableFormats([JSONFormat(), HTMLFormat()]).accepted(by: header("Accept")) is HTMLFormat)
    }

    /// Returns the language that the client prefers among some languages, by the header `Accept-Language` (RFC 4647,
    /// section 3.4).
    ///
    /// ```swift
    /// request.preferredLanguage(of: ["en", "de"])         // "de" for "de-AT, en;q=0.5"
    /// ```
    ///
    /// - Parameter languages: Tags of BCP 47, the default first.
    /// - Returns: One of the languages, or `nil` if the client accepts none of them.
    package func preferredLanguage(of languages: [String]) -> String? {
        let ranges = (header("Accept-Language") ?? "").split(separator: ",").map { text in
            let parts = text.lowercased().split(separator: ";").map { $0.filter { $0 != " " } }
            let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 }
            return (tag: parts.first ?? "", quality: quality ?? 1)
        }
        // Equal ranges keep their order, because the sort of the standard library is stable.
        for range in ranges.sorted(by: { $0.quality > $1.quality }) where range.quality > 0 {
            var tag = Substring(range.tag)
            if tag == "*" { return languages.first }
            while !tag.isEmpty {
                if let match = languages.first(where: { $0.lowercased() == tag }) { return match }
                tag = tag[..<(tag.lastIndex(of: "-") ?? tag.startIndex)]
            }
        }
        return nil
    }

    /// Returns the query of an address with fields, in the order of their names.
    ///
    /// ```swift
    /// LiveRequest.encodedQuery(["customer": "Müller & Co", "page": "2"])     // customer=M%C3%BCller%20%26%20Co&page=2
    /// ```
    ///
    /// - Returns: The query without its question mark, in which all bytes are percent-encoded that are neither ASCII
    ///   letters nor digits, nor one of `-._~`.
    public static func encodedQuery(_ fields: [String: String]) -> String {
        HTMLControls.encoded(fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    }

    /// Reads the fields of a text such as `a=1&b=2`.
    private static func pairs(
        of text: ArraySlice<UInt8>
    ) throws(LiveRefusal) -> [(name: String, value: String)] {
        var pairs: [(name: String, value: String)] = []
        for pair in text.split(separator: UInt8(ascii: "&")) {
            let end = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            try pairs.append((decoded(pair[..<end]), decoded(pair[end...].dropFirst())))
        }
        return pairs
    }

    /// Returns fields by their names, which must differ: a repeated field would have two readings.
    private static func fields<Value>(
        _ pairs: [(name: String, value: Value)]
    ) throws(LiveRefusal) -> [String: Value] {
        var fields: [String: Value] = [:]
        for (name, value) in pairs where fields.updateValue(value, forKey: name) != nil {
            throw LiveRefusal(400, "repeatedField") { $0.refusals.repeatedField }
        }
        return fields
    }

    private static func decoded(_ text: ArraySlice<UInt8>) throws(LiveRefusal) -> String {
        var bytes: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                let digits = rest.prefix(2).compactMap { Character(UnicodeScalar($0)).hexDigitValue }
                guard digits.count == 2 else { throw invalidText }
                bytes.append(UInt8(digits[0] << 4 | digits[1]))
                rest = rest.dropFirst(2)
            default: bytes.append(byte)
            }
        }
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.utf8.elementsEqual(bytes) else { throw invalidText }
        return text
    }

    private static var invalidText: LiveRefusal {
        LiveRefusal(400, "invalidText") { $0.refusals.invalidText }
    }
}
