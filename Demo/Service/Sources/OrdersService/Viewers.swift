import Crypto
import Foundation
import Hummingbird
import NIOCore

/// The viewers of pages. Each viewer has a session in a cookie, and a token in the forms of the pages.
///
/// A token is derived from its session with a key, so no token is stored. The database contains the key and
/// the mark. Tokens and page versions are therefore valid in every process that uses the database, and after
/// a restart.
struct Viewers: Sendable {
    private let key: SymmetricKey

    /// The mark that a viewer's token replaces in markup that all viewers share. No viewer receives the mark.
    let tokenMark: String

    /// - Parameters:
    ///   - key: The key from which tokens are derived.
    ///   - mark: The 16 random bytes of the mark.
    init(key: SymmetricKey, mark: some Sequence<UInt8>) {
        self.key = key
        tokenMark = Self.hex(mark)
    }

    /// Returns the viewer whom the cookie of a request names, or a new one.
    func viewer(of request: Request) -> Viewer {
        let cookie = request.cookies[Viewer.cookieName]?.value
        let known = cookie.flatMap { $0.utf8.count == 32 && $0.utf8.allSatisfy(Self.isHex) ? $0 : nil }
        let session = known ?? Self.hex(SymmetricKey(size: .bits128).withUnsafeBytes(Array.init))
        let code = HMAC<SHA256>.authenticationCode(for: Array(session.utf8), using: key)
        return Viewer(session: session, token: Self.hex(code.prefix(16)), isNew: known == nil)
    }

    private static func isHex(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte || 0x61...0x66 ~= byte }

    private static func hex(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

/// One person with one browser.
struct Viewer: Sendable {
    static let cookieName = "session"

    let session: String
    let token: String
    let isNew: Bool

    /// Returns whether a token belongs to the viewer, in a time that does not depend on the token's content.
    func owns(_ token: String?) -> Bool {
        guard let token, token.utf8.count == self.token.utf8.count else { return false }
        return zip(token.utf8, self.token.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// Sets the cookie of a new viewer.
    func sign(_ response: inout Response) {
        guard isNew else { return }
        response.setCookie(
            Cookie(name: Self.cookieName, value: session, path: "/", httpOnly: true, sameSite: .lax))
    }
}

/// Markup that is written once for all viewers, with a mark where each viewer's token belongs.
struct SharedMarkup: Sendable {
    private let bytes: [UInt8]
    /// The offsets of the marks.
    private let offsets: [Int]

    init(_ bytes: [UInt8], tokenMark: String) {
        self.bytes = bytes
        let text = Array(tokenMark.utf8)
        offsets = bytes.indices.filter { bytes[$0] == text[0] && bytes[$0...].starts(with: text) }
    }

    /// Returns the markup for one viewer. A token is as long as the mark.
    func markup(for viewer: Viewer) -> ByteBuffer {
        var copy = ByteBuffer(bytes: bytes)
        for offset in offsets { copy.setString(viewer.token, at: offset) }
        return copy
    }
}
