// swift-tools-version: 6.2
import PackageDescription

let exampleDependencies: [Target.Dependency] = [
    "UIKit", "ShimmedTableAgentUIKit", .product(name: "TableAgent", package: "TableAgent"),
    .product(name: "TableSurfaces", package: "TableAgent"),
]

let package = Package(
    name: "AppleShims",
    dependencies: [.package(name: "TableAgent", path: "../..")],
    targets: [
        .target(
            name: "UIKit",
            dependencies: [
                .product(name: "TableAgent", package: "TableAgent"),
                .product(name: "TableAgentTesting", package: "TableAgent"),
            ]),
        // A link to the sources of the root's target TableAgentUIKit. Two targets can't have the same name.
        .target(
            name: "ShimmedTableAgentUIKit",
            dependencies: ["UIKit", .product(name: "TableAgent", package: "TableAgent")]),
        .target(name: "SwiftUI", dependencies: ["UIKit"]),
        .target(
            name: "ShimmedTableAgentSwiftUI",
            dependencies: [
                "SwiftUI", "UIKit", "ShimmedTableAgentUIKit",
                .product(name: "TableAgent", package: "TableAgent"),
            ]),
        .testTarget(
            name: "TableAgentSwiftUITests",
            dependencies: [
                "SwiftUI", "UIKit", "ShimmedTableAgentUIKit", "ShimmedTableAgentSwiftUI", "_Testing_UIKit",
                .product(name: "TableAgent", package: "TableAgent"),
            ]),
        // The toolchain adds a module with this name to files that import both Testing and UIKit.
        .target(name: "_Testing_UIKit"),
        .testTarget(
            name: "UIKitTests",
            dependencies: ["UIKit", "_Testing_UIKit"]),
        .testTarget(
            name: "TableAgentUIKitTests",
            dependencies: [
                "UIKit", "ShimmedTableAgentUIKit", "_Testing_UIKit", "SwiftUI", "ShimmedTableAgentSwiftUI",
                .product(name: "TableAgent", package: "TableAgent"),
                .product(name: "TableSurfaces", package: "TableAgent"),
                .product(name: "TableAgentTesting", package: "TableAgent"),
            ]),
        .testTarget(
            name: "AppScreensTests",
            dependencies: [
                "UIKit", "ShimmedTableAgentUIKit", "_Testing_UIKit", "AppScreens",
                .product(name: "TableAgent", package: "TableAgent"),
            ]),
        // The examples of the documentation, as an app compiles them that enables no upcoming features, or in which all
        // code belongs to the main actor.
        .target(
            name: "ExamplesWithoutFeatures", dependencies: exampleDependencies,
            path: "Tests/Examples/WithoutFeatures"),
        .target(
            name: "ExamplesOnMainActor", dependencies: exampleDependencies,
            path: "Tests/Examples/OnMainActor", swiftSettings: [.defaultIsolation(MainActor.self)]),
        // A link to the sources of the demo app, without those that need SwiftUI.
        .target(
            name: "AppScreens",
            dependencies: [
                "UIKit", "ShimmedTableAgentUIKit", .product(name: "TableAgent", package: "TableAgent"),
            ],
            path: "Tests/Examples/App", swiftSettings: [.defaultIsolation(MainActor.self)]),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets where target.path?.hasPrefix("Tests/Examples") != true {
    target.swiftSettings = [
        "ExistentialAny",
        "MemberImportVisibility",
        "InternalImportsByDefault",
        "InferIsolatedConformances",
        "NonisolatedNonsendingByDefault",
    ].map { .enableUpcomingFeature($0) }
}
