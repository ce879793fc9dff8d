public import ArgumentParser
import Foundation
import Hummingbird
public import Logging
import Metrics
import NIOCore
import Orders
import OrdersService
import ServiceLifecycle
import TableSurfaces
import UnixSignals

@main
struct ServiceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "Service", abstract: "Shows orders in browsers, keeps the pages live, and takes events.")

    @Option(help: "The port; 0 takes any free one.")
    var port = 8080

    @Option(help: "The address of this machine at which the service accepts connections.")
    var address = "127.0.0.1"

    @Option(help: "The address of the service in browsers, such as https://orders.example.")
    var origin: String?

    @Option(
        help: """
            An SQLite file, or the address of a PostgreSQL database, such as postgres://user@host/orders. Without \
            this option, the data is deleted when the service stops.
            """)
    var database: String?

    @Option(help: "The lowest level of messages in the log, such as info for a line for each request.")
    var logLevel = Logger.Level.notice

    @Option(help: "The number of orders that an empty database is filled with.")
    var seed = 20_000

    @Flag(
        inversion: .prefixedNo,
        help: """
            Notifies other services of changes through PostgreSQL. Switch this off behind a pooler that assigns \
            connections to transactions; changes of other services are then shown half a second later.
            """)
    var notifications = true

    @Option(help: "Prints the first page in a format, such as text or csv, and exits.")
    var print: String?

    func validate() throws {
        guard 0...65_535 ~= port else { throw ValidationError("A port is a number from 0 to 65535.") }
        if let origin, ServiceOrigin(origin) == nil {
            throw ValidationError(
                "An origin is a scheme with a host, such as https://orders.example, not \(origin).")
        }
        guard origin != nil || ["127.0.0.1", "localhost", "::1"].contains(address) else {
            throw ValidationError(
                "With this --address, add --origin: the URL that browsers use, such as https://orders.example."
            )
        }
        guard 0...10_000_000 ~= seed else {
            throw ValidationError("An empty database can be filled with 0 to 10000000 orders.")
        }
        if let print, TableFormats.standard[print] == nil {
            let names = TableFormats.standard.formats.map(\.fileExtension).joined(separator: ", ")
            throw ValidationError("There is no format \(print); use one of \(names).")
        }
    }

    func run() async throws {
        // Standard output is reserved for the output of the command.
        LoggingSystem.bootstrap(StreamLogHandler.standardError)
        if let database { return try await run(database) }
        let directory = FileManager.default.temporaryDirectory.appending(path: "orders-\(UUID())")
        try FileManager.default.createDirectory(
            at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(at: directory) }
        try await run(directory.appending(path: "orders.sqlite").path(percentEncoded: false))
    }

    private func run(_ name: String) async throws {
        let store: OrderStore
        do {
            store = try await OrderStore.open(name, sampleCount: seed, usesNotifications: notifications)
        } catch let error as OrderDatabaseError where error == .withoutPostgreSQL {
            try FileHandle.standardError.write(contentsOf: Data("Error: \(error)\n".utf8))
            throw ExitCode(2)
        } catch {
            throw Failure("The database \(Self.withoutPassword(name)) can't be used: \(error)")
        }
        if let format = print.flatMap({ TableFormats.standard[$0] }) {
            let table = OrdersReformer().reform(try await store.page(OrderQuery()))
            return try format.write(table)
        }
        var logger = Logger(label: "orders")
        logger.logLevel = logLevel
        let metrics = TextMetrics()
        MetricsSystem.bootstrap(metrics)
        let service = OrdersService(
            store: store, address: address, origin: origin.flatMap { ServiceOrigin($0) }, metrics: metrics,
            logger: logger)
        let application = service.application(port: port) { port in
            let host = address.contains(":") ? "[\(address)]" : address
            try? write(Array("listening on http://\(host):\(port)\n".utf8))
        }
        var configuration = ServiceGroupConfiguration(
            services: [application], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        // A viewer that does not read can't prevent the service from stopping.
        configuration.maximumGracefulShutdownDuration = .seconds(5)
        do {
            try await ServiceGroup(configuration: configuration).run()
        } catch let error as IOError {
            throw Failure("The port \(port) of \(address) can't be used: \(error)")
        }
    }

    /// Returns the name of a database as it may be logged.
    private static func withoutPassword(_ name: String) -> String {
        name.replacing(/:\/\/.*@/, with: "://…@")
            .replacing(/password=[^&]*/, with: "password=…")
    }

    private func write(_ bytes: [UInt8]) throws {
        try FileHandle.standardOutput.write(contentsOf: Data(bytes))
    }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}

/// The reason why the command can't run.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
