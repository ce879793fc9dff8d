import TableAgent
import Testing

@testable import TableSurfaces

@Suite struct KeptLinesTests {
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
        [.text(String(repeating: "long ", count: 5000)), 1],
    ]

    private static func append(_ line: GridLine, to kept: inout KeptLines) {
        kept.append(line) { index, _, _ in index == 0 ? KeptLines.noWidth : index }
    }

    private static func expectSame(_ line: GridLine, _ cells: [SampleCell]) {
        let expected = Self.line(cells)
        #expect(line.cells == expected.cells)
        for index in expected.cells.indices {
            #expect(line.value(at: index) == expected.value(at: index))
            #expect(line.shown(at: index) == expected.shown(at: index))
        }
    }

    @Test func `Lines come back as they were, in their order`() {
        var kept = KeptLines()
        for cells in Self.samples { Self.append(Self.line(cells), to: &kept) }
        var line = Self.line(["former"])
        for cells in Self.samples {
            let isRead = kept.read(&line)
            #expect(isRead)
            Self.expectSame(line, cells)
        }
        let isMore = kept.read(&line)
        #expect(!isMore)
        Self.expectSame(line, Self.samples[Self.samples.count - 1])
    }

    @Test func `A line is lent until it is taken`() {
        var kept = KeptLines()
        for cells in Self.samples { Self.append(Self.line(cells), to: &kept) }
        var line = GridLine()
        for cells in Self.samples {
            let isTaken = kept.take { lent in
                let expected = Self.line(cells)
                #expect(lent.cellCount == expected.cells.count)
                var start = 0
                for index in 0..<lent.cellCount {
                    let shown = lent.text[lent[index].shown(from: &start)]
                    #expect(String(decoding: shown, as: UTF8.self) == expected.shown(at: index))
                    #expect(lent[index].role == expected.cells[index].role)
                    #expect(lent[index].width == (index == 0 ? KeptLines.noWidth : index))
                }
                return cells.count == 1
            }
            #expect(isTaken == (cells.count == 1))
            if !isTaken {
                let isRead = kept.read(&line)
                #expect(isRead)
                Self.expectSame(line, cells)
            }
        }
        let isMore = kept.take { _ in true }
        #expect(!isMore)
    }

    /// A line of three cells takes 8 bytes, 8 for each cell, and 6 of text.
    @Test(arguments: [0, 37, 38, 75, 76, 113, 114, 115, 1 << 20])
    func `As many lines are kept as fit, and none behind one that does not`(limit: Int) {
        var kept = KeptLines(limit: limit)
        for number in 100..<120 {
            Self.append(Self.line([SampleCell(.integer(number)), "ab", "c"]), to: &kept)
        }
        Self.append(Self.line([]), to: &kept)
        var line = GridLine()
        var count = 0
        while kept.read(&line) {
            if count < 20 { #expect(line.value(at: 0) == "\(100 + count)") }
            count += 1
        }
        #expect(count == (limit == 1 << 20 ? 21 : limit / 38))
    }

    @Test(arguments: [
        (SampleCell.text(String(repeating: "v", count: 65_535)), true),
        (.text(String(repeating: "v", count: 65_536)), false),
        (.text("v", shown: String(repeating: "s", count: 65_534)), true),
        (.text("v", shown: String(repeating: "s", count: 65_535)), false),
        (.text("v", shown: String(repeating: "s", count: 65_536)), false),
    ])
    func `A cell of more than 64 KiB ends the keeping`(cell: SampleCell, isKept: Bool) {
        var kept = KeptLines()
        let lines: [[SampleCell]] = [["before"], ["a", cell, "b"], ["after"]]
        var measured = 0
        for cells in lines {
            kept.append(Self.line(cells)) { _, _, utf8 in
                measured += 1
                return utf8.count
            }
        }
        #expect(measured == 5)
        var line = GridLine()
        for cells in isKept ? lines : [lines[0]] {
            let isRead = kept.read(&line)
            #expect(isRead)
            Self.expectSame(line, cells)
        }
        let isMore = kept.read(&line)
        #expect(!isMore)
    }
}
