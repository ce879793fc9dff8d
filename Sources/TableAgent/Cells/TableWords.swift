/// The words that surfaces write by themselves, in the language of the people who read a table.
public struct TableWords: Sendable {
    /// English words.
    public static let english = TableWords()

    /// Returns the text of a series for readers who don't see its chart.
    ///
    /// In English: `4 values, 1 missing, from 9 to 31, last 31`.
    public var series: @Sendable (SeriesSummary) -> String = { $0.englishText }

    /// Creates English words.
    public init() {}
}

/// The facts about a series that its text tells.
public struct SeriesSummary: Hashable, Sendable {
    /// The number of finite numbers.
    public let count: Int

    /// The number of other values: missing ones, not-a-number, and infinities.
    public let missingCount: Int

    /// The least and the greatest finite number, or `nil` without one.
    public let range: ClosedRange<Double>?

    /// The last value, or `nil` if it is missing.
    public let last: Double?

    /// Creates the summary of a series.
    ///
    /// - Complexity: O(values).
    public init(_ values: [Double?]) {
        var (count, least, greatest) = (0, Double.infinity, -Double.infinity)
        for case let value? in values where value.isFinite {
            (count, least, greatest) = (count + 1, min(least, value), max(greatest, value))
        }
        self.count = count
        missingCount = values.count - count
        range = count > 0 ? least...greatest : nil
        last = values.last.flatMap { $0 }.flatMap { $0.isFinite ? $0 : nil }
    }

    /// Returns the shortest description of a number: `31`, `0.5`, `1e+30`.
    public static func text(of number: Double) -> String {
        number.magnitude < 1e15 && number == number.rounded() ? "\(Int(number))" : number.description
    }

    fileprivate var englishText: String {
        var parts = [count == 1 ? "1 value" : "\(count) values"]
        if missingCount > 0 { parts.append("\(missingCount) missing") }
        if let range {
            parts.append("from \(Self.text(of: range.lowerBound)) to \(Self.text(of: range.upperBound))")
            parts.append("last \(last.map(Self.text) ?? "missing")")
        }
        return parts.joined(separator: ", ")
    }
}
