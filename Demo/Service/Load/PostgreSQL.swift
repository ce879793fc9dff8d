import Foundation

/// The PostgreSQL server of `with-postgresql`.
enum PostgreSQL {
    private static let environment = ProcessInfo.processInfo.environment

    static var isAvailable: Bool { environment["TABLE_POSTGRESQL"] != nil }

    /// Creates an empty database, and returns its address.
    static func newDatabase() throws -> String {
        guard let address = environment["TABLE_POSTGRESQL"] else {
            throw LoadError("There is no PostgreSQL; begin the command with Demo/Service/with-postgresql.")
        }
        let name = "load_" + UUID().uuidString.lowercased().replacing("-", with: "")
        try execute("CREATE DATABASE \(name)", at: address)
        return address.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(
            separator: "/")
            + "/" + name
    }

    /// Executes statements as another program, and returns the rows as lines.
    @discardableResult
    static func execute(_ sql: String, at address: String) throws -> [String] {
        let text = try run("psql", ["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", sql, address])
        return text.split(separator: "\n").map(String.init)
    }

    /// Restarts the server, and returns when it accepts connections.
    ///
    /// - Parameter mode: `fast`, which ends all connections, or `immediate`, which ends the server as a crash does.
    static func restart(_ mode: String) throws {
        guard let control = environment["TABLE_POSTGRESQL_CONTROL"] else {
            throw LoadError("There is no program that restarts PostgreSQL; see with-postgresql.")
        }
        try run(control, ["restart", "-m", mode])
    }
}
