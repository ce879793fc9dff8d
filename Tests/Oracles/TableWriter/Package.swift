// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "TableWriter",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "TableAgent", path: "../../..")],
    targets: [
        .executableTarget(
            name: "TableWriter",
            dependencies: [
                .product(name: "TableAgent", package: "TableAgent"),
                .product(name: "TableSurfaces", package: "TableAgent"),
                .product(name: "TableWorkbook", package: "TableAgent"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
