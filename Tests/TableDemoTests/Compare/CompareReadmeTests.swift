import Foundation
import TableSurfaces
import Testing

@testable import TableDemo

/// The two versions of a file whose changes the README shows.
struct CompareReadmeTests {
    private let monday = """
        order,customer,amount,status
        A-1001,Müller & Söhne,1234.50,open
        A-1003,さくら商店,1300.00,open
        A-1009,Peña y Ibáñez,1068.75,paid
        A-1012,Müller & Söhne,349.00,overdue
        """
    private let friday = """
        order,customer,amount,status
        A-1012,Müller & Söhne,349.00,paid
        A-1001,Müller & Söhne,1234.50,paid
        A-1003,さくら商店,1776.00,open
        A-1015,Peña y Ibáñez,1134.00,open
        """
    private let command =
        "$ swift run TableDemo Demo/Samples/monday.csv --compare Demo/Samples/friday.csv --key order"

    /// The README's blocks of commands with their output.
    private func blocks() throws -> [String] {
        let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
            .appendingPathComponent("../../../..").standardized
        let readme = try String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
        return readme.split(separator: "```console\n").dropFirst().compactMap { block in
            block.split(separator: "```", maxSplits: 1).first.map { String($0) }
        }
    }

    @Test func `The changes in the README are what the demo prints`() throws {
        let comparison = try Comparison(monday, friday, key: "order")
        let text = try TextFormat().string(of: ChangeReformer().reform(ChangeReport(comparison)))
        #expect(try blocks().contains("\(command)\n\(text)"))
    }

    @Test func `The JSON in the README is what the demo prints`() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let json = try encoder.encode(Comparison(monday, friday, key: "order").changes)
        #expect(try blocks().contains("\(command) --to json\n\(String(decoding: json, as: UTF8.self))\n"))
    }
}
