import TableAgent

/// Sessions in cookies, and tokens in the forms of pages, which prove that a viewer has received the page.
///
/// A token contains a number that occurs once, so the program can carry out each request only once. Cookies and tokens
/// are signed with the program's key and not stored. They are valid in every process with the key.
///
/// ```swift
/// let tokens = LiveTokens { bytes in HMAC<SHA256>.authenticationCode(for: bytes, using: key) }
/// let actions = HTMLActions(address: "/events", fields: ["token": tokens.mark])
///
/// let session = tokens.session(cookies: request.headers["Cookie"])
/// let page = tokens.shared(feed.page("Orders", address: "/live"))
/// let response = Response(status: 200, cookie: session.setCookie, body: page.bytes(for: session))
///
/// let number = try tokens.number(in: form, for: session)
/// ```
public struct LiveTokens: Sendable {
    /// The value of a hidden field in markup that all viewers share. ``LiveMarkup`` replaces the mark with a token.
    ///
    /// The mark is secret: a viewer receives only markup from ``LiveMarkup/bytes(for:)``. It is as long as a token and
    /// the same in every process with the key, so equal tables have equal versions.
    public let mark: String

    /// Returns a signature as hexadecimal digits.
    private let sign: @Sendable (String) -> String
    private let cookieName: String
    private let cookieEnd: String

