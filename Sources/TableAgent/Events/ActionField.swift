/// A typed input that a ``RowAction`` asks for, such as the amount of a refund.
///
/// A surface shows an ``ActionInput`` and passes the user's text to the action, which checks the text again.
public struct ActionField<Value> {
    /// The appearance and the limits of the input.
    package let input: ActionInput

    /// Whether the initial text was given.
    let hasInitialText: Bool

    private let parse: (String) -> Value?

    /// Creates a field.
    private init(
        _ name: String, label: String, kind: ActionInput.Kind, initialText: String,
        hasInitialText: Bool = true,
        parse: @escaping (String) -> Value?
    ) {
        input = ActionInput(name: name, label: label, kind: kind, initialText: initialText)
        self.hasInitialText = hasInitialText
        self.parse = parse
    }

    /// Returns the value of a text.
    ///
    /// - Throws: The input, if its text is not valid.
    func value(in texts: [String: String]) throws(InvalidInput) -> Value {
        guard let value = parse(texts[input.name] ?? "") else { throw InvalidInput(input: input) }
        return value
    }
}

extension ActionField<Int> {
    /// A number, or an amount with decimals as a count of its smallest unit.
    ///
    /// ```swift
    /// .amount("cents", label: "Amount in €", in: 1...order.received, scale: 2)      // 0.01 to 12.00
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name of the input in a form.
    ///   - label: The label.
    ///   - range: The allowed counts of the smallest unit.
    ///   - scale: The number of decimals, from 0 to 18.
    ///   - initial: The initial count, or `nil` for an empty input.
    public static func amount(
        _ name: String, label: String, in range: ClosedRange<Int>, scale: Int = 0, initial: Int? = nil
    ) -> Self {
        precondition(0...18 ~= scale, "An amount has from 0 to 18 decimals, not \(scale).")
        let text = initial.map { DecimalText.text(of: $0, scale: scale) }
        return Self(
            name, label: label, kind: .amount(range, scale: scale), initialText: text ?? ""
        ) { text in
            DecimalText.count(in: text, scale: scale).flatMap { range.contains($0) ? $0 : nil }
        }
    }
}

extension ActionField<String> {
    /// A line of text.
    ///
    /// White space at both ends is removed. A line has no line breaks and no other controls.
    ///
    /// - Parameters:
    ///   - name: The name of the input in a form.
    ///   - label: The label.
    ///   - isRequired: Whether the text must not be empty.
    ///   - maximumLength: The maximum length in UTF-16 code units, as HTML counts it.
    ///   - initial: The initial text; `nil` for an empty one.
    public static func text(
        _ name: String, label: String, isRequired: Bool = true, maximumLength: Int = 200,
        initial: String? = nil
    ) -> Self {
        let kind = ActionInput.Kind.text(isRequired: isRequired, maximumLength: maximumLength)
        return Self(
            name, label: label, kind: kind, initialText: initial ?? "", hasInitialText: initial != nil
        ) { text in
            var line = String(text.drop(while: \.isWhitespace))
            while line.last?.isWhitespace == true { line.removeLast() }
            let breaks: Set<Unicode.GeneralCategory> = [.control, .lineSeparator, .paragraphSeparator]
            let isLine = !line.unicodeScalars.contains { breaks.contains($0.properties.generalCategory) }
            return isLine && !(isRequired && line.isEmpty) && line.utf16.count <= maximumLength ? line : nil
        }
    }
}

extension ActionField {
    /// A choice between values.
    ///
    /// ```swift
    /// .choice("reason", label: "Reason", [("Damaged", Reason.damaged), ("Late", .late)])
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name of the input in a form.
    ///   - label: The label.
    ///   - options: The values with their titles. A title that occurs again gets a number, such as "Müller (2)".
    ///   - initial: The title of the initial value, such as that of the cell that the action edits; `nil` for the first one.
    public static func choice(
        _ name: String, label: String, _ options: [(title: String, value: Value)], initial: String? = nil
    ) -> Self {
        var values: [String: Value] = [:]
        let titles = options.map { title, value in
            var unique = title
            var count = 1
            while values[unique] != nil {
                count += 1
                unique = "\(title) (\(count))"
            }
            values[unique] = value
            return unique
        }
        return Self(
            name, label: label, kind: .choice(titles), initialText: initial ?? titles.first ?? "",
            hasInitialText: initial != nil
        ) { values[$0] }
    }
}

/// The appearance and the limits of an input that an action asks for.
public struct ActionInput: Hashable, Sendable {
    /// The kind of an input.
    public enum Kind: Hashable, Sendable {
        /// A number: a count of the smallest unit in a range, with a number of decimals.
        case amount(ClosedRange<Int>, scale: Int)
        /// A line of text, with its maximum length in UTF-16 code units.
        case text(isRequired: Bool, maximumLength: Int)
        /// One of several titles.
        case choice([String])
    }

    /// The name of the input in a form.
    public let name: String

    /// The label.
    public let label: String

    /// The kind and the limits.
    public let kind: Kind

    /// The initial text.
    public internal(set) var initialText: String

    /// Returns a sentence that says which texts are valid.
    package func requirement(in words: TableWords) -> String {
        let words = words.inputs
        return switch kind {
        case .amount(let range, let scale):
            words.number(
                label, DecimalText.text(of: range.lowerBound, scale: scale),
                DecimalText.text(of: range.upperBound, scale: scale), scale)
        case .text(let isRequired, let length): words.text(label, length, isRequired)
        case .choice(let titles): words.choice(label, titles)
        }
    }
}

/// The text of an input is not valid.
struct InvalidInput: Error {
    let input: ActionInput
}

/// Decimal numbers that are stored as counts of their smallest unit.
package enum DecimalText {
    /// Returns the number of a count: `12.00` for 1200 with two decimals.
    package static func text(of count: Int, scale: Int) -> String {
        let digits = String(count.magnitude)
        let padded = String(repeating: "0", count: max(0, scale + 1 - digits.count)) + digits
        let whole = (count < 0 ? "-" : "") + padded.dropLast(scale)
        return scale == 0 ? whole : "\(whole).\(padded.suffix(scale))"
    }

    /// Returns the count in a number such as `12`, `12.5` or `-0.01`.
    ///
    /// - Returns: `nil` for any other text, a number with more decimals, and a count outside of `Int`.
    static func count(in text: String, scale: Int) -> Int? {
        var digits = Substring(text)
        let isNegative = digits.first == "-"
        if isNegative { digits.removeFirst() }
        let parts = digits.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let decimals = parts.count > 1 ? parts[1] : ""
        guard let whole = parts.first, !whole.isEmpty,
            parts.count == 1 || 1...max(scale, 1) ~= decimals.count,
            decimals.count <= scale, digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 || $0 == 0x2E }),
            !decimals.contains(".")
        else { return nil }
        return Int(
            (isNegative ? "-" : "") + whole + decimals + String(repeating: "0", count: scale - decimals.count)
        )
    }
}

extension TableError.Code {
    /// A text that the user has entered for an action is not valid.
    public static let inputInvalid = Self(rawValue: "inputInvalid")

    /// A cell that the user edits has another value now, or can't be edited any more.
    public static let valueChanged = Self(rawValue: "valueChanged")
}

extension TableError {
    static func valueChanged(_ title: String, _ value: String?) -> TableError {
        TableError(
            .valueChanged,
            value.map { "“\(title)” has the value “\($0)” now; read it before you replace it." }
                ?? "“\(title)” can't be edited like this any more.")
    }
}
