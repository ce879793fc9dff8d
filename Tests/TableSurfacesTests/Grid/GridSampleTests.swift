import TableAgent
import Testing

@testable import TableSurfaces

@Suite struct GridSampleTests {
    private static func line(_ cells: [SampleCell]) -> GridLine {
        var line = GridLine()
        for cell in cells { cell.write(to: &line) }
        return line
    }

    private static let samples: [[SampleCell]] = [
        [], ["a"], [nil], [.text(""), "東京", 12, 0.5, true, .word("Total", role: .strong)],
        [
            .decimal("1234.5", shown: "€ 1,234.50", role: .negative), .text("x", shown: ""),
            .text("", shown: "y"),
        ],
        [SampleCell(.date("2026-01-31"), shown: "31 January", role: .muted), .text("z", role: .link)],
        [
            SampleCell(.integer(7), link: "/orders/7"), "between", .text("", link: "https://e.com"),
            SampleCell(.decimal("1.5"), shown: "€ 1.50", link: "東京", role: .link), "behind",
        ],
        [.text(String(repeating: "long ", count: 5000)), 1],
    ]

    private static func expectSame(_ line: GridLine, _ cells: [SampleCell]) {
        let expected = Self.line(cells)
        #expect(line.cells == expected.cells)
        for index in expected.cells.indices {
            #expect(line.value(at: index) == expected.value(at: index))
            #expect(line.shown(at: index) == expected.shown(at: index))
            #expect(line.link(of: line.cells[index]) == cells[index].link)
        }
    }

    @Test func `Lines are read back unchanged and in order`() {
        var kept = GridSample(limit: GridSample.standardLimit)
        for cells in Self.samples { kept.append(Self.line(cells), of: .row) }
        var line = Self.line(["old"])
        for cells in Self.samples {
            let isRead = kept.readNext(&line) != nil
            #expect(isRead)
            Self.expectSame(line, cells)
        }
        let isMore = kept.readNext(&line) != nil
        #expect(!isMore)
        Self.expectSame(line, Self.samples[Self.samples.count - 1])
    }

    /// A line of three cells needs 12 bytes, 8 for each cell, and 6 for the text.
    @Test(arguments: [0, 41, 42, 83, 84, 125, 126, 127, 1 << 20])
    func `All lines before the first one that does not fit are kept`(limit: Int) {
        var kept = GridSample(limit: limit)
        for number in 100..<120 {
            kept.append(Self.line([SampleCell(.integer(number)), "ab", "c"]), of: .row)
        }
        kept.append(Self.line([]), of: .row)
        var line = GridLine()
        var count = 0
        while kept.readNext(&line) != nil {
            if count < 20 { #expect(line.value(at: 0) == "\(100 + count)") }
            count += 1
        }
        #expect(count == (limit == 1 << 20 ? 21 : limit / 42))
    }

    @Test(arguments: [1 << 16, 1 << 20])
    func `A long cell is kept like any other cell`(count: Int) {
        var kept = GridSample(limit: GridSample.standardLimit)
        let lines: [[SampleCell]] = [
            ["before"], ["a", .text("v", shown: String(repeating: "s", count: count)), "b"], ["after"],
        ]
        for cells in lines { kept.append(Self.line(cells), of: .row) }
        var line = GridLine()
        for cells in lines {
            let isRead = kept.readNext(&line) != nil
            #expect(isRead)
            Self.expectSame(line, cells)
        }
    }
}