    /// Creates tokens.
    ///
    /// - Parameters:
    ///   - cookieName: The name of the cookie, which differs from the program's own cookies and from those of other
    ///     programs on the same host.
    ///   - isSecure: Whether browsers return the cookie only through HTTPS, and only to the host that has set the
    ///     cookie. Pass `false` only for a program whose address begins with `http`.
    ///   - sign: Returns a keyed hash of bytes, such as an HMAC: at least 24 bytes, of which the first 24 are used. All
    ///     bytes begin with `TableLive`, so that the program can use the key for other texts too.
    public init<Hash: Sequence<UInt8> & SendableMetatype>(
        cookieName: String = "table-session", isSecure: Bool = true,
        sign: @escaping @Sendable (_ bytes: [UInt8]) -> Hash
    ) {
        self.sign = { text in
            let bytes = Array(sign(Array("TableLive \(text)".utf8)).prefix(24))
            precondition(bytes.count == 24, "A keyed hash needs at least 24 bytes; use HMAC with SHA-256.")
            return bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
        mark = self.sign("mark")
        self.cookieName = isSecure ? "__Host-\(cookieName)" : cookieName
        cookieEnd = "; Path=/; HttpOnly; SameSite=Lax" + (isSecure ? "; Secure" : "")
    }

    // MARK: Sessions

    /// Returns the session that a cookie of a request names, or a new session.
    ///
    /// A session that this program has not signed is not accepted, so nobody can choose the session of another person.
    ///
    /// - Parameter cookies: The header `Cookie`. Join several headers with `; `.
    public func session(cookies: String?) -> LiveSession {
        for cookie in (cookies ?? "").split(separator: ";") {
            let (cookie, start) = (cookie.drop { $0 == " " }, cookieName + "=")
            guard cookie.hasPrefix(start) else { continue }
            let parts = cookie.dropFirst(start.count).split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 2, Self.isEqual(parts[1], sign("session \(parts[0])")) else { continue }
            return LiveSession(id: String(parts[0]), setCookie: nil)
        }
        let id = Self.randomNumber() + Self.randomNumber()
        return LiveSession(id: id, setCookie: "\(cookieName)=\(id).\(sign("session \(id)"))\(cookieEnd)")
    }

    // MARK: Tokens

    /// Finds the marks in markup that all viewers share, such as a page.
    public func shared(_ markup: String) -> LiveMarkup { shared(Array(markup.utf8)) }

    /// Finds the marks in markup that all viewers share, such as a JSON text with a form.
    ///
    /// - Complexity: O(bytes). ``LiveMarkup/bytes(for:)`` does not search again.
    public func shared(_ markup: [UInt8]) -> LiveMarkup { LiveMarkup(markup, tokens: self) }

    /// Returns the number of a request, after a check of the token in the request's form.
    ///
    /// - Parameters:
    ///   - fields: The fields of the form: `token`, `action`, and all others. ``LiveScript`` adds the field `attempt`,
    ///     which differs for each click, but not for a repetition after a request without an answer.
    ///   - session: The session of the request.
    /// - Throws: A refusal with the code `invalidToken` and the status 403 if the session has not received the token. The
    ///   code is `invalidAttempt`, with the status 400, if the attempt has more than 64 bytes.
    public func number(
        in fields: [String: String], for session: LiveSession
    ) throws(LiveRefusal) -> LiveNumber {
        let token = fields["token"] ?? ""
        let number = String(token.prefix(16))
        guard Self.isEqual(token, self.token(number, for: session)) else {
            throw LiveRefusal(403, "invalidToken") { $0.refusals.invalidToken }
        }
        let (attempt, action) = (fields["attempt"] ?? "", fields["action"] ?? "")
        guard attempt.utf8.count <= 64 else {
            throw LiveRefusal(400, "invalidAttempt") { $0.refusals.invalidAttempt }
        }
        return LiveNumber(
            id: sign("request \(session.id) \(Self.framed([token, attempt, action]))"),
            content: sign(
                "content \(Self.framed(fields.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }))"))
    }

    /// Joins texts with their lengths, which separate the texts whatever they contain.
    private static func framed(_ texts: [String]) -> String {
        texts.map { "\($0.utf8.count):\($0)" }.joined()
    }

    /// Returns the bytes of a message for one viewer.
    ///
    /// Only a whole table contains the form with the mark.
    public func serverSentEvent(of message: LiveMessage, for session: LiveSession) -> [UInt8] {
        let event = message.serverSentEvent
        return message.kind == .table ? shared(event).bytes(for: session) : event
    }

    /// Returns a token that occurs once.
    fileprivate func token(for session: LiveSession) -> String { token(Self.randomNumber(), for: session) }

    private func token(_ number: String, for session: LiveSession) -> String {
        number + sign("token \(session.id) \(number)").prefix(32)
    }

    /// Returns 64 random bits as hexadecimal digits.
    private static func randomNumber() -> String {
        let digits = String(UInt64.random(in: .min ... .max), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// Returns whether two texts are equal, in a time that does not depend on the first different byte.
    private static func isEqual(_ first: some StringProtocol, _ second: String) -> Bool {
        guard first.utf8.count == second.utf8.count else { return false }
        return zip(first.utf8, second.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

/// The number of a request, with which a program carries out each request only once.
///
/// A person who clicks twice, goes back to an earlier page, or repeats a request without an answer sends the same id again.
/// Store the number in the transaction of the change:
///
/// ```swift
/// if let content = try String.fetchOne(db, sql: "SELECT content FROM requests WHERE id = ?", arguments: [number.id]) {
///     return try number.checkRepetition(of: content)      // The change was carried out before.
/// }
/// try db.execute(
///     sql: "INSERT INTO requests (id, content) VALUES (?, ?)", arguments: [number.id, number.content])
/// ```
public struct LiveNumber: Sendable {
    /// 48 hexadecimal digits. Requests of the same page, click, and action have the same id.
    public let id: String

    /// 48 hexadecimal digits. Requests with the same id and other inputs have another content.
    public let content: String

    /// Checks a request whose id is stored.
    ///
    /// - Parameter content: The stored content.
    /// - Throws: A refusal with the code `formUsed` and the status 409 if the inputs differ from those that the program
    ///   has carried out. Otherwise answer the request like the first one.
    public func checkRepetition(of content: String) throws(LiveRefusal) {
        guard content == self.content else {
            throw LiveRefusal(409, "formUsed") { $0.refusals.formUsed }
        }
    }
}

/// The session of one person with one browser; see ``LiveTokens/session(cookies:)``. Sessions with the same id are equal.
///
/// ```swift
/// let session = tokens.session(cookies: request.headers["Cookie"])
/// if let cookie = session.setCookie { response.headers["Set-Cookie"] = cookie }
/// ```
public struct LiveSession: Hashable, Sendable {
    /// 128 random bits as hexadecimal digits.
    public let id: String

    /// The header `Set-Cookie` of the response, or `nil` if the browser has the cookie.
    public let setCookie: String?

    /// Whether the request named no valid session.
    public var isNew: Bool { setCookie != nil }

    /// Returns whether two sessions have the same id.
    public static func == (first: Self, second: Self) -> Bool { first.id == second.id }

    /// Hashes the id.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// Markup that is written once for all viewers, with marks where tokens belong; see ``LiveTokens/shared(_:)-(String)``.
///
/// ```swift
/// let markup = tokens.shared(feed.page("Orders", address: "/live"))
/// let body = markup.bytes(for: session)
/// ```
public struct LiveMarkup: Sendable {
    private let markup: [UInt8]
    private let offsets: [Int]
    private let tokens: LiveTokens

    fileprivate init(_ markup: [UInt8], tokens: LiveTokens) {
        let mark = Array(tokens.mark.utf8)
        (self.markup, self.tokens) = (markup, tokens)
        offsets = markup.indices.filter { markup[$0] == mark[0] && markup[$0...].starts(with: mark) }
    }

    /// Returns the markup for one viewer, with a new token at all marks.
    public func bytes(for session: LiveSession) -> [UInt8] {
        guard !offsets.isEmpty else { return markup }
        var bytes = markup
        let token = Array(tokens.token(for: session).utf8)
        for offset in offsets { bytes.replaceSubrange(offset..<offset + token.count, with: token) }
        return bytes
    }
}
