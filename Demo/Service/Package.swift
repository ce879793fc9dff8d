// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Service",
    platforms: [.macOS(.v14)],
    dependencies: [
        .package(name: "TableAgent", path: "../.."),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    ],
    targets: [
        .testTarget(
            name: "BrowserTests",
            dependencies: [
                .product(name: "TableAgent", package: "TableAgent"),
                .product(name: "TableSurfaces", package: "TableAgent"),
                .product(name: "TableLive", package: "TableAgent"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
            ])
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets {
    target.swiftSettings = [
        "ExistentialAny",
        "MemberImportVisibility",
        "InternalImportsByDefault",
        "InferIsolatedConformances",
        "NonisolatedNonsendingByDefault",
    ].map { .enableUpcomingFeature($0) }
}
