import RandomTesting
import TableAgent
import TableSurfaces
import Testing

/// A custom format that omits rows, and writes each call with its place.
private struct LimitedFormat: TextualFormat, GridWriter {
    let name = "limited"
    let rows: GridRows
    var sampleLimit = GridSampleLimit.none

    func beginSection(_ id: AnyID, _ state: SectionState, _ output: inout GridOutput) {
        output.write("section \(id)\n")
    }

    func write(_ place: GridPlace, _ line: borrowing GridLine, _ output: inout GridOutput) {
        output.write("\(place.part) \(place.section.id) \(place.position): \(line.shown(at: 0))\n")
    }

    func write(_ omission: GridOmission, _ output: inout GridOutput) { output.write(omission.text + "\n") }
    func endSection(_ output: inout GridOutput) { output.write("end\n") }
}

struct RowLimitTests {
    @Test func `Any format can omit rows, and receives the places of the other rows`() throws {
        let sections = [
            SampleSection(id: "a", head: ["A"], rows: (0..<4).map { [SampleCell(.integer($0))] }),
            SampleSection(id: "b", rows: [["x"], ["y"]], foot: ["B"]),
            SampleSection(id: "c", rows: [["z"]]),
        ]

        #expect(
            try LimitedFormat(rows: .ends(1)).string(of: TableInfo(["N"], sections, foot: ["all"])) == """
                section a
                head a section 0, row 0: A
                row a section 0, row 0: 0
                3 more rows
                end
                2 rows in 1 section
                section c
                row c section 2, row 0: z
                end
                tableFoot foot section 3, row 0: all

                """)
    }

    @Test(arguments: SeededGenerator.seeds(4))
    func `A writer receives the same ends of a table and of a stream`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let sections = random.sectionsOfWidth3(columns: 2)
            let count = Int.random(in: 1...6, using: &random)
            for limit in [GridSampleLimit.none, .lines(2), .all] {
                let format = LimitedFormat(rows: .ends(count), sampleLimit: limit)
                let text = try format.string(of: TableInfo(["A", "B"], sections))
                for sample in [0, 3, 1000] {
                    #expect(
                        try format.streamed(["A", "B"], sections, sample: sample).text == text, "seed \(seed)"
                    )
                }
            }
        }
    }
}
