import RandomTesting
import TableAgent
import Testing

extension GridNumberTests {
    /// Returns the numbers whose text differs from their description, including their neighbors and
    /// negatives.
    private func miswritten(_ numbers: some Sequence<Double>) -> [Double] {
        var line = GridLine()
        return numbers.flatMap { [$0, $0.nextUp, $0.nextDown, -$0] }.filter { number in
            line.removeAll()
            line.decimal(number)
            return number.isFinite && line.value(at: 0) != number.description
        }
    }

    @Test(arguments: [
        0, 0.1, 0.01, 0.001, 0.0001, 0.00001, 0.00005, 0.00015, 0.99995, 0.9999, 1, 1.5, 9.9999, 10,
        0.1 + 0.2,
        1234.5, 1234.56, 99.999, 99.9999, 99.99999, 9999.9999, 99_999_999, 99_999_999.9999, 100_000_000,
        100_000_000.0001, 99_999_999_999, 99_999_999_999.9999, 99_999_999_999.99999, 1e11,
        100_000_000_000.5,
        1e12, 1e15, 999_999_999_999_999, 1e16, 9_007_199_254_740_992, 1e17, 1e21, 1e22, 1e23, 1e-4, 1e-5,
        1e-6,
        Double.leastNormalMagnitude, Double.greatestFiniteMagnitude,
    ])
    func
        `Floating-point numbers at the edges of each way to write them are written as they describe themselves`(
            _ number: Double
        )
    {
        #expect(miswritten([number]).isEmpty)
    }

    @Test func `Every number below 1,000 with up to two decimals is written like its description`() {
        #expect(miswritten((0..<100_000).map { Double($0) / 100 }).isEmpty)
    }

    @Test func `Random floating-point numbers are written like their descriptions`() {
        var random = SeededGenerator(seed: SeededGenerator.seed)
        let numbers = (0..<10_000).flatMap { _ in
            // Numbers with all counts of digits before and after the decimal point, and all bit patterns.
            let scale: Double =
                [1, 10, 100, 1000, 10_000, 100_000, 1_000_000].randomElement(using: &random) ?? 1
            let count = random.next() >> UInt64.random(in: 0..<64, using: &random)
            return [
                Double(count) / scale, .random(in: 0..<1e12, using: &random),
                Double(bitPattern: random.next()),
            ]
        }
        #expect(miswritten(numbers).isEmpty)
    }

    @Test func `Whole numbers around every power of ten and two are written in digits`() {
        var line = GridLine()
        let powers =
            sequence(first: 1) { $0 > Int.max / 10 ? nil : $0 * 10 }.map(\.self) + (0..<63).map { 1 << $0 }
        for power in powers {
            for number in [power - 1, power, power + 1, -power, 1 - power, -1 - power] {
                line.removeAll()
                line.integer(number)
                #expect(line.value(at: 0) == "\(number)")
            }
        }
    }

    @Test func `Whole numbers with any number of digits are written in digits`() {
        var random = SeededGenerator(seed: SeededGenerator.seed)
        var line = GridLine()
        let numbers = (0..<20_000).flatMap { number in
            [number, Int(truncatingIfNeeded: random.next()) >> Int.random(in: 0..<64, using: &random)]
        }
        let miswritten = numbers.filter { number in
            line.removeAll()
            line.integer(number)
            return line.value(at: 0) != "\(number)"
        }
        #expect(miswritten.isEmpty)
    }
}
