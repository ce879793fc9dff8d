import TableAgent
public import TableLive
import TableSurfaces

/// A viewer of a service's pages, for tests: a browser without a script, in memory.
///
/// A test presses buttons and reads the resulting pages, without a server and without parsing their markup. The requests
/// are those of a browser: they have the cookie of the viewer's session, and the token and the fields of the page's form.
///
/// ```swift
/// var viewer = try await LiveViewer(host: "orders.example") { await service.response(to: $0) }
/// try await viewer.press("Refund", in: "4711")
/// try await viewer.press("Refund", inputs: ["amount": "2.50"])
/// #expect(viewer.page.contains("7.50"))
/// ```
///
/// A copy of a viewer is a second tab of the same browser, with the page as it was.
public struct LiveViewer {
    /// The markup of the visible page. After an action that needs an answer, this is the page with the question.
    public private(set) var page = ""

    /// The status of the visible page, such as 200; 422 for an answer that is not valid; or 409 for an action that is not
    /// offered any more.
    public private(set) var status = 0

    private let host: String
    private let headers: [(name: String, value: String)]
    private let respond: (LiveRequest) async throws -> LiveResponse
    private var cookie: String?

    /// Opens a page in a new session.
    ///
    /// - Parameters:
    ///   - target: The address of the page, without the host.
    ///   - host: The name of the service, which its `LiveOrigin` accepts.
    ///   - headers: The headers of each request besides those of a browser, such as that of the signed-in person.
    ///   - respond: Responds to a request, as `LiveService.response(to:)` does.
    /// - Throws: The errors of the closure and of the response's body.
    public init(
        _ target: String = "/", host: String, headers: [(name: String, value: String)] = [],
        respond: @escaping (LiveRequest) async throws -> LiveResponse
    ) async throws {
        self.host = host
        self.headers = headers
        self.respond = respond
        try await open(target)
    }

    /// Opens a page in the same session.
    ///
    /// - Parameter target: The address of the page, without the host.
    /// - Throws: The errors of the closure and of the response's body.
    public mutating func open(_ target: String) async throws {
        let response = try await response(to: "GET", target)
        try await show(response)
    }

    /// Presses a button, sends its form, and opens the resulting page.
    ///
    /// If the action needs an answer, the resulting page has the question. A second call presses the button of the question:
    ///
    /// ```swift
    /// try await viewer.press("Cancel", in: "Peña")
    /// try await viewer.press("Cancel")
    /// ```
    ///
    /// - Parameters:
    ///   - title: The title of the button, or its label for assistive technologies.
    ///   - row: The id of the row with the button, or else a text in the row, head, or foot; `nil` for the only such button
    ///     of the page.
    ///   - checkedRows: The rows that the viewer checks first, each by its id or a text in it, for a button of several rows:
    ///     `try await viewer.press("Act on checked rows", checking: ["4711", "4712"])`.
    ///   - inputs: The texts that the viewer fills in, by the names of the inputs. The other inputs keep their texts.
    /// - Throws: `TableError`. The code is `actionNotOffered` unless exactly one enabled button matches and each checked row has
    ///   a check box, and `inputInvalid` if the form does not have an input. Also throws the errors of the closure and of the response's body.
    public mutating func press(
        _ title: String, in row: String? = nil, checking checkedRows: [String] = [],
        inputs: [String: String] = [:]
    ) async throws {
        let button = try button(title, in: row)
        let id = button["form"]
        let form = Element.all("form", in: page[...]).first {
            id == nil ? $0.contains(button) : $0["id"] == id
        }
        guard let form else {
            throw TableError(.actionNotOffered, "The button “\(title)” belongs to no form.")
        }
        var fields = form.fields
        for (name, text) in inputs where fields.updateValue(text, forKey: "input.\(name)") == nil {
            throw TableError(.inputInvalid, "The form of “\(title)” has no input “\(name)”.")
        }
        for row in checkedRows {
            let boxes = parts(of: row).flatMap { Element.all("input", in: $0) }.filter { $0["name"] == "row" }
            guard boxes.count == 1, let value = boxes[0]["value"] else {
                throw TableError(.actionNotOffered, "The row “\(row)” has no check box.")
            }
            fields["row"] = [fields["row"] ?? "", value].joined(separator: "\n")
        }
        if let name = button["name"] { fields[name] = button["value"] ?? "" }
        let response = try await response(to: "POST", form["action"] ?? "", with: fields)
        if response.status == 303, let target = response["Location"] { return try await open(target) }
        try await show(response)
    }

