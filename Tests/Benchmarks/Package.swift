// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v13)],
    dependencies: [
        .package(name: "TableAgent", path: "../.."),
        .package(url: "https://github.com/ordo-one/TextTable", exact: "0.0.2"),
    ],
    targets: [
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                .product(name: "TableAgent", package: "TableAgent"),
                .product(name: "TableSurfaces", package: "TableAgent"),
                .product(name: "TableLive", package: "TableAgent"),
                .product(name: "TableWorkbook", package: "TableAgent"),
                .product(name: "TextTable", package: "TextTable"),
            ]),
        .executableTarget(
            name: "BrowserFigures",
            dependencies: [
                .product(name: "TableAgent", package: "TableAgent"),
                .product(name: "TableSurfaces", package: "TableAgent"),
                .product(name: "TableBrowser", package: "TableAgent"),
            ]),
        .executableTarget(
            name: "StreamMemory",
            dependencies: [
                .product(name: "TableAgent", package: "TableAgent"),
                .product(name: "TableSurfaces", package: "TableAgent"),
                .product(name: "TableWorkbook", package: "TableAgent"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
