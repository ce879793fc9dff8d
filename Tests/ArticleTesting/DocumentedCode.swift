import Foundation

/// The code blocks of a document, and the compiled code of a test that has to be the same.
///
/// A test file surrounds each block with the comments `// block: name` and `// end of block`.
package struct DocumentedCode {
    /// A code block of a document.
    package struct Block {
        package let language: String
        /// The lines as they are.
        package let source: String
        /// The code without imports.
        package let code: String
    }

    /// The code blocks of the document, in order.
    package let blocks: [Block]
    /// The compiled blocks of the test by name.
    package let compiled: [String: String]

    /// Reads a document and a test.
    ///
    /// - Parameters:
    ///   - document: The document's path from the root of the test's package.
    ///   - test: The path of the test's source. Files beside it whose names add `+Part` belong to it.
    package init(document: String, test: String) throws {
        let test = URL(fileURLWithPath: test).resolvingSymlinksInPath()
        let document = try Self.root(of: test).appendingPathComponent(document)
        blocks = Self.blocks(of: try String(contentsOf: document, encoding: .utf8))
        compiled = try Self.sources(of: test).reduce(into: [:]) { compiled, source in
            let code = Self.compiled(in: try String(contentsOf: source, encoding: .utf8))
            compiled.merge(code) { _, code in code }
        }
    }

    /// Returns the folder of the package that contains a source: the nearest one with a manifest.
    private static func root(of source: URL) throws -> URL {
        var folder = source.deletingLastPathComponent()
        while folder.pathComponents.count > 1 {
            let manifest = folder.appendingPathComponent("Package.swift")
            if FileManager.default.fileExists(atPath: manifest.path) { return folder }
            folder.deleteLastPathComponent()
        }
        throw CocoaError(.fileNoSuchFile)
    }

    /// Returns a test's source and the files beside it that extend it.
    private static func sources(of test: URL) throws -> [URL] {
        let prefix = test.deletingPathExtension().lastPathComponent + "+"
        let folder = test.deletingLastPathComponent()
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return [test] + files.filter { $0.lastPathComponent.hasPrefix(prefix) }
    }

    /// The code blocks in Swift.
    package var swift: [String] {
        blocks.filter { $0.language == "swift" }.map(\.code)
    }

    private static func blocks(of document: String) -> [Block] {
        var blocks: [Block] = []
        var open: (language: String, lines: [Substring])?
        for line in document.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                if let block = open {
                    let source = block.lines.joined(separator: "\n")
                    blocks.append(Block(language: block.language, source: source, code: normal(block.lines)))
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

    /// Lines without imports, the indentation that all have, and blank lines at both ends.
    private static func normal(_ lines: [Substring]) -> String {
        var lines = lines.filter { !$0.hasPrefix("import ") }
        while lines.first?.isEmpty == true { lines.removeFirst() }
        while lines.last?.isEmpty == true { lines.removeLast() }
        let indentation = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        return lines.map { $0.dropFirst(indentation) }.joined(separator: "\n")
    }
}

/// Collects the lines that example code prints. A file with such code declares a `print` that calls ``line(_:)``.
package enum Printed {
    @TaskLocal private static var output: AsyncStream<String>.Continuation?

    /// Adds a line.
    package static func line(_ text: String) {
        output?.yield(text)
    }

    /// Returns the lines that a closure prints.
    package static func lines(during body: () throws -> Void) async rethrows -> [String] {
        let (stream, continuation) = AsyncStream<String>.makeStream()
        try $output.withValue(continuation) { try body() }
        continuation.finish()
        return await stream.reduce(into: []) { $0.append($1) }
    }

    /// Returns the lines that an asynchronous closure prints.
    nonisolated(nonsending) package static func lines(
        awaiting body: nonisolated(nonsending) () async throws -> Void
    ) async rethrows -> [String] {
        let (stream, continuation) = AsyncStream<String>.makeStream()
        try await $output.withValue(continuation) { try await body() }
        continuation.finish()
        return await stream.reduce(into: []) { $0.append($1) }
    }

    /// Returns the first lines that a closure and the tasks it starts print.
    nonisolated(nonsending) package static func lines(
        count: Int, during body: () throws -> Void
    ) async rethrows -> [String] {
        let (stream, continuation) = AsyncStream<String>.makeStream()
        try $output.withValue(continuation) { try body() }
        var lines: [String] = []
        for await line in stream {
            lines.append(line)
            if lines.count == count { break }
        }
        return lines
    }
}
