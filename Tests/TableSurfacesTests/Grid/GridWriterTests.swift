import TableAgent
import TableSurfaces
import Testing

/// A custom format that writes a numbered line for each row, and a last line with the number of sections.
private struct NumberedFormat: TextualFormat {
    let name = "numbered"

    func makeWriter(for columns: [GridColumn], caption: String?) -> some GridWriter {
        NumberedWriter(titles: columns.map(\.title))
    }
}

private struct NumberedWriter: GridWriter {
    let titles: [String]
    var rowCount = 0
    var sections: [AnyID] = []

    mutating func beginSection(_ id: AnyID, state: SectionState, to output: inout GridOutput) {
        sections.append(id)
    }

    mutating func write(_ line: borrowing GridLine, at position: GridPosition, to output: inout GridOutput) {
        guard position.part == .row else { return output.write("\(position.part): \(line.shown(at: 0))\n") }
        rowCount += 1
        let cells = titles.indices.map { "\(titles[$0]) \(line.shown(at: $0))" }
        output.write("\(rowCount). \(cells.joined(separator: ", "))\n")
    }

    mutating func end(to output: inout GridOutput) {
        output.write("sections: \(sections.map(\.description).joined(separator: ", "))\n")
    }
}

struct GridWriterTests {
    @Test func `A custom format receives each part once and in order`() throws {
        let sections = [
            SampleSection(id: "one", head: ["Head"], rows: [[1, "x"], [2]], foot: [3]),
            SampleSection(id: "two"), SampleSection(id: "three", rows: [["y"]]),
        ]
        let stream = try NumberedFormat().streamed(["A", "B"], sections)

        #expect(
            stream.text == """
                head: Head
                1. A 1, B x
                2. A 2, B 
                foot: 3
                3. A y, B 
                sections: one, two, three

                """)
        #expect(stream.report == GridStream.Report(rowCount: 3, overflowCount: 0))
        #expect(try NumberedFormat().string(of: TableInfo(["A", "B"], sections)) == stream.text)
    }

    @Test func `Rows or a foot without a section get a section`() throws {
        let sink = MemorySink()
        let stream = GridStream(NumberedFormat(), columns: ["A"], to: sink)
        try stream.append([1], as: SampleLine.self)
        try stream.endSection()
        try stream.endSection()
        try stream.endSection(foot: Foot("sum", as: GridTitle.self))
        try stream.finish()

        #expect(sink.text == "1. A 1\nfoot: sum\nsections: rows, rows\n")
    }
}
