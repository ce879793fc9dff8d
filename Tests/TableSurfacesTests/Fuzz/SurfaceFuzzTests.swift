import RandomTesting
import TableAgent
import TableSurfaces
import Testing

/// Tests each format with random text of all of Unicode, as a table and as a stream.
///
/// `TABLE_FUZZ=100` multiplies the number of tables by 100, and `TABLE_SEED=7` uses a single seed.
struct SurfaceFuzzTests {
    private static let rounds = 10 * SeededGenerator.fuzzFactor

    @Test(arguments: SeededGenerator.seeds(4))
    func `Any text becomes valid UTF-8 without control sequences in every format`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for round in 0..<Self.rounds {
            let (columns, sections) = table(using: &random)
            var table = TableInfo(columns, sections)
            table.caption = random.next() % 2 == 0 ? random.text() : nil
            for format in formats(using: &random) {
                let place: Comment = "seed \(seed), round \(round), \(format)"
                let bytes = try bytes(format, table)
                let text = try #require(String(validating: bytes, as: UTF8.self), place)
                #expect(
                    try format.streamed(columns, sections, caption: table.caption).text.utf8.elementsEqual(
                        bytes), place)
                let sample = Int.random(in: 0...3, using: &random)
                let streamed = try format.streamed(
                    columns, sections, caption: table.caption, sample: sample)
                #expect(streamed.report.rowCount == table.rowCount, place)
                if let format = format as? TextFormat {
                    check(text, format, place)
                    check(streamed.text, format, place)
                }
            }
        }
    }

    private func bytes(_ format: some TextualFormat, _ table: TableInfo) throws -> [UInt8] {
        let sink = MemorySink()
        try GridContainer(format, to: sink).reload(TableUpdate(from: TableInfo(), to: table) { _ in })
        return sink.bytes
    }

    /// The codes of the looks of colored text (ECMA-48, SGR).
    private static let styles: Set = [
        "", "1", "2", "4", "38;5;243", "38;5;29", "38;5;131", "38;5;163", "4;38;5;63",
    ]

    private func check(_ text: String, _ format: TextFormat, _ place: Comment) {
        // Compared as scalars, because a combining mark after an escape sequence joins the last character of
        // the sequence.
        var rest = text.unicodeScalars[...]
        var obeyed: Unicode.Scalar?
        while let scalar = rest.popFirst() {
            switch scalar.value {
            case 0x0A: continue
            case 0x1B where format.palette != nil:
                let codes = rest.dropFirst().prefix { $0 == ";" || ("0"..."9").contains($0) }
                let isStyle = rest.first == "[" && Self.styles.contains(String(codes))
                if isStyle, rest[codes.endIndex...].first == "m" {
                    rest = rest[codes.endIndex...].dropFirst()
                } else {
                    obeyed = scalar
                }
            case 0...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069:
                obeyed = scalar
            default: continue
            }
        }
        #expect(obeyed == nil, place)
    }

    private func formats(using random: inout SeededGenerator) -> [any TextualFormat & Sendable] {
        let width = random.next() % 3 == 0 ? nil : Int.random(in: 1...60, using: &random)
        let text = TextFormat(
            border: TextFormat.Border.allCases.randomElement(using: &random) ?? .light, width: width,
            overflow: TextFormat.Overflow.allCases.randomElement(using: &random) ?? .wrap,
            palette: random.next() % 2 == 0 ? .extended : nil)
        return [
            text, CSVFormat(), TSVFormat(), JSONFormat(), JSONLinesFormat(), MarkdownFormat(),
            HTMLFormat(page: HTMLPage(random.text())), HTMLFormat(),
        ]
    }

    private func table(using random: inout SeededGenerator) -> ([GridColumn], [SampleSection]) {
        let columns = (0..<Int.random(in: 1...5, using: &random)).map { _ in
            let lowest = Int.random(in: 1...6, using: &random)
            let highest = random.next() % 2 == 0 ? Int.max : lowest + Int.random(in: 0...9, using: &random)
            return GridColumn(
                random.text(), key: random.next() % 2 == 0 ? random.text() : nil, width: lowest...highest,
                bar: [nil, .automatic, .range(-1e18...1e19)].randomElement(using: &random) ?? nil)
        }
        let sections = (0..<Int.random(in: 1...3, using: &random)).map { number in
            SampleSection(
                id: "\(number)" + random.text(),
                head: random.next() % 2 == 0 ? [random.cell()] : nil,
                rows: (0..<Int.random(in: 0...6, using: &random)).map { _ in
                    (0..<Int.random(in: 0...columns.count, using: &random)).map { _ in random.cell() }
                },
                foot: random.next() % 2 == 0 ? columns.map { _ in random.cell() } : nil)
        }
        return (columns, sections)
    }
}

extension SeededGenerator {
    /// Returns text of scalars from all of Unicode, mostly of kinds that formats treat specially.
    fileprivate mutating func text() -> String {
        var text = ""
        for _ in 0..<Int.random(in: 0...14, using: &self) {
            let range: ClosedRange<UInt32> =
                switch next() % 12 {
                case 0, 1: 0x61...0x7A
                case 2: 0x20...0x40
                case 3: 0...0x1F
                case 4: 0x7F...0xA0
                case 5: 0x300...0x36F
                case 6: 0x4E00...0x9FFF
                case 7: 0x1F1E6...0x1F1FF
                case 8: 0x1F300...0x1FAFF
                case 9: 0x2000...0x206F
                case 10: 0xFE00...0xFE0F
                default: 0...0x10FFFF
                }
            text.unicodeScalars.append(Unicode.Scalar(.random(in: range, using: &self)) ?? "\u{200D}")
        }
        return text
    }

    fileprivate mutating func cell() -> SampleCell {
        let role = GridRole.allCases.randomElement(using: &self) ?? .plain
        let shown = next() % 4 == 0 ? text() : nil
        let link = next() % 4 == 0 ? text() : nil
        return switch next() % 7 {
        case 0: SampleCell(.integer(Int(truncatingIfNeeded: next())), shown: shown, link: link, role: role)
        case 1: SampleCell(.double(Double(bitPattern: next())), shown: shown, link: link, role: role)
        case 2: SampleCell(.empty, shown: shown, link: link, role: role)
        case 3: SampleCell(.boolean(next() % 2 == 0), shown: shown, link: link, role: role)
        case 4:
            SampleCell(
                .series((0..<next() % 30).map { _ in next() % 4 == 0 ? nil : Double(bitPattern: next()) }),
                shown: shown, link: link, role: role)
        default: .text(text(), shown: shown, link: link, role: role)
        }
    }
}
