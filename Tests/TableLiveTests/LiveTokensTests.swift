import RandomTesting
import TableAgent
import TableLive
import TableSurfaces
import Testing

struct LiveTokensTests {
    /// Returns tokens with a keyed hash for tests, which is not secure.
    private static func tokens(key: UInt64 = 1, isSecure: Bool = true) -> LiveTokens {
        LiveTokens(isSecure: isSecure) { bytes in
            var random = SeededGenerator(seed: bytes.reduce(key) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
            return (0..<32).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        }
    }

    private let tokens = Self.tokens()

    /// Returns the header `Cookie` with which a browser answers.
    private func cookie(_ session: LiveSession) throws -> String {
        String(try #require(session.setCookie?.split(separator: ";").first))
    }

    /// Returns the token of a new page.
    private func token(_ session: LiveSession) -> String {
        String(decoding: LiveMarkup(tokens.mark, tokens: tokens).bytes(for: session), as: UTF8.self)
    }

    private func code(_ fields: [String: String], _ session: LiveSession) -> String? {
        do {
            _ = try tokens.idempotencyKey(of: fields, for: session)
            return nil
        } catch {
            #expect(error.status == ["invalidToken": 403, "invalidAttempt": 400][error.code])
            return error.code
        }
    }

    private func isHex(_ text: some StringProtocol) -> Bool {
        text.allSatisfy { "0123456789abcdef".contains($0) }
    }

    // MARK: Sessions

    @Test func `A browser without a cookie receives a new session`() throws {
        let session = tokens.session(cookies: nil)
        #expect(session.setCookie != nil && session.id.utf8.count == 32 && isHex(session.id))
        let cookie = try #require(session.setCookie)
        #expect(cookie.hasPrefix("__Host-table-session=\(session.id)."))
        #expect(cookie.hasSuffix("; Path=/; HttpOnly; SameSite=Lax; Secure"))
        #expect(Set((0..<100).map { _ in tokens.session(cookies: nil).id }).count == 100)
    }

    @Test func `A cookie without HTTPS has a plain name and is not secure`() throws {
        let plain = Self.tokens(isSecure: false)
        let session = plain.session(cookies: nil)
        let cookie = try #require(session.setCookie)
        #expect(cookie.hasPrefix("table-session=\(session.id)."))
        #expect(cookie.hasSuffix("; Path=/; HttpOnly; SameSite=Lax"))
        #expect(try plain.session(cookies: self.cookie(session)) == session)
    }

    @Test func `A cookie restores its session among other cookies, also in another process`() throws {
        let session = tokens.session(cookies: nil)
        let cookie = try cookie(session)
        for header in [
            cookie, "a=b; \(cookie)", "\(cookie);a=b",
            "table-session=x; __Host-table-session=forged; \(cookie)",
        ] {
            let known = Self.tokens().session(cookies: header)
            #expect(known == session && known.id == session.id && known.setCookie == nil)
        }
    }

    @Test func `A session that the program has not signed is not accepted`() throws {
        let session = tokens.session(cookies: nil)
        let cookie = try cookie(session)
        let other = try self.cookie(Self.tokens(key: 2).session(cookies: nil))
        let (id, code) = (session.id, try #require(cookie.split(separator: ".").last))
        let first = cookie.dropLast() + (cookie.last == "0" ? "1" : "0")
        for header in [
            "", ";", "a=b", "__Host-table-session=", "__Host-table-session=.", "__Host-table-session=\(id)",
            "__Host-table-session=\(id).", "__Host-table-session=.\(code)",
            "__Host-table-session=\(id)0.\(code)",
            "__Host-table-session=\(id).\(code)0", "__Host-table-session=\(id).\(code).", "x\(cookie)",
            String(first),
            other, "table-session=\(id).\(code)", "__Host-table-session=\(id).\(tokens.mark)",
            "__Host-table-session=\(token(session).prefix(16)).\(token(session).dropFirst(16))",
        ] {
            let new = tokens.session(cookies: header)
            #expect(new.setCookie != nil && new.id != id, "\(header)")
        }
    }

    // MARK: Markup

    @Test func `The mark is as long as a token, and depends only on the key`() {
        let session = tokens.session(cookies: nil)
        #expect(tokens.mark.utf8.count == 48 && isHex(tokens.mark) && token(session).utf8.count == 48)
        #expect(tokens.mark == Self.tokens().mark && tokens.mark != Self.tokens(key: 2).mark)
    }

    @Test func `Each response has a new token at all marks, and nothing else changes`() throws {
        let mark = tokens.mark
        let page = "\(mark)<é>\(mark.dropLast())\(mark)\(mark) \(mark)"
        let shared = LiveMarkup(page, tokens: tokens)
        let session = tokens.session(cookies: nil)
        var seen: Set<String> = []
        for _ in 0..<10 {
            let text = String(decoding: shared.bytes(for: session), as: UTF8.self)
            let token = String(text.prefix(48))
            #expect(text == page.replacing(mark, with: token))
            #expect(isHex(token) && code(["token": token], session) == nil)
            seen.insert(token)
        }
        #expect(seen.count == 10 && !seen.contains(mark))
    }

    @Test(arguments: ["", "<table></table>", "0123456789abcdef"])
    func `Markup without marks remains the same`(markup: String) {
        let session = tokens.session(cookies: nil)
        #expect(LiveMarkup(markup, tokens: tokens).bytes(for: session) == Array(markup.utf8))
        let part = String(tokens.mark.dropFirst())
        #expect(LiveMarkup(part, tokens: tokens).bytes(for: session) == Array(part.utf8))
    }

    // MARK: Keys

    @Test func `Equal requests have the same short key`() throws {
        let session = tokens.session(cookies: nil)
        let fields = ["token": token(session), "attempt": "1", "action": "pay/orders/1", "x": "{}"]
        let key = try tokens.idempotencyKey(of: fields, for: session)
        for text in [key.id, key.fingerprint] {
            #expect(text.utf8.count <= 64 && text.utf8.allSatisfy { 0x21...0x7E ~= $0 })
        }
        let known = tokens.session(cookies: try cookie(session))
        for _ in 0..<10 {
            // Dictionaries with other capacities have other orders.
            var copy: [String: String] = Dictionary(minimumCapacity: .random(in: 1...500))
            for (name, value) in fields.shuffled() { copy[name] = value }
            let same = try Self.tokens().idempotencyKey(of: copy, for: known)
            #expect(same == key)
            #expect(try key.isRepetition(of: same.fingerprint) && !key.isRepetition(of: nil))
        }
    }

    @Test func `Requests with another action, attempt, or page have other ids`() throws {
        let session = tokens.session(cookies: nil)
        let token = token(session)
        let requests: [[String: String]] = [
            [:], ["action": "1"], ["attempt": "1"], ["attempt": "1", "action": "1"], ["attempt": "11:1"],
            ["attempt": "1", "action": "é"], ["attempt": "1", "action": "e\u{301}"],
        ]
        var ids: Set<String> = []
        for (index, fields) in requests.enumerated() {
            ids.insert(
                try tokens.idempotencyKey(of: fields.merging(["token": token]) { $1 }, for: session).id)
            #expect(ids.count == index + 1, "\(fields)")
        }
        for _ in 0..<10 {
            ids.insert(try tokens.idempotencyKey(of: ["token": self.token(session)], for: session).id)
        }
        #expect(ids.count == requests.count + 10)
    }

    @Test func `Requests with the same id and other inputs have another fingerprint, and are refused`() throws
    {
        let session = tokens.session(cookies: nil)
        let token = token(session)
        let inputs: [[String: String]] = [
            [:], ["a": ""], ["": "a"], ["a": "b", "c": "d"], ["a": "b1:c1:d"], ["a1:b": "c1:d"], ["ab": "cd"],
            ["abc": "d"], ["a": "bcd"], ["a": "é"], ["a": "e\u{301}"],
        ]
        let keys = try inputs.map { inputs in
            let fields = ["token": token, "action": "refund/paid/1", "attempt": "2"].merging(inputs) { $1 }
            return try tokens.idempotencyKey(of: fields, for: session)
        }
        #expect(Set(keys.map(\.id)).count == 1 && Set(keys.map(\.fingerprint)).count == inputs.count)
        let error = #expect(throws: LiveRefusal.self) {
            try keys[0].isRepetition(of: keys[1].fingerprint)
        }
        #expect(error?.code == "formUsed")
    }

    @Test func `A viewer's table has a token instead of the mark`() throws {
        let actions = HTMLActions(address: "", fields: ["token": tokens.mark])
        let container = LiveContainer(HTMLFormat(actions: actions))
        let agent = try Agent(container, rawData: 1, reformer: OneRow())
        let message = container.feed.table
        let session = tokens.session(cookies: nil)
        let text = String(decoding: tokens.serverSentEvent(of: message, for: session), as: UTF8.self)
        #expect(message.data.contains(tokens.mark) && !text.contains(tokens.mark))
        let token = try #require(text.firstMatch(of: /name="token" value="([^"]*)"/)?.1)
        #expect(code(["token": String(token)], session) == nil)
        withExtendedLifetime(agent) {}
    }

    private enum Line: GridLineItem {
        static func fill(_ line: inout GridLine, with text: String) { line.text(text) }
    }

    private struct OneRow: StatelessReformer {
        func reform(_ number: Int) -> TableInfo {
            TableInfo { TableSection(id: 1) { Rows(["a"], id: \.self, as: Line.self) } }
        }
    }

    @Test func `A token is valid only for its session and unchanged`() {
        let (session, other) = (tokens.session(cookies: nil), tokens.session(cookies: nil))
        let token = token(session)
        #expect(code(["token": token], session) == nil)
        #expect(code(["token": token], other) == "invalidToken")
        #expect(throws: LiveRefusal.self) {
            try Self.tokens(key: 2).idempotencyKey(of: ["token": token], for: session)
        }
        #expect(code([:], session) == "invalidToken")
        for offset in 0..<48 {
            var bytes = Array(token.utf8)
            bytes[offset] = bytes[offset] == 0x30 ? 0x31 : 0x30
            #expect(code(["token": String(decoding: bytes, as: UTF8.self)], session) == "invalidToken")
        }
        for token in [
            "", "0", tokens.mark, "A" + token.dropFirst(), token + "0", String(token.dropLast()), "é",
            String(repeating: "e\u{301}", count: 48),
        ] {
            #expect(code(["token": token], session) == "invalidToken")
        }
    }

    @Test func `An attempt has at most 64 bytes`() {
        let session = tokens.session(cookies: nil)
        let token = token(session)
        #expect(code(["token": token, "attempt": String(repeating: "a", count: 64)], session) == nil)
        #expect(code(["token": token, "attempt": String(repeating: "é", count: 32)], session) == nil)
        for attempt in [String(repeating: "a", count: 65), String(repeating: "é", count: 33)] {
            #expect(code(["token": token, "attempt": attempt], session) == "invalidAttempt")
            // Only the viewer of the page learns that the attempt is too long.
            #expect(code(["token": "", "attempt": attempt], session) == "invalidToken")
        }
    }

    #if !os(iOS) && !os(tvOS)
        @Test func `A hash that is too short stops the program`() async {
            await #expect(processExitsWith: .failure) {
                _ = LiveTokens { _ in [UInt8](repeating: 0, count: 23) }
            }
        }
    #endif
}
