import ArgumentParser
import Foundation
import OrdersService

/// Measures the service under load.
///
/// The program fails if viewers use too much memory, receive too many bytes, or miss a change, or if pages differ from the
/// database. Times are printed beside their goals, which a busy machine can miss.
@main
struct Load: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measures the service under load.",
        discussion: """
            The loads “instances” and “commits” need PostgreSQL: begin the command with Demo/Service/with-postgresql. The \
            load “instances” also needs haproxy.
            """)

    enum Name: String, CaseIterable, ExpressibleByArgument {
        case latency, crowd, queries, pages, audience, restart, exports, sorts, instances, commits
    }

    @Argument(help: "The loads: \(Name.allCases.map(\.rawValue).joined(separator: ", ")). By default, all.")
    var names: [Name] = []

    @Option(help: "The number of viewers of the audience and of the restart.")
    var viewers = 2000

    @Option(help: "The number of changes that the audience receives, one a second.")
    var changes = 30

    @Option(help: "The number of orders of the exports and the sorts.")
    var orders = 100_000

    func validate() throws {
        guard 10...15_000 ~= viewers else { throw ValidationError("There can be 10 to 15000 viewers.") }
        guard 1...3600 ~= changes else { throw ValidationError("There can be 1 to 3600 changes.") }
        guard 1000...10_000_000 ~= orders else {
            throw ValidationError("There can be 1000 to 10000000 orders.")
        }
    }

    func run() async throws {
        // Each viewer is a connection.
        ConnectionLimit.raiseDescriptorLimit()
        var names = names
        if names.isEmpty {
            names = Name.allCases
            if !PostgreSQL.isAvailable {
                names.removeAll { $0 == .instances || $0 == .commits }
                print("Without PostgreSQL, the loads “instances” and “commits” are left out.")
            }
        }
        var hasFailed = false
        for name in names {
            do {
                let figures = try await figures(of: name)
                // At once, also if a later load fails
                let text = try Figure.text(of: figures, caption: name.rawValue)
                try FileHandle.standardOutput.write(contentsOf: Data((text + "\n").utf8))
                if figures.contains(where: { $0.outcome == .failed }) { hasFailed = true }
            } catch {
                print("\(name): \(error)")
                hasFailed = true
            }
        }
        if hasFailed { throw ExitCode.failure }
    }

    private func figures(of name: Name) async throws -> [Figure] {
        switch name {
        case .latency: try await SmallLoads.latency()
        case .crowd: try await SmallLoads.crowd()
        case .queries: try await SmallLoads.queries()
        case .pages: try await Pages.compare()
        case .audience: try await Audience.measure(viewers: viewers, changes: changes)
        case .restart: try await Restart.measure(viewers: viewers)
        case .exports: try await Exports.measure(orders: orders)
        case .sorts: try await Sorts.measure(orders: orders)
        case .instances: try await Instances.measure()
        case .commits: try await Commits.measure()
        }
    }

    /// Tells what a long load does.
    static func report(_ text: String) { FileHandle.standardError.write(Data("  \(text)\n".utf8)) }
}
