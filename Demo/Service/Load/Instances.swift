import Foundation

/// Measures two services on one PostgreSQL database behind haproxy.
///
/// Programs change orders, services crash, and the database restarts. The pages of both services must equal the database a
/// second later, and no viewer may lack a change.
struct Instances: Sendable {
    private let address: String
    private var services: [ServiceProcess]
    private let proxy: Proxy
    private let viewers: [Viewer]
    private var figures: [Figure] = []

    /// The queries of the viewers.
    private static let queries = [
        "size=100", "size=100&status=open", "size=100&status=paid", "size=100&after=5000",
    ]

    static func measure() async throws -> [Figure] {
        var instances = try await Instances()
        defer { instances.end() }
        try await instances.checkConsistency("the start")
        try await instances.changeAtRandom()
        try await instances.crash()
        try await instances.restartDatabase()
        try await instances.followOwnEvents()
        try await instances.measureLatency()
        return instances.figures
    }

    private init() async throws {
        address = try PostgreSQL.newDatabase()
        let first = try ServiceProcess(database: address)
        services = [first, try ServiceProcess(database: address)]
        let proxy = try await Proxy(to: services.map(\.port))
        self.proxy = proxy
        viewers = (0..<20).map { Viewer(port: proxy.port, query: Self.queries[$0 % 4]) }
    }

    private func end() {
        viewers.close()
        proxy.stop()
        for service in services { service.stop() }
    }

    // MARK: Equality

    /// Checks that a second after the last change, the pages of all services equal the database, and all viewers have the
    /// versions of these pages.
    private mutating func checkConsistency(_ name: String) async throws {
        Load.report("a second after \(name)")
        try await Task.sleep(for: .seconds(1))
        var problems: [String] = []
        for (index, query) in Self.queries.enumerated() {
            let expected = try expectedRows(query)
            var versions = Set<String>()
            for service in services {
                let page = try await Page(port: service.port, query: query)
                if page.rows != expected { problems.append("the page \(query) differs from the database") }
                versions.insert(page.version)
            }
            versions.formUnion(viewers.indices.filter { $0 % 4 == index }.map { viewers[$0].state.version })
            if versions.count > 1 {
                problems.append("viewers and pages of \(query) have \(versions.count) versions")
            }
        }
        let stale = viewers.count { $0.state.isStale || !$0.state.isConnected }
        if stale > 0 { problems.append("\(stale) viewers are stale") }
        figures.append(
            Figure(
                "pages and viewers a second after \(name)",
                problems.isEmpty ? "equal the database" : problems.joined(separator: "; "),
                limit: "equal", isMet: problems.isEmpty))
    }

    /// Returns the orders of a page as the database has them: the id, the status, and the received amount.
    private func expectedRows(_ query: String) throws -> Set<String> {
        let fields = query.split(separator: "&").map { $0.split(separator: "=") }
        let status = fields.first { $0[0] == "status" }.map { "AND status = '\($0[1])'" } ?? ""
        let after = fields.first { $0[0] == "after" }.map { "AND id < \($0[1])" } ?? ""
        return Set(
            try PostgreSQL.execute(
                """
                SELECT id || ' ' || status || ' ' || trim_scale((SELECT coalesce(sum(cents), 0) FROM payments WHERE orderID = o.id) / 100.0)
                FROM orders o WHERE true \(after) \(status) ORDER BY id DESC LIMIT 100
                """, at: address))
    }

    // MARK: Changes

    /// Makes 200 random changes, through the proxy or as another program.
    private mutating func changeAtRandom() async throws {
        var refused = 0
        for _ in 0..<200 { refused += try await changeOnce() ? 0 : 1 }
        figures.append(Figure("random changes that were refused, of 200", "\(refused)"))
        try await checkConsistency("200 changes through both services and by another program")
    }

    /// Makes a change, and returns whether it was carried out.
    private func changeOnce() async throws -> Bool {
        switch Int.random(in: 0..<6) {
        case 0:
            try PostgreSQL.execute(
                """
                INSERT INTO orders (customerID, placed, total, status)
                SELECT customerID, '2026-12-31', total, 'open' FROM orders ORDER BY random() LIMIT 1
                """, at: address)
        case 1:
            try PostgreSQL.execute(
                """
                UPDATE orders SET status = 'shipped'
                WHERE id = (SELECT id FROM orders WHERE status = 'paid' ORDER BY id DESC LIMIT 1)
                """, at: address)
        case 2:
            try PostgreSQL.execute(
                """
                UPDATE customers SET name = 'Customer ' || md5(random()::text)
                WHERE id = (SELECT customerID FROM orders ORDER BY id DESC LIMIT 1)
                """, at: address)
        case 3:
            let client = try await Client(port: proxy.port, query: "size=100")
            // The other random changes may have shipped all paid orders of the page.
            guard !client.paid.isEmpty else { return false }
            try await client.change()
        default:
            let client = try await Client(port: proxy.port, query: "size=100&status=open")
            guard let row = client.open.randomElement() else { return false }
            try await client.post("pay/\(row)")
        }
        return true
    }