    private func button(_ title: String, in row: String?) throws(TableError) -> Element {
        let places = row.map(parts) ?? [page[...]]
        let buttons = places.flatMap { Element.all("button", in: $0) }.filter { $0["disabled"] == nil }
        let found = buttons.filter { $0.text == title || $0["aria-label"] == title }
        guard found.count == 1 else {
            let place = row.map { "The row “\($0)”" } ?? "The page"
            let offered =
                found.isEmpty ? buttons.map(\.text).joined(separator: ", ") : "\(found.count) of them"
            throw TableError(
                .actionNotOffered,
                "\(place) must have one enabled button “\(title)”; it has \(offered.isEmpty ? "none" : offered)."
            )
        }
        return found[0]
    }

    /// Returns the content of the row with an id, or else of the rows, heads, and feet with a text.
    private func parts(of row: String) -> [Substring] {
        let rows = Element.all("tr", in: page[...])
        let found = rows.filter { $0.rowID == row }
        return (found.isEmpty ? rows.filter { $0.text.contains(row) } : found).map(\.content)
    }

    // MARK: Requests

    private mutating func response(
        to method: String, _ target: String, with form: [String: String] = [:]
    ) async throws -> LiveResponse {
        let headers =
            headers + [
                (name: "Accept", value: "text/html"),
                (name: "Content-Type", value: "application/x-www-form-urlencoded"),
                (name: "Cookie", value: cookie ?? ""),
            ]
        // A browser sends the field of the check boxes once for each checked row.
        let fields = form.flatMap { name, value in
            name == "row"
                ? value.split(separator: "\n", omittingEmptySubsequences: false).map { [name: String($0)] }
                : [[name: value]]
        }
        let response = try await respond(
            LiveRequest(
                method: method, target: target, host: host, headers: headers,
                body: fields.map(LiveRequest.encodedQuery).joined(separator: "&").utf8))
        cookie = response["Set-Cookie"].map { String($0.prefix { $0 != ";" }) } ?? cookie
        return response
    }

    private mutating func show(_ response: LiveResponse) async throws {
        page = String(decoding: try await response.body.reduce(into: []) { $0 += $1 }, as: UTF8.self)
        status = response.status
    }
}

/// An element of a page that the library has written, in which attributes contain no angle brackets.
private struct Element {
    private let tag: Substring
    /// The markup between the tags.
    let content: Substring

    /// Returns the elements with a name, in their order. Elements with the same name are not nested.
    static func all(_ name: String, in markup: Substring) -> [Element] {
        markup.split(separator: "<" + name, omittingEmptySubsequences: false).dropFirst().compactMap { rest in
            guard rest.first == " " || rest.first == ">", let end = rest.firstIndex(of: ">") else {
                return nil
            }
            let content = rest[rest.index(after: end)...]
            let close = content.firstRange(of: "</\(name)>")?.lowerBound ?? content.startIndex
            return Element(tag: rest[..<end], content: content[..<close])
        }
    }

    /// The text of an attribute, or `nil` if the element does not have it.
    subscript(name: String) -> String? {
        guard let start = tag.firstRange(of: " \(name)=\"") else { return nil }
        return Self.unescaped(tag[start.upperBound...].prefix { $0 != "\"" })
    }

    /// The text without tags.
    var text: String {
        Self.unescaped(content.replacing(/<[^>]*>/, with: " ")).split(separator: " ").joined(separator: " ")
    }

    /// The id of a row as text.
    var rowID: String? {
        self["data-row"].map { HTMLFormat.unescaped($0.drop { $0 != "/" }.dropFirst().utf8) }
    }

    func contains(_ other: Element) -> Bool {
        content.startIndex <= other.content.startIndex && other.content.endIndex <= content.endIndex
    }

    /// The fields of a form with their initial texts.
    var fields: [String: String] {
        var fields: [String: String] = [:]
        for input in Self.all("input", in: content) {
            let (name, value) = (input["name"] ?? "", input["value"] ?? "")
            // A question has a field for each checked row.
            fields[name] = name == "row" ? [fields[name] ?? "", value].joined(separator: "\n") : value
        }
        for select in Self.all("select", in: content) {
            let options = Self.all("option", in: select.content)
            let selected = options.first { $0.tag.hasSuffix(" selected") } ?? options.first
            fields[select["name"] ?? ""] = selected?["value"] ?? ""
        }
        return fields
    }

    private static func unescaped(_ text: some StringProtocol) -> String {
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
            .reduce(String(text)) { $0.replacing($1.0, with: $1.1) }
    }
}
