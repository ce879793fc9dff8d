import Foundation
import ProgramTesting
import Testing

/// The README of the program: its commands, run as a person types them.
struct ReadmeTests {
    /// A command in the README, and the output that the README shows.
    struct Example: CustomTestStringConvertible {
        let command: String
        let output: String

        var testDescription: String { command }
    }

    private static let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
        .appendingPathComponent("../../../..").standardized
    private static let folder = root.appendingPathComponent("Sources/tables")
    private static let text =
        (try? String(contentsOf: folder.appendingPathComponent("README.md"), encoding: .utf8)) ?? ""

    /// The examples in blocks that begin with a prompt.
    private static let examples = text.components(separatedBy: "```console\n$ ").dropFirst().map { block in
        let lines = block.components(separatedBy: "```")[0].split(
            separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        return Example(command: String(lines[0]), output: lines.count > 1 ? String(lines[1]) : "")
    }

    @Test(arguments: examples)
    func `Each example of the README has the output that the README shows`(example: Example) throws {
        let run = try ProgramRun(shell: example.command, in: Self.root)
        #expect(run.output == example.output)
        #expect(run.complaint.isEmpty)
        #expect(run.status == 0)
    }

    @Test func `The README has examples`() {
        #expect(Self.examples.count > 5)
    }

    @Test func `Each option of the README is in the usage`() throws {
        let usage = try String(contentsOf: Self.folder.appendingPathComponent("usage.txt"), encoding: .utf8)
        let build: Set = ["--static-swift-stdlib", "--product", "--help", "--version", "--csv", "--batch"]
        let options = Set(Self.text.matches(of: /--[a-z][-a-z]+/).map { String($0.output) }).subtracting(
            build)
        #expect(options.count > 30)
        #expect(options.filter { !usage.contains($0) } == [])
    }

    @Test func `Each link of the README to a file leads to a file`() {
        let links = Self.text.matches(of: /\]\((?<path>[^):#]+)\)/).map { String($0.output.path) }
        #expect(!links.isEmpty)
        #expect(
            links.filter { link in
                !FileManager.default.fileExists(atPath: Self.folder.appendingPathComponent(link).path)
            } == [])
    }
}
