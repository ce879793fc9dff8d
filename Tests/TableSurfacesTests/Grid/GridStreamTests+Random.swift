import RandomTesting
import TableAgent
import Testing

@testable import TableSurfaces

extension GridStreamTests {
    @Test(.timeLimit(.minutes(15)), arguments: SeededGenerator.seeds(4))
    func `Text with any options and sample is a rectangle, and overflow is wrapped or counted`(
        seed: UInt64
    ) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<80 {
            let format = random.format()
            let columns = random.columns()
            let sections = random.sections(columns.count)
            if sections.allSatisfy({ $0.rows.isEmpty && $0.head == nil && $0.foot == nil }) { continue }
            let sample = Int.random(in: 0...4, using: &random)
            let stream = try format.streamed(columns, sections, sample: sample)

            let place: Comment = "seed \(seed), sample \(sample), \(format), \(columns)\n\(stream.text)"
            let whole = MeasuredText.withoutStyles(stream.text)
                .filter { !"\u{2068}\u{2069}".contains($0) }
            let text = MeasuredText.withoutCount(whole)
            let widths = MeasuredText.lines(text).map { DisplayWidth.width(of: $0, format.widthPolicy) }
            #expect(Set(widths).count <= 1, place)
            if let limit = format.width, limit >= 10 {
                #expect(
                    MeasuredText.lines(whole).allSatisfy {
                        DisplayWidth.width(of: $0, format.widthPolicy) <= limit
                    }, place)
            }
            // Omitted columns are named below the table.
            let isWhole = format.overflow != .cut && text == whole && format.width ?? 10 >= 10
            if isWhole, columns.allSatisfy({ $0.width.lowerBound > 1 && $0.overflow != .cut }) {
                #expect(letters(text) == letters(of: sections), place)
            }
            if text.contains(where: { "…~".contains($0) }), text == whole {
                #expect(stream.report.overflowCount > 0, place)
            }
            #expect(
                try format.streamed(columns, sections).text
                    == format.string(of: TableInfo(columns, sections)), place)
        }
    }

    /// Returns the letters of a text in a fixed order.
    private func letters(_ text: String) -> [Character] { text.filter(\.isLetter).sorted() }

    private func letters(of sections: [SampleSection]) -> [Character] {
        let lines = sections.flatMap { [$0.head ?? []] + $0.rows + [$0.foot ?? []] }
        return letters(lines.joined().map { $0.shown ?? "" }.joined())
    }
}

extension SeededGenerator {
    private static let pieces = [
        "a", "bc", "xyz", " ", " ", "\n", "\t", "\u{7}", "1", "2.5", ",", "漢", "e\u{301}", "🇩🇪", "👨‍👩‍👧", "±",
        "1\u{FE0F}\u{20E3}", "क", "ש",
    ]

    fileprivate mutating func format() -> TextFormat {
        TextFormat(
            border: any(of: TextFormat.Border.allCases),
            width: next() % 3 == 0 ? nil : Int.random(in: 1...60, using: &self),
            overflow: any(of: TextFormat.Overflow.allCases),
            narrowing: any(of: TextFormat.Narrowing.allCases),
            separatesHighRows: next() % 2 == 0, widthPolicy: any(of: [.standard, .eastAsian, .legacy]),
            isolatesCells: next() % 2 == 0, palette: next() % 2 == 0 ? .extended : nil)
    }

    fileprivate mutating func columns() -> [GridColumn] {
        (0..<Int.random(in: 1...5, using: &self)).map { _ in
            let lowest = Int.random(in: 1...6, using: &self)
            return GridColumn(
                "", alignment: any(of: [.automatic, .left, .center, .right, .decimal, .decimalComma]),
                width: lowest...any(of: [lowest, lowest + 5, .max]),
                share: Int.random(in: 0...2, using: &self),
                overflow: any(of: [nil, nil, .cut, .wrapAnywhere]),
                priority: Int.random(in: 0...2, using: &self))
        }
    }

    fileprivate mutating func sections(_ columnCount: Int) -> [SampleSection] {
        (0..<Int.random(in: 0...3, using: &self)).map { number in
            SampleSection(
                id: "\(number)", head: next() % 2 == 0 ? [cell()] : nil,
                rows: (0..<Int.random(in: 0...6, using: &self)).map { _ in line(columnCount) },
                foot: next() % 2 == 0 ? line(columnCount) : nil)
        }
    }

    private mutating func line(_ columnCount: Int) -> [SampleCell] {
        (0..<Int.random(in: 0...columnCount, using: &self)).map { _ in cell() }
    }

    private mutating func cell() -> SampleCell {
        let shown = text(of: Self.pieces)
        return SampleCell(
            any(of: [.empty, .text(""), .integer(1)]), shown: shown,
            link: any(of: [nil, nil, "/a", "https://example.com", "javascript:x"]),
            role: any(of: GridRole.allCases))
    }

    private mutating func any<Element>(of elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &self)]
    }
}
