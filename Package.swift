// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "TableAgent",
    platforms: [.iOS(.v16), .macOS(.v13), .tvOS(.v16)],
    products: [
        .library(name: "TableAgent", targets: ["TableAgent"]),
        .library(name: "TableSurfaces", targets: ["TableSurfaces"]),
        .library(name: "TableLive", targets: ["TableLive"]),
        .library(name: "TableBrowser", targets: ["TableBrowser"]),
        .library(name: "TableWorkbook", targets: ["TableWorkbook"]),
        .library(name: "TableAgentUIKit", targets: ["TableAgentUIKit"]),
        .library(name: "TableAgentSwiftUI", targets: ["TableAgentSwiftUI"]),
        .library(name: "TableAgentTesting", targets: ["TableAgentTesting"]),
        .executable(name: "TableDemo", targets: ["TableDemo"]),
        .executable(name: "tables", targets: ["tables"]),
    ],
    targets: [
        .target(name: "TableAgent"),
        .target(
            name: "TableSurfaces", dependencies: ["TableAgent"],
            resources: [.embedInCode("HTML/stylesheet.css")]),
        .target(
            name: "TableLive", dependencies: ["TableAgent", "TableSurfaces"],
            resources: [.embedInCode("live.js"), .embedInCode("keys.js")]),
        .target(name: "TableBrowser", dependencies: ["TableAgent", "TableSurfaces"]),
        .target(name: "TableWorkbook", dependencies: ["TableAgent", "TableSurfaces"]),
        .target(name: "TableAgentUIKit", dependencies: ["TableAgent"]),
        .target(name: "TableAgentSwiftUI", dependencies: ["TableAgent", "TableAgentUIKit"]),
        .target(name: "TableAgentTesting", dependencies: ["TableAgent", "TableSurfaces", "TableLive"]),
        .executableTarget(
            name: "TableDemo", dependencies: ["TableAgent", "TableSurfaces", "TableBrowser"],
            path: "Demo/TableDemo", exclude: ["README.md"],
            resources: [.embedInCode("ledger.json")]),
        .executableTarget(
            name: "tables", dependencies: ["TableAgent", "TableSurfaces", "TableBrowser", "TableWorkbook"],
            exclude: ["README.md"],
            resources: [.embedInCode("usage.txt"), .embedInCode("jobs.txt")]),

        .executableTarget(
            name: "BrowserProbe",
            dependencies: [
                "TableBrowser", "TableAgent", "TableSurfaces", "TableAgentTesting", "RandomTesting",
            ],
            path: "Tests/BrowserProbe"),
        .target(name: "ArticleTesting", path: "Tests/ArticleTesting"),
        .target(name: "ProgramTesting", path: "Tests/ProgramTesting"),
        .target(name: "RandomTesting", path: "Tests/RandomTesting"),
        .testTarget(
            name: "TableAgentTests", dependencies: ["TableAgent", "TableAgentTesting", "RandomTesting"]),
        .testTarget(
            name: "TableAgentArticleTests",
            dependencies: ["TableAgent", "TableSurfaces", "TableAgentTesting", "ArticleTesting"]),
        .testTarget(
            name: "TableSurfacesTests",
            dependencies: ["TableSurfaces", "TableAgentTesting", "ArticleTesting", "RandomTesting"]),
        .testTarget(
            name: "TableLiveTests",
            dependencies: [
                "TableLive", "TableBrowser", "TableSurfaces", "TableWorkbook", "TableAgentTesting",
                "ArticleTesting", "RandomTesting",
            ]),
        .testTarget(
            name: "TableBrowserTests",
            dependencies: [
                "TableBrowser", "TableSurfaces", "TableAgentTesting", "ArticleTesting", "ProgramTesting",
                "RandomTesting",
            ]),
        .testTarget(
            name: "TableWorkbookTests",
            dependencies: ["TableWorkbook", "TableSurfaces", "TableAgentTesting", "RandomTesting"]),
        .testTarget(
            name: "TableAgentTestingTests",
            dependencies: ["TableAgentTesting", "TableLive", "TableSurfaces"]),
        .testTarget(name: "TableDemoTests", dependencies: ["TableDemo", "ProgramTesting"]),
        .testTarget(name: "TablesTests", dependencies: ["tables", "ProgramTesting", "RandomTesting"]),
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
