// swift-tools-version: 6.2
import AppleProductTypes
import PackageDescription

let package = Package(
    name: "TableAgentApp",
    platforms: [.iOS(.v16)],
    products: [
        .iOSApplication(
            name: "TableAgentApp", targets: ["TableAgentApp"], bundleIdentifier: "org.example.TableAgentApp",
            displayVersion: "1.0", bundleVersion: "1", appIcon: .placeholder(icon: .pencil),
            accentColor: .presetColor(.blue), supportedDeviceFamilies: [.phone, .pad],
            supportedInterfaceOrientations: [.portrait, .landscapeLeft, .landscapeRight])
    ],
    dependencies: [.package(name: "TableAgent", path: "../../..")],
    targets: [
        .executableTarget(
            name: "TableAgentApp",
            dependencies: [
                .product(name: "TableAgent", package: "TableAgent"),
                .product(name: "TableAgentUIKit", package: "TableAgent"),
                .product(name: "TableAgentSwiftUI", package: "TableAgent"),
            ],
            path: "Sources", swiftSettings: [.defaultIsolation(MainActor.self)])
    ],
    swiftLanguageModes: [.v6]
)
