// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Service",
    platforms: [.macOS(.v14)],
    products: [
        .executable(name: "Service", targets: ["Service"])
    ],
    traits: [.trait(name: "PostgreSQL", description: "Orders in PostgreSQL. It needs libpq.")],
    dependencies: [
        .package(name: "TableAgent", path: "../.."),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
    ],
    targets: [
        .target(
            name: "Orders",
            dependencies: [
                .product(name: "TableAgent", package: "TableAgent"),
                .product(name: "TableSurfaces", package: "TableAgent"),
            ]),
        .systemLibrary(
            name: "CLibPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        .target(
            name: "OrdersService",
            dependencies: [
                "Orders",
                .target(name: "CLibPQ", condition: .when(traits: ["PostgreSQL"])),
                .product(name: "TableAgent", package: "TableAgent"),
                .product(name: "TableSurfaces", package: "TableAgent"),
                .product(name: "TableLive", package: "TableAgent"),
                .product(name: "TableWorkbook", package: "TableAgent"),
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPCompression", package: "swift-nio-extras"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            resources: [.embedInCode("page.css")]),
        .executableTarget(
            name: "Service",
            dependencies: [
                "Orders", "OrdersService",
                .product(name: "TableSurfaces", package: "TableAgent"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ]),
        .executableTarget(
            name: "Tickets",
            dependencies: [
                .product(name: "TableAgent", package: "TableAgent"),
                .product(name: "TableSurfaces", package: "TableAgent"),
                .product(name: "TableLive", package: "TableAgent"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ]),
        .executableTarget(
            name: "Load",
            dependencies: [
                "Orders", "OrdersService",
                .product(name: "TableAgent", package: "TableAgent"),
                .product(name: "TableSurfaces", package: "TableAgent"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Mustache", package: "swift-mustache"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            path: "Load"),
        .testTarget(
            name: "BrowserTests",
            dependencies: [
                "Orders", "OrdersService", "Tickets",
                .product(name: "TableAgent", package: "TableAgent"),
                .product(name: "TableAgentTesting", package: "TableAgent"),
                .product(name: "TableSurfaces", package: "TableAgent"),
                .product(name: "TableLive", package: "TableAgent"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]),
        .testTarget(
            name: "ServiceTests",
            dependencies: [
                "Orders", "OrdersService", "Service", "Tickets",
                .product(name: "TableAgent", package: "TableAgent"),
                .product(name: "TableAgentTesting", package: "TableAgent"),
                .product(name: "TableLive", package: "TableAgent"),
                .product(name: "TableSurfaces", package: "TableAgent"),
                .product(name: "TableWorkbook", package: "TableAgent"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
    target.swiftSettings = [
        "ExistentialAny",
        "MemberImportVisibility",
        "InternalImportsByDefault",
        "InferIsolatedConformances",
        "NonisolatedNonsendingByDefault",
    ].map { .enableUpcomingFeature($0) }
    // Tests measure nothing, and optimizing them takes longer than to build the service.
    if target.type == .test { target.swiftSettings?.append(.unsafeFlags(["-Onone"])) }
}
