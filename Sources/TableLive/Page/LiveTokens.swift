import TableAgent

/// Sessions in cookies, and tokens in the forms of pages, which prove that a viewer has received the page.
///
/// A token contains a random number, so the program can carry out each request only once. Cookies and tokens
/// are signed with the program's key and not stored. They are valid in every process with the key.
/// ``LiveService`` sets the cookies, writes the tokens, and checks both.
///
/// ```swift
/// let tokens = LiveTokens { bytes in HMAC<SHA256>.authenticationCode(for: bytes, using: key) }
/// let actions = HTMLActions(address: "/events", fields: ["token": tokens.mark])
/// let markup = LiveMarkup(feed.page("Orders", address: "/live"), tokens: tokens)
/// ```
public struct LiveTokens: Sendable {
    /// The value of a hidden field in markup that all viewers share. ``LiveMarkup`` replaces the mark with a token.
    ///
    /// The mark is secret: a viewer receives only markup in which ``LiveService`` has replaced it. It is as long as a token and
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
    package func session(cookies: String?) -> LiveSession {
        for cookie in (cookies ?? "").split(separator: ";") {
            let cookie = cookie.drop { $0 == " " }
            let start = cookieName + "="
            guard cookie.hasPrefix(start) else { continue }
            let parts = cookie.dropFirst(start.count).split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 2, Self.isEqual(parts[1], sign("session \(parts[0])")) else { continue }
            return LiveSession(id: String(parts[0]), setCookie: nil)
        }
        let id = Self.randomNumber() + Self.randomNumber()
        return LiveSession(id: id, setCookie: "\(cookieName)=\(id).\(sign("session \(id)"))\(cookieEnd)")
    }

    // MARK: Tokens

    /// Returns the key of a form, after a check of the form's token.
    ///
    /// - Parameters:
    ///   - fields: The fields of the form: `token`, `action`, and all others. ``LiveScript`` adds the field `attempt`,
    ///     which differs for each click, but not for a repetition after a request without an answer.
    ///   - session: The session of the request.
    /// - Throws: A refusal with the code `invalidToken` and the status 403 if the session has not received the token. The
    ///   code is `invalidAttempt`, with the status 400, if the attempt has more than 64 bytes.
    package func idempotencyKey(
        of fields: [String: String], for session: LiveSession
    ) throws(LiveRefusal) -> IdempotencyKey {
        let token = fields["token"] ?? ""
        let number = String(token.prefix(16))
        guard Self.isEqual(token, self.token(number, for: session)) else {
            throw LiveRefusal(403, "invalidToken") { $0.refusals.invalidToken }
        }
        let attempt = fields["attempt"] ?? ""
        let (action, rows) = (fields["action"] ?? "", fields["row"] ?? "")
        guard attempt.utf8.count <= 64 else {
            throw LiveRefusal(400, "invalidAttempt") { $0.refusals.invalidAttempt }
        }
        let inputs = fields.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
        return IdempotencyKey(
            id: sign("request \(session.id) \(Self.framed([token, attempt, action, rows]))"),
            fingerprint: sign("content \(Self.framed(inputs))"))
    }

    /// Joins texts with their lengths, which separate the texts whatever they contain.
    private static func framed(_ texts: [String]) -> String {
        texts.map { "\($0.utf8.count):\($0)" }.joined()
    }

    /// Returns the bytes of a message for one viewer.
    ///
    /// Only a whole table contains the form with the mark.
    package func serverSentEvent(of message: LiveMessage, for session: LiveSession) -> [UInt8] {
        let event = message.serverSentEvent
        guard message.kind == .table else { return event }
        return LiveMarkup(event, tokens: self).bytes(for: session)
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

/// The session of one person with one browser. Sessions with the same id are equal.
package struct LiveSession: Hashable, Sendable {
    /// 128 random bits as hexadecimal digits.
    package let id: String

    /// The header `Set-Cookie` of the response to a request without a valid session, or `nil` if the browser has the cookie.
    package let setCookie: String?

    /// Returns whether two sessions have the same id.
    package static func == (first: Self, second: Self) -> Bool { first.id == second.id }

    /// Hashes the id.
    package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// Markup that is written once for all viewers, with marks where tokens belong.
///
/// ```swift
/// LiveMarkup(feed.page("Orders", address: "/live"), tokens: tokens)
/// ```
public struct LiveMarkup: Sendable {
    private let markup: [UInt8]
    private let offsets: [Int]
    private let tokens: LiveTokens

    /// Finds the marks in markup that all viewers share, such as a page or a JSON text with a form.
    ///
    /// - Complexity: O(bytes). A viewer's copy is made without another search.
    public init(_ markup: String, tokens: LiveTokens) {
        self.init(Array(markup.utf8), tokens: tokens)
    }

    init(_ markup: [UInt8], tokens: LiveTokens) {
        self.markup = markup
        self.tokens = tokens
        let mark = Array(tokens.mark.utf8)
        offsets = markup.indices.filter { markup[$0] == mark[0] && markup[$0...].starts(with: mark) }
    }

    /// Returns the markup for one viewer, with a new token at all marks.
    package func bytes(for session: LiveSession) -> [UInt8] {
        guard !offsets.isEmpty else { return markup }
        var bytes = markup
        let token = Array(tokens.token(for: session).utf8)
        for offset in offsets { bytes.replaceSubrange(offset..<offset + token.count, with: token) }
        return bytes
    }
}
