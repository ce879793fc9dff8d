/// The words that surfaces write by themselves, in the language of the people who read a table.
///
/// Each format and each container that writes words has a property `words`. Each module adds its own words as a property:
/// `text` and `page` are in `TableSurfaces`, `live` and `refusals` in `TableLive`, and `browser` is in `TableBrowser`.
/// English is the default. Change single words, or all of them for another language:
///
/// ```swift
/// import TableSurfaces
///
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

    /// The values of the title of a sorted column, for assistive technologies: `Ascending` and `Descending`.
    public var ascending = "Ascending", descending = "Descending"

    /// The changed words of all modules by their type. A dictionary keeps formats small, which are copied for each table.
    private var changed: [ObjectIdentifier: any Sendable] = [:]

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
    package static func counted(_ count: Int, _ noun: String) -> String {
        "\(grouped(count, by: ",")) \(noun)\(count == 1 ? "" : "s")"
    }

    /// The words of one type, with which a module adds its own words.
    ///
    /// - Parameter english: The words before the first change.
    package subscript<Words: Sendable>(default english: @autoclosure () -> Words) -> Words {
        get { changed[ObjectIdentifier(Words.self)] as? Words ?? english() }
        set { changed[ObjectIdentifier(Words.self)] = newValue }
    }
}

extension TableWords {
    /// The problems of the inputs that an action asks for.
    public var inputs: Inputs {
        get { self[default: Inputs()] }
        set { self[default: Inputs()] = newValue }
    }

    /// The problems of the inputs that an action asks for, as sentences.
    public struct Inputs: Sendable {
        /// Returns the limits of a number.
        ///
        /// - Parameters:
        ///   - label: The label of the input.
        ///   - least: The least number, as a person enters it.
        ///   - greatest: The greatest number.
        ///   - decimals: The maximum number of decimals.
        public var number:
            @Sendable (_ label: String, _ least: String, _ greatest: String, _ decimals: Int) -> String = {
                label, least, greatest, decimals in
                let limit =
                    decimals == 0 ? "" : ", with at most \(decimals) decimal\(decimals == 1 ? "" : "s")"
                return "“\(label)” must be a number from \(least) to \(greatest)\(limit)."
            }

        /// Returns the limits of a text.
        ///
        /// - Parameters:
        ///   - label: The label of the input.
        ///   - length: The maximum number of characters.
        ///   - isRequired: Whether the text must not be empty.
        public var text: @Sendable (_ label: String, _ length: Int, _ isRequired: Bool) -> String = {
            label, length, isRequired in
            "“\(label)” must be one line of at most \(length) characters\(isRequired ? ", not empty" : "")."
        }

        /// Returns the titles of a choice.
        public var choice: @Sendable (_ label: String, _ titles: [String]) -> String = { label, titles in
            "“\(label)” must be one of: \(titles.joined(separator: ", "))."
        }

        /// Creates English words.
        public init() {}
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
    package init(_ values: [Double?]) {
        var count = 0
        var least = Double.infinity
        var greatest = -Double.infinity
        for case let value? in values where value.isFinite {
            count += 1
            least = min(least, value)
            greatest = max(greatest, value)
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
