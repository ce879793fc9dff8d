import RandomTesting
import TableAgent
import Testing

@testable import TableSurfaces

/// Compares the height of a table with the smallest height that any column widths permit.
extension TextFormatTests {
    /// A table of text, with its number of lines for any column widths.
    private struct FittedTable {
        let rows: [[String]]
        let separatesHighRows: Bool
        /// The number of lines of each cell, indexed by column and by width from 1.
        private let heights: [[[Int]]]

        init(_ rows: [[String]], separatesHighRows: Bool) {
            self.rows = rows
            self.separatesHighRows = separatesHighRows
            heights = rows[0].indices.map { column in
                let most = rows.map { $0[column].count }.max() ?? 1
                return (1...max(1, most)).map { width in rows.map { Self.height($0[column], width) } }
            }
        }

        private static func height(_ text: String, _ width: Int) -> Int {
            var (text, cell) = (text, CellText())
            text.withUTF8 { cell.set($0, width: width, overflow: .wrap) }
            return cell.lines.count
        }

        /// Returns the number of lines of the table, without those above and below it.
        func height(_ widths: [Int]) -> Int {
            var (total, wasHigh) = (0, false)
            for row in rows.indices {
                var (height, count) = (1, 0)
                for column in widths.indices {
                    let lines = heights[column][widths[column] - 1][row]
                    height = max(height, lines)
                    if lines > 1 { count += 1 }
                }
                let isHigh = height > 2 || count > 1
                total += height + (separatesHighRows && row > 0 && (isHigh || wasHigh) ? 1 : 0)
                wasHigh = isHigh
            }
            return total
        }

        /// Returns the smallest possible height and its widths, if all columns share one total width.
        func best(in room: Int, from least: [Int]? = nil) -> (height: Int, widths: [Int]) {
            var best = (height: Int.max, widths: [Int]())
            func tryWidths(_ widths: [Int], _ rest: Int) {
                let column = widths.count
                let full = heights[column].count
                guard column < heights.count - 1 else {
                    let all = widths + [min(rest, full)]
                    let height = height(all)
                    if height < best.height { best = (height, all) }
                    return
                }
                let least = least ?? heights.map { _ in 1 }
                let most = min(full, rest - least[(column + 1)...].reduce(0, +))
                for width in min(least[column], most)...most { tryWidths(widths + [width], rest - width) }
            }
            tryWidths([], room)
            return best
        }
    }

    /// Returns the columns of the text, with their widths for readable text and their minimum widths.
    private static func columns(_ rows: [[String]], _ format: TextFormat) -> [WantedColumn] {
        let columns = rows[0].map { _ in GridColumn("") }
        var (measure, sample) = (TextMeasure(columns, format: format), GridSample(limit: .max))
        for row in rows {
            var line = GridLine()
            for text in row { line.text(text) }
            measure.add(.row, line)
            sample.append(line, of: .row)
        }
        let lines = TextSample(sample, measure, format)
        return columns.indices.map {
            WantedColumn(columns[$0], at: $0, of: measure, on: lines, format: format)
        }
    }

    /// Returns the number of lines of a table, and the smallest number with widths that break no word.
    private func lineCounts(
        _ rows: [[String]], width: Int, separatesHighRows: Bool
    ) throws -> (found: Int, best: Int)? {
        var format = TextFormat(width: width, separatesHighRows: separatesHighRows)
        func text(_ widths: [Int]?) throws -> String {
            let columns = rows[0].indices.map { index in
                widths.map { GridColumn("", width: $0[index]...$0[index]) } ?? GridColumn("")
            }
            return try format.string(of: TableInfo(columns, rows: rows.map { $0.map { .text($0) } }))
        }
        let columns = Self.columns(rows, format)
        let room = width - 4 - 3 * (columns.count - 1)
        // Otherwise columns are omitted or stacked.
        guard columns.reduce(0, { $0 + $1.readableWidth }) <= room else { return nil }
        let found = try text(nil)
        #expect(MeasuredText.lines(found).allSatisfy { $0.count <= width })
        let best = FittedTable(rows, separatesHighRows: separatesHighRows).best(
            in: room, from: columns.map(\.shrinkLimit))
        format.width = nil
        let lines = MeasuredText.lines(try text(best.widths))
        #expect(lines.count == best.height + 2)
        return (MeasuredText.lines(found).count, lines.count)
    }

    @Test(.timeLimit(.minutes(15)), arguments: SeededGenerator.seeds(4), [false, true])
    func `A table has nearly as few lines as with the best widths that break no word`(
        seed: UInt64, separatesHighRows: Bool
    ) throws {
        var random = SeededGenerator(seed: seed)
        var (found, best) = (0, 0)
        for round in 0..<40 {
            let rows = random.shortWords()
            let width = Int.random(in: 24...60, using: &random)
            guard let counts = try lineCounts(rows, width: width, separatesHighRows: separatesHighRows) else {
                continue
            }
            let place: Comment = "seed \(seed), round \(round), width \(width) \(rows)"
            // In a low table, one line is more than a tenth of the height.
            #expect(
                counts.found <= max(counts.best * 11 / 10, counts.best + (separatesHighRows ? 2 : 1)), place)
            found += counts.found
            best += counts.best
        }
        #expect(Double(found) <= 1.02 * Double(best), "seed \(seed): \(found) lines, \(best) at best")
    }

    /// Cost that is quadratic in the columns would exceed the time limit.
    @Test(.timeLimit(.minutes(15)))
    func `Thousands of columns with long titles shrink to the width of the table`() throws {
        let titles = (0..<8000).map { "Column \($0): revenue of the northern region" }
        let row = titles.indices.map { SampleCell(.integer($0)) }
        let table = TableInfo(titles.map { GridColumn($0) }, rows: [row])
        let text = try TextFormat(width: 15 * titles.count).string(of: table)

        let rules = text.split(separator: "\n").filter { $0.contains("─") }
        #expect(rules.map { $0.count { "┬┼┴".contains($0) } } == [7999, 7999, 7999])
        let widths = Set(rules.map(\.count))
        #expect(widths.count == 1 && widths.allSatisfy { 14 * titles.count...15 * titles.count ~= $0 })
    }

    @Test func `A cell too long to be measured gets the remaining width`() throws {
        let long = String(repeating: "word ", count: 600_000)
        let text = try TextFormat(width: 40, rows: .ends(3)).string(
            of: TableInfo(["No.", "Text"], rows: [[1, .text(long)]]))

        let lines = MeasuredText.lines(String(text.prefix(400)))
        #expect(lines[3] == "│   1 │ word word word word word word  │")
    }
}

extension SeededGenerator {
    /// Returns rows of a few short words.
    fileprivate mutating func shortWords() -> [[String]] {
        let columns = Int.random(in: 2...4, using: &self)
        let most = (0..<columns).map { _ in Int.random(in: 1...8, using: &self) }
        return (0..<Int.random(in: 3...8, using: &self)).map { _ in
            most.map { most in
                (0..<Int.random(in: 1...most, using: &self)).map { _ in
                    String("abcdefgh".prefix(Int.random(in: 1...8, using: &self)))
                }.joined(separator: " ")
            }
        }
    }
}
