import TableLive
import Testing

struct LiveOriginTests {
    private let local = LiveOrigin(hosts: ["127.0.0.1", "LocalHost", "[::1]"], scheme: "http")
    private let shop = LiveOrigin(hosts: ["shop.example", "admin.example:8443"])

    /// Returns the code of the refusal, or `nil` if the request passes.
    private func refusal(
        _ check: LiveOrigin, _ host: String?, _ origin: String? = nil, site: String? = nil,
        method: String = "POST"
    ) -> String? {
        do {
            let headers = [("origin", origin), ("Sec-Fetch-Site", site)].compactMap { name, value in
                value.map { (name, $0) }
            }
            try check.check(LiveRequest(method: method, target: "/", host: host, headers: headers))
            return nil
        } catch {
            #expect(error.status == ["otherHost": 421, "otherOrigin": 403, "repeatedHost": 400][error.code])
            #expect(error.message.hasSuffix("."))
            return error.code
        }
    }

    @Test(arguments: [
        "localhost", "LOCALHOST:8080", "127.0.0.1", "127.0.0.1:65535", "[::1]", "[::1]:8080",
    ])
    func `A request for a name of the program passes with any port`(host: String) {
        for method in ["GET", "HEAD", "POST", "DELETE"] {
            #expect(refusal(local, host, method: method) == nil)
        }
    }

    @Test(arguments: [
        nil, "", "other.example", "localhost.other.example", "xlocalhost", "localhost.", "localhost:", ":80",
        "localhost:x", "localhost:+80", "localhost:80:80", "localhost:65536", "localhost/", "user@localhost",
        "localhost localhost", "::1", "[::1", "[::1]x", "[::1]:", "[::2]", "[]", "[",
        "127.0.0.1.other.example", "127.0.0.10", "lócalhost",
    ])
    func `A request for another name is refused`(host: String?) {
        #expect(refusal(local, host) == "otherHost")
        #expect(refusal(local, host, method: "GET") == "otherHost")
    }

    @Test func `A request with two hosts is refused`() {
        #expect(refusal(local, "localhost, localhost", method: "GET") == "repeatedHost")
        let request = LiveRequest(
            method: "GET", target: "/", host: "localhost", headers: [("host", "localhost")])
        #expect(throws: LiveRefusal.self) { try local.check(request) }
    }

    @Test func `A name with a port is valid with this port only`() {
        #expect(refusal(shop, "admin.example:8443") == nil)
        #expect(refusal(shop, "ADMIN.example:8443", "https://admin.example:8443") == nil)
        for host in ["admin.example", "admin.example:443", "admin.example:84430"] {
            #expect(refusal(shop, host) == "otherHost")
        }
        let standard = LiveOrigin(hosts: ["shop.example:443"])
        #expect(refusal(standard, "shop.example") == nil)
        #expect(refusal(standard, "shop.example:80") == "otherHost")
    }

    @Test func `Without names, any valid host passes`() {
        let any = LiveOrigin(hosts: nil)
        #expect(refusal(any, "a.example:1", "https://a.example:1") == nil)
        #expect(refusal(any, "a.example", "https://b.example") == "otherOrigin")
        for host in [nil, "", "a.example:", "a b"] { #expect(refusal(any, host) == "otherHost") }
    }

    @Test(arguments: [
        ("shop.example", "https://shop.example"), ("Shop.Example", "HTTPS://shop.example"),
        ("shop.example:443", "https://shop.example"), ("shop.example", "https://shop.example:443"),
        ("shop.example:8443", "https://shop.example:8443"),
    ])
    func `A request from a page of the program passes`(host: String, origin: String) {
        #expect(refusal(shop, host, origin) == nil)
        #expect(refusal(shop, host, origin, site: "same-origin") == nil)
        #expect(refusal(shop, host, origin, site: "none") == nil)
    }

    @Test(arguments: [
        "null", "", "shop.example", "//shop.example", "http://shop.example", "http:///shop.example",
        "https://other.example",
        "https://shop.example:8443", "https://shop.example.other.example", "https://shop.example/",
        "https://shop.example@other.example", "https://shop.example, https://other.example",
        "https://admin.example:8443",
    ])
    func `A request with another origin is refused unless it changes nothing`(origin: String) {
        for method in ["POST", "PUT", "DELETE", "OPTIONS", "get"] {
            #expect(refusal(shop, "shop.example", origin, method: method) == "otherOrigin")
        }
        for method in ["GET", "HEAD"] {
            #expect(refusal(shop, "shop.example", origin, site: "cross-site", method: method) == nil)
        }
    }

    @Test(arguments: ["cross-site", "same-site", "", "Same-Origin", "same-origin, none"])
    func `A request that the browser calls foreign is refused`(site: String) {
        #expect(refusal(shop, "shop.example", site: site) == "otherOrigin")
        #expect(refusal(shop, "shop.example", "https://shop.example", site: site) == "otherOrigin")
    }

    @Test func `The standard port depends on the scheme`() {
        #expect(refusal(local, "localhost:80", "http://localhost") == nil)
        #expect(refusal(local, "localhost:443", "http://localhost") == "otherOrigin")
        #expect(refusal(local, "[::1]:8080", "http://[::1]:8080") == nil)
        #expect(refusal(local, "[::1]", "https://[::1]") == "otherOrigin")
    }

    @Test func `Origins with the same names in another case are equal`() {
        #expect(LiveOrigin(hosts: ["A.example"]) == LiveOrigin(hosts: ["a.EXAMPLE"], scheme: "HTTPS"))
        #expect(LiveOrigin(hosts: ["a.example"]) != LiveOrigin(hosts: ["a.example"], scheme: "http"))
    }
}
