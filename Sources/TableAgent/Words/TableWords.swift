/// The words that surfaces write by themselves, in the language of the people who read a table.
///
/// Each format and each container that writes words has a property `words`. English is the default. Change single words, or
/// all of them for another language:
///
/// ```swift
/// var words = TableWords.english
/// words.language = "de"
/// words.number = { TableWords.grouped($0, by: ".") }
/// words.text.rows = { $0 == 1 ? "1 Zeile" : "\(TableWords.grouped($0, by: ".")) Zeilen" }
/// ```
///
/// The words belong to the library. The texts of your data, such as titles and the labels of actions, come from your items.
/// Errors for programmers, such as ``TableError``, are English. <doc:Show-tables-in-another-language> has all words in German.
public struct TableWords: Sendable {
    /// English words.
    public static let english = TableWords()

    /// The language as a tag of BCP 47, such as `en` or `pt-BR`.
    public var language = "en"

    /// Returns a count with grouped digits, such as `1,851`.
    public var number: @Sendable (Int) -> String = { grouped($0, by: ",") }

    /// Returns the text of a series for readers who don't see its chart.
    ///
    /// In English: `4 values, 1 missing, from 9 to 31, last 31`.
    public var series: @Sendable (SeriesSummary) -> String = { $0.englishText }

    /// The value of a head whose section is collapsed, for assistive technologies: `Collapsed`.
    public var collapsed = "Collapsed"

    // Boxes keep formats small, which are copied for each table.
    private var textBox = Box(Text())
    private var inputsBox = Box(Inputs())
    private var pageBox = Box(Page())
    private var liveBox = Box(Live())
    private var refusalsBox = Box(Refusals())
    private var browserBox = Box(Browser())

    /// Creates English words.
    public init() {}

    /// Returns the digits of a number in groups of three.
    ///
    /// ```swift
    /// TableWords.grouped(1_234_567, by: ".")      // 1.234.567
    /// ```
    public static func grouped(_ number: Int, by separator: String) -> String {
        let digits = String(number.magnitude)
        let groups = stride(from: digits.count, to: 0, by: -3).map { end in
            digits.dropLast(digits.count - end).suffix(3)
        }
        return (number < 0 ? "-" : "") + groups.reversed().joined(separator: separator)
    }

    /// Returns an English count, such as `1 row` or `1,851 rows`.
    static func counted(_ count: Int, _ noun: String) -> String {
        "\(grouped(count, by: ",")) \(noun)\(count == 1 ? "" : "s")"
    }

    /// A value on the heap.
    private final class Box<Value: Sendable>: Sendable {
        let value: Value

        init(_ value: Value) { self.value = value }
    }
}

extension TableWords {
    /// The words of text tables, and the counts of the terminal browser.
    public var text: Text {
        get { textBox.value }
        set { textBox = Box(newValue) }
    }

    /// The problems of the inputs that an action asks for.
    public var inputs: Inputs {
        get { inputsBox.value }
        set { inputsBox = Box(newValue) }
    }

    /// The words of HTML pages and of workbooks.
    public var page: Page {
        get { pageBox.value }
        set { pageBox = Box(newValue) }
    }

    /// The messages that a live page shows in a browser.
    public var live: Live {
        get { liveBox.value }
        set { liveBox = Box(newValue) }
    }

    /// The reasons why a service refuses a request.
    public var refusals: Refusals {
        get { refusalsBox.value }
        set { refusalsBox = Box(newValue) }
    }

    /// The words of the terminal browser.
    public var browser: Browser {
        get { browserBox.value }
        set { browserBox = Box(newValue) }
    }
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
