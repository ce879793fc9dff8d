import TableAgent

/// The origin of a program's own pages. Its check refuses requests that pages of other sites have sent.
///
/// Check each request before any other step. Programs other than browsers send neither an origin nor `Sec-Fetch-Site`,
/// so their requests pass.
///
/// ```swift
/// let origin = LiveOrigin(hosts: ["orders.example"])
/// try origin.check(request)
/// ```
public struct LiveOrigin: Hashable, Sendable {
    private let hosts: Set<String>?
    private let scheme: String

    /// Creates an origin.
    ///
    /// - Parameters:
    ///   - hosts: The names of the program, such as `orders.example`, `127.0.0.1`, or `[::1]`. A name without a port is
    ///     valid with any port. Pass `nil` only if a proxy refuses other names: without a check, another site can give
    ///     its own name the address of this program, and read the pages.
    ///   - scheme: The scheme of the pages in the browser. Behind a proxy that ends TLS, the scheme is still `https`. A
    ///     page with the same host and another scheme has another origin, because the network could have changed it.
    public init(hosts: Set<String>?, scheme: String = "https") {
        self.hosts = hosts.map { Set($0.map { $0.lowercased() }) }
        self.scheme = scheme.lowercased()
    }

    /// Checks the host of a request, and the origin of a request that can change something.
    ///
    /// `GET` and `HEAD` change nothing, so links from other sites work. If a request with another method has the header
    /// `Origin`, it must be the program's own. If it has the header `Sec-Fetch-Site`, it must be `same-origin` or `none`.
    ///
    /// - Throws: A refusal with the code `repeatedHost` and the status 400, `otherHost` and 421, or `otherOrigin` and 403.
    public func check(_ request: LiveRequest) throws(LiveRefusal) {
        guard let host = request.header("Host") else { throw Self.otherHost }
        // RFC 9112, section 3.2
        guard !host.contains(",") else {
            throw LiveRefusal(400, "repeatedHost") { $0.refusals.repeatedHost }
        }
        guard let host = normalized(host), isOwn(host) else { throw Self.otherHost }
        if request.method == "GET" || request.method == "HEAD" { return }
        let site = request.header("Sec-Fetch-Site")
        let origin = request.header("Origin")
        guard site == nil || site == "same-origin" || site == "none",
            origin == nil || origin.flatMap(self.host(ofOrigin:)) == host
        else {
            throw LiveRefusal(403, "otherOrigin") { $0.refusals.otherOrigin }
        }
    }

    private static var otherHost: LiveRefusal {
        LiveRefusal(421, "otherHost") { $0.refusals.otherHost }
    }

    private func isOwn(_ host: String) -> Bool {
        guard let hosts, let colon = host.lastIndex(of: ":") else { return true }
        return hosts.contains(host) || hosts.contains(String(host[..<colon]))
    }

    /// Returns the host of an origin with the right scheme, otherwise `nil`.
    private func host(ofOrigin origin: String) -> String? {
        let origin = origin.lowercased()
        let start = scheme + "://"
        return origin.hasPrefix(start) ? normalized(String(origin.dropFirst(start.count))) : nil
    }

    /// Returns a host in lowercase and with its port, or `nil` if the host is invalid.
    private func normalized(_ host: String) -> String? {
        let host = host.lowercased()
        // The colons of an IPv6 address are in brackets.
        let end = host.hasPrefix("[") ? host.firstIndex(of: "]").map(host.index(after:)) : nil
        let name = host[..<(end ?? host.firstIndex(of: ":") ?? host.endIndex)]
        let inner = end == nil ? name : name.dropFirst().dropLast()
        guard !inner.isEmpty, inner.utf8.allSatisfy(Self.isName) else { return nil }
        var port = host[name.endIndex...]
        if port.isEmpty { return scheme == "http" ? "\(name):80" : "\(name):443" }
        guard port.removeFirst() == ":", port.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        return UInt16(port).map { "\(name):\($0)" }
    }

    /// Returns whether a byte is a lowercase letter, a digit, a colon, a hyphen, a dot, or an underscore.
    private static func isName(_ byte: UInt8) -> Bool {
        0x61...0x7A ~= byte || 0x30...0x3A ~= byte || byte == 0x2D || byte == 0x2E || byte == 0x5F
    }
}
