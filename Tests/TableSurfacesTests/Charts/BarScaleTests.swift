import RandomTesting
import Foundation
import TableAgent
import Testing

@testable import TableSurfaces

struct BarScaleTests {
    private func automatic(_ extent: ClosedRange<Double>) -> ClosedRange<Double>? {
        BarScale(.automatic, extent: extent)?.range
    }

    @Test(arguments: [
        (1, 1), (1.01, 1.2), (1.2, 1.2), (1.3, 1.5), (1.7, 2), (2.1, 2.5), (2.6, 3), (3.5, 4), (4.5, 5),
        (5.5, 6), (6.1, 8), (8.1, 10), (0.3, 0.3), (0.31, 0.4), (4321, 5000), (99_999, 100_000),
        (1e22, 1e22), (9e23, 1e24), (1.7e-22, 2e-22), (Double.leastNonzeroMagnitude, 1e-300),
        (1.6e308, Double.greatestFiniteMagnitude),
    ])
    func `The end of an automatic scale is the least step that is not less`(number: Double, end: Double) {
        #expect(automatic(0...number) == 0...end)
        #expect(automatic(-number...0) == -end...0)
    }

    @Test func `Both ends of a scale are rounded separately, and all zeros have no scale`() {
        #expect(automatic(-7...130) == -8...150)
        #expect(automatic(0...0) == nil)
    }

    @Test(arguments: SeededGenerator.seeds(4))
    func `The end of any number equals that of a naive search`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let digits = ["1", "1.2", "1.5", "2", "2.5", "3", "4", "5", "6", "8"]
        for _ in 0..<500 {
            let number =
                Double.random(in: 1...10, using: &random)
                * pow(10, Double(Int.random(in: -250...250, using: &random)))
            let exponent = Int(log10(number).rounded(.down))
            let ends = (exponent - 1...exponent + 1).flatMap { n in digits.compactMap { Double("\($0)e\(n)") }
            }
            let expected = try #require(ends.first { $0 >= number })
            let end = BarStep.roundedUp(number)
            #expect(end >= number && abs(end / expected - 1) < 1e-12, "seed \(seed), \(number)")
            #expect(BarStep.end(-BarStep.step(of: number)) == -end)
        }
    }

    @Test(arguments: [5...5.0, -Double.infinity...0, 0...Double.infinity, 0...Double.leastNormalMagnitude])
    func `A range that is empty, infinite, or tiny has no scale`(range: ClosedRange<Double>) {
        #expect(BarScale(.range(range), extent: 0...0) == nil)
    }

    @Test(arguments: [(0...10.0, 0), (-5...10.0, 0), (5...10.0, 5), (-10 ... -5.0, -5)])
    func `Bars start at zero, or at the bound that is nearest to zero`(
        range: ClosedRange<Double>, origin: Double
    ) {
        #expect(BarScale(.range(range), extent: 0...0)?.origin == origin)
    }

    @Test(arguments: [
        (0...10.0, 2.5, 0...0.25), (0...10.0, 20, 0...1.0), (-10...10.0, -5, 0.25...0.5),
        (5...15.0, 0, 0...0.0),
        (-Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude, 0, 0.5...0.5),
    ])
    func `A bar covers the part between the origin and its number`(
        range: ClosedRange<Double>, number: Double, part: ClosedRange<Double>
    ) {
        #expect(BarScale(.range(range), extent: 0...0)?.part(of: number) == part)
        #expect(BarScale(.automatic, extent: 0...437)?.part(of: 125) == 0...0.25)
    }

    @Test(arguments: [
        "0", "-0", "7", "-12.50", ".5", "5.", "123456789012345", "9007199254740993", "1e5", "-1.5E-7",
        "0.1", "1234567.891", "99999999999999999999", "5e-324", "1.7976931348623157e308", "1e999", "-inf",
    ])
    func `A number is read exactly`(text: String) {
        var text = text
        #expect(text.withUTF8 { Double(utf8: $0) } == strtod(text, nil))
    }
}
