import Foundation

/// The code blocks of a document, and the corresponding compiled code of a test.
///
/// The compiled code is between `// block: name` and `// end of block`.
struct DocumentedCode {
    /// The code blocks with their language, in order, without imports.
    let blocks: [(language: String, code: String)]
    /// The compiled code blocks, keyed by name.
    let compiled: [String: String]

    /// Reads a document and a test.
    ///
    /// - Parameters:
    ///   - document: The document's path from the root of the package.
    ///   - test: The path of the test's source, two folders below the root. Files in the same folder whose
    ///     names add `+Part` belong to the test.
    init(document: String, test: String) throws {
        let test = URL(fileURLWithPath: test).resolvingSymlinksInPath()
        let root = test.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let document = try String(contentsOf: root.appendingPathComponent(document), encoding: .utf8)
        blocks = Self.blocks(of: document)
        compiled = try Self.sources(of: test).reduce(into: [:]) { compiled, source in
            let code = Self.compiled(in: try String(contentsOf: source, encoding: .utf8))
            compiled.merge(code) { _, code in code }
        }
    }

    /// Returns a test's source and the files in the same folder that extend it.
    private static func sources(of test: URL) throws -> [URL] {
        let prefix = test.deletingPathExtension().lastPathComponent + "+"
        let folder = test.deletingLastPathComponent()
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return [test] + files.filter { $0.lastPathComponent.hasPrefix(prefix) }
    }

    /// The Swift code blocks.
    var swift: [String] {
        blocks.filter { $0.language == "swift" }.map(\.code)
    }

    private static func blocks(of document: String) -> [(language: String, code: String)] {
        var blocks: [(language: String, code: String)] = []
        var open: (language: String, lines: [Substring])?
        for line in document.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                if let block = open {
                    blocks.append((block.language, normal(block.lines)))
                    open = nil
                } else {
                    open = (String(line.dropFirst(3)), [])
                }
            } else {
                open?.lines.append(line)
            }
        }
        return blocks
    }

    private static func compiled(in source: String) -> [String: String] {
        var result: [String: String] = [:]
        var open: (name: String, lines: [Substring])?
        for line in source.split(separator: "\n", omittingEmptySubsequences: false) {
            let words = line.drop { $0 == " " }
            if words.hasPrefix("// block: ") {
                open = (String(words.dropFirst(10)), [])
            } else if words == "// end of block", let block = open {
                result[block.name] = normal(block.lines)
                open = nil
            } else {
                open?.lines.append(line)
            }
        }
        return result
    }

    /// Removes imports, common indentation, and blank lines at both ends.
    private static func normal(_ lines: [Substring]) -> String {
        var lines = lines.filter { !$0.hasPrefix("import ") }
        while lines.first?.isEmpty == true { lines.removeFirst() }
        while lines.last?.isEmpty == true { lines.removeLast() }
        let indentation = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        return lines.map { $0.dropFirst(indentation) }.joined(separator: "\n")
    }
}

/// Collects the output of example code. A file with such code declares a `print` function that calls
/// ``line(_:)``.
enum Printed {
    @TaskLocal private static var output: AsyncStream<String>.Continuation?

    static func line(_ text: String) {
        output?.yield(text)
    }

    /// Returns the lines that are printed while a closure runs.
    static func lines(during body: () throws -> Void) async rethrows -> [String] {
        let (stream, continuation) = AsyncStream<String>.makeStream()
        try $output.withValue(continuation) { try body() }
        continuation.finish()
        var lines: [String] = []
        for await line in stream { lines.append(line) }
        return lines
    }

    /// Returns the lines that are printed while an asynchronous closure runs.
    nonisolated(nonsending) static func lines(
        awaiting body: nonisolated(nonsending) () async throws -> Void
    ) async rethrows -> [String] {
        let (stream, continuation) = AsyncStream<String>.makeStream()
        try await $output.withValue(continuation) { try await body() }
        continuation.finish()
        var lines: [String] = []
        for await line in stream { lines.append(line) }
        return lines
    }
}
