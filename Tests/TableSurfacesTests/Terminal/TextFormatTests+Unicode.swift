import RandomTesting
import TableAgent
import Testing

@testable import TableSurfaces

extension TextFormatTests {
    /// Scalars that join other scalars, or look as if they did.
    private static let joining: [UInt32] = [
        0x200D, 0xFE0F, 0xFE0E, 0x94D, 0x903, 0x301, 0x1F3FB, 0x1F1E6, 0x1F1E7, 0x20E3, 0x31, 0x200B, 0xFEFF,
        0xE0067, 0xE007F, 0x1F3F4, 0x1F469, 0x2764, 0x1100, 0x1161, 0x11A8, 0x600, 0x915, 0x637, 0xA, 0x20,
    ]

    private static func text(using random: inout SeededGenerator) -> String {
        (0..<Int.random(in: 0...9, using: &random)).reduce(into: "") { text, _ in
            let value =
                Bool.random(using: &random)
                ? joining.randomElement(using: &random) ?? 0x41
                : UInt32.random(in: 0...0x10FFFF, using: &random)
            if let scalar = Unicode.Scalar(value) { text.unicodeScalars.append(scalar) }
        }
    }

    /// A cell must not change the width of its neighbors, so each line is measured as a whole.
    @Test(arguments: SeededGenerator.seeds(4))
    func `Tables of any scalars are rectangles under every policy`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let columns = Int.random(in: 1...4, using: &random)
            let rows = (0..<8).map { _ in
                (0..<columns).map { _ in SampleCell.text(Self.text(using: &random)) }
            }
            var format = TextFormat()
            format.border = TextFormat.Border.allCases.randomElement(using: &random) ?? .none
            format.width = Bool.random(using: &random) ? Int.random(in: 12...60, using: &random) : nil
            format.overflow = TextFormat.Overflow.allCases.randomElement(using: &random) ?? .wrap
            format.narrowing = TextFormat.Narrowing.allCases.randomElement(using: &random) ?? .stack
            format.widthPolicy = TextFormat.WidthPolicy(
                hasWideAmbiguous: Bool.random(using: &random), joinsSequences: Bool.random(using: &random))
            let alignments: [GridColumn.Alignment] = [.left, .center, .right, .decimal]
            let given = (0..<columns).map { number in
                GridColumn("\(number)", alignment: alignments.randomElement(using: &random) ?? .left)
            }

            let text = try format.string(of: TableInfo(given, rows: rows))

            let widths = Set(
                MeasuredText.lines(MeasuredText.withoutCount(text)).map {
                    DisplayWidth.width(of: $0, format.widthPolicy)
                })
            #expect(widths.count == 1, "seed \(seed) \(format)\n\(text.debugDescription)")
        }
    }
}
