import Foundation

/// Code blocks of a document, and the compiled code of a test that stands for them.
///
/// The compiled code stands between `// block: name` and `// end of block`.
struct DocumentedCode {
    /// The contents of the blocks between fences, by their language, in order; imports left out.
    let blocks: [(language: String, code: String)]
    /// The compiled code by its name.
    let compiled: [String: String]

    /// Reads a document and a test.
    ///
    /// - Parameters:
    ///   - document: The document's path from the root of the package.
    ///   - test: The path of the test's source, which lies two folders below the root.
    init(document: String, test: String) throws {
        let test = URL(fileURLWithPath: test).resolvingSymlinksInPath()
        let root = test.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let document = try String(contentsOf: root.appendingPathComponent(document), encoding: .utf8)
        blocks = Self.blocks(of: document)
        compiled = Self.compiled(in: try String(contentsOf: test, encoding: .utf8))
    }

    /// The code blocks in Swift.
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

    /// Lines without imports, the indentation that all have, and blank lines at both ends.
    private static func normal(_ lines: [Substring]) -> String {
        var lines = lines.filter { !$0.hasPrefix("import ") }
        while lines.first?.isEmpty == true { lines.removeFirst() }
        while lines.last?.isEmpty == true { lines.removeLast() }
        let indentation = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        return lines.map { $0.dropFirst(indentation) }.joined(separator: "\n")
    }
}

/// Collects what example code prints: a file with such code declares a `print` that calls ``line(_:)``.
enum Printed {
    @TaskLocal private static var output: AsyncStream<String>.Continuation?

    static func line(_ text: String) {
        output?.yield(text)
    }

    /// The lines that were printed while the body ran.
    static func lines(during body: () throws -> Void) async rethrows -> [String] {
        let (stream, continuation) = AsyncStream<String>.makeStream()
        try $output.withValue(continuation) { try body() }
        continuation.finish()
        var lines: [String] = []
        for await line in stream { lines.append(line) }
        return lines
    }

    /// The first lines that the body prints, and the tasks that it starts.
    nonisolated(nonsending) static func lines(
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