    /// Kills a service between a commit and its notification, three times.
    private mutating func crash() async throws {
        for round in 0..<3 {
            // A service that sends no notifications dies in this gap at any time.
            let port = services[round % 2].port
            services[round % 2].kill()
            services[round % 2] = try ServiceProcess(port: port, database: address, ["--no-notifications"])
            let client = try await Client(port: port, query: "size=100&status=open")
            guard let row = client.open.randomElement() else { throw LoadError("There is no open order.") }
            try await client.post("pay/\(row)")
            services[round % 2].kill()
            services[round % 2] = try ServiceProcess(port: port, database: address)
            // Viewers of the killed service come back within half a second.
            try await checkConsistency("the crash \(round + 1) of a service between commit and notification")
        }
    }

    /// Restarts the database in both ways while programs change orders.
    private mutating func restartDatabase() async throws {
        let cuts = viewers.map(\.state.cutCount)
        for mode in ["fast", "immediate"] {
            let changes = Task { [self] in
                var refused = 0
                for _ in 0..<40 {
                    if (try? await changeOnce()) == nil { refused += 1 }
                    try await Task.sleep(for: .milliseconds(25))
                }
                return refused
            }
            try await Task.sleep(for: .milliseconds(200))
            Load.report("the \(mode) restart")
            try PostgreSQL.restart(mode)
            let refused = try await changes.value
            try PostgreSQL.execute("UPDATE customers SET city = city || '.'", at: address)
            figures.append(Figure("changes refused during the \(mode) restart, of 40", "\(refused)"))
            try await checkConsistency("the \(mode) restart of the database")
        }
        let cut = zip(viewers, cuts).count { $0.state.cutCount > $1 }
        figures.append(
            Figure("viewers whose streams were cut by the restarts", "\(cut)", limit: "0", isMet: cut == 0))
    }

    /// Sends 500 events of new rows to one service, and looks at the next page of the other one.
    private mutating func followOwnEvents() async throws {
        let query = "size=100&status=open"
        var (missing, refused) = (0, 0)
        Load.report("own events")
        for round in 0..<500 {
            let (one, other) = (services[round % 2], services[(round + 1) % 2])
            if round.isMultiple(of: 100) {
                try PostgreSQL.execute(
                    """
                    INSERT INTO orders (customerID, placed, total, status)
                    SELECT 1, '2026-12-31', 1000, 'open' FROM generate_series(1, 100)
                    """, at: address)
            }
            // The page is from one service, the event goes to the other one, and the next page comes from the first.
            let client = try await Client(port: one.port, query: query)
            guard let row = client.open.first else { throw LoadError("There is no open order.") }
            do {
                try await client.post("pay/\(row)", port: other.port)
            } catch {
                refused += 1
            }
            let page = try await Page(port: one.port, query: query)
            if page.rows.contains(where: { $0.hasPrefix(row.dropFirst("open/".count) + " ") }) {
                missing += 1
            }
        }
        figures += [
            Figure(
                "own changes missing on the next page, of 500", "\(missing)", limit: "0", isMet: missing == 0),
            Figure(
                "events refused of rows that are visible elsewhere", "\(refused)", limit: "0",
                isMet: refused == 0),
        ]
        try await checkConsistency("500 own events")
    }

    /// Measures the time from a request at one service to a viewer of the other one, with and without notifications.
    private mutating func measureLatency() async throws {
        viewers.close()
        for usesNotifications in [true, false] {
            if !usesNotifications {
                let port = services[1].port
                services[1].stop()
                services[1] = try ServiceProcess(port: port, database: address, ["--no-notifications"])
            }
            let client = try await Client(port: services[0].port, query: "size=100")
            // The person who makes the changes has the page open, too.
            let viewer = [1, 0].map {
                Viewer(port: services[$0].port, query: "size=100", version: client.version)
            }
            defer { viewer.close() }
            guard try await viewer.wait(10, until: { $0.isConnected }) else {
                throw LoadError("A viewer can't connect.")
            }
            var times: [Double] = []
            for _ in 0..<(usesNotifications ? 200 : 20) {
                let old = viewer[0].state.version
                let start = try await client.change()
                guard try await viewer.wait(10, until: { $0.version != old }) else {
                    throw LoadError("A viewer has missed a change.")
                }
                times.append((viewer[0].state.arrival - start) / .milliseconds(1))
                try await Task.sleep(for: .milliseconds(.random(in: 0...20)))
            }
            figures += Figure.times(
                "change at one service, viewer at the other" + (usesNotifications ? "" : ", without LISTEN"),
                times,
                goals: usesNotifications ? (10, 50) : (nil, 1000))
        }
    }

    /// A page of a service.
    private struct Page {
        let version: String
        /// The id, the status, and the received amount of each order.
        let rows: Set<String>

        init(port: Int, query: String) async throws {
            let html = try await Wire.get("/?\(query)", port: port)
            version = html.firstMatch(of: /data-version="([^"]+)"/).map { String($0.1) } ?? ""
            let csv = try await Wire.get("/?\(query)&format=csv", port: port)
            guard let start = csv.range(of: "id,placed,") else { throw LoadError("There is no page: \(csv)") }
            rows = Set(
                csv[start.lowerBound...].split(whereSeparator: \.isNewline).dropFirst().map { line in
                    // Only the columns of names contain commas.
                    let cells = line.split(separator: ",", omittingEmptySubsequences: false)
                    let received =
                        Double(cells[cells.count - 3]).map { $0.formatted(.number.grouping(.never)) } ?? ""
                    return "\(cells[0]) \(cells[cells.count - 2]) \(received)"
                })
        }
    }
}
