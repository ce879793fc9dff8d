import Foundation
import Testing

/// The core compiles without Foundation.
struct CoreHasNoFoundationTests {
    /// The modules that contain Foundation or the system's C library.
    private static let forbidden: Set = [
        "Foundation", "FoundationEssentials", "FoundationInternationalization", "FoundationNetworking",
        "FoundationXML", "Glibc", "Musl", "Darwin", "Dispatch", "CRT", "ucrt", "WinSDK", "Android",
        "WASILibc",
        "Synchronization", "ObjectiveC", "UIKit", "AppKit",
    ]

    /// Returns the modules that a source imports, regardless of the text before `import` or after the
    /// module's name.
    private static func imports(in source: String) -> [String] {
        source.split(whereSeparator: \.isNewline).compactMap { line in
            let words = line.split { $0 == " " || $0 == "\t" || $0 == ";" }
            guard let keyword = words.firstIndex(of: "import"),
                words[..<keyword].allSatisfy({ $0.first == "@" || modifiers.contains(String($0)) })
            else { return nil }
            let path = words[(keyword + 1)...].first { !kinds.contains(String($0)) }
            return path?.split(separator: ".").first.map(String.init)
        }
    }

    private static let modifiers: Set = ["public", "package", "internal", "fileprivate", "private"]
    private static let kinds: Set = [
        "struct", "class", "enum", "protocol", "typealias", "func", "let", "var",
    ]

    private static var core: URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Sources/TableAgent")
            .resolvingSymlinksInPath()
    }

    @Test func `No file of the core imports Foundation or a system library`() throws {
        let files = try #require(
            FileManager.default.enumerator(at: Self.core, includingPropertiesForKeys: nil)
        )
        .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
        #expect(files.contains { $0.lastPathComponent == "Agent.swift" })
        for file in files {
            let found = Self.imports(in: try String(contentsOf: file, encoding: .utf8))
            var wrong = Self.forbidden.intersection(found)
            // The only file that writes to a stream.
            if file.lastPathComponent == "EventHandler.swift" {
                wrong.subtract(["Darwin", "Glibc", "Musl"])
            }
            #expect(wrong.isEmpty, "\(file.lastPathComponent) imports \(wrong.sorted()).")
        }
    }

    @Test(arguments: [
        "import Foundation", "public import Foundation", "  package   import Foundation // why",
        "@_implementationOnly import Foundation", "@preconcurrency internal import Foundation",
        "import struct Foundation.Decimal", "@_exported public import class Foundation.Bundle",
        "let a = 1\nimport Foundation\n",
    ])
    func `An import is found in any notation`(_ source: String) {
        #expect(Self.imports(in: source) == ["Foundation"])
    }

    @Test(arguments: ["// import Foundation", "let text = \"import Foundation\""])
    func `Words about imports are not imports`(_ source: String) {
        #expect(Self.imports(in: source).isEmpty)
    }
}
