import TableAgent
import TableSurfaces
import Testing

extension MarkdownFormatTests {
    private static let blanks = (UInt32(0)...0x10FFFF).compactMap { Unicode.Scalar($0) }.filter {
        $0.properties.isWhitespace && $0.properties.generalCategory != .control
    }

    private func cell(_ text: String) throws -> String {
        let lines = try MarkdownFormat().string(of: TableInfo(["t"], rows: [[.text(text)]]))
            .split(separator: "\n")
        return String(lines.last?.dropFirst(2).dropLast(2) ?? "")
    }

    @Test func `The arguments are all blanks of Unicode`() {
        #expect(Self.blanks.count == 19)
    }

    @Test(arguments: blanks)
    func `White space at the edges of a cell is preserved`(blank: Unicode.Scalar) throws {
        let written = "&#\(blank.value);"
        #expect(try cell("\(blank)") == written)
        #expect(try cell("\(blank)\(blank)") == written + written)
        #expect(try cell("\(blank)\(blank)東") == "\(written)\(blank)東")
        #expect(try cell("é\(blank)a\(blank)") == "é\(blank)a\(written)")
    }
}
