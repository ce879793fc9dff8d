/// The evidence that the texts of a column are numbers.
///
/// Texts such as `007` and `+1` are codes or identifiers that programs would change. So are numbers if all of them have
/// more than 18 digits, and numbers such as `1E5` if none in the column has a decimal point or a sign. The option for a point
/// makes these numbers. Where fields are separated
/// by semicolons, the points of `1.150` and `900` can also separate groups of digits.
struct NumberEvidence {
    private let options: ValueOptions
    private var areNumbers = true
    private var hasText = false
    private var hasShortNumber = false
    private var hasExponent = false
    private var hasMark = false
    private var hasPoint = false
    private var hasOnlyGroups = true

    /// Whether there are texts, and all of them are numbers.
    var isConclusive: Bool {
        let looksLikeCodes = !hasShortNumber || hasExponent && !hasMark
        return areNumbers && hasText && (!looksLikeCodes || options.decimal == .point) && !isUnclear
    }

    /// Whether all points can also separate groups of digits.
    var isUnclear: Bool {
        areNumbers && hasPoint && hasOnlyGroups && options.hasSemicolons && options.decimal == nil
    }

    init(_ options: ValueOptions) {
        self.options = options
    }

    /// Adds a text that is not empty. Returns whether the texts so far can be numbers.
    mutating func add(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard areNumbers, let number = NumberText(text), options.decimal != .comma || !text.contains(".")
        else {
            areNumbers = false
            return false
        }
        hasText = true
        if number.fractionDigits > 0 {
            let digits = text.first == "-" ? text.dropFirst() : text[...]
            hasPoint = true
            hasOnlyGroups =
                hasOnlyGroups && number.fractionDigits == 3 && number.exponent == nil && 5...7 ~= digits.count
                && digits.first != "0"
        }
        hasShortNumber =
            hasShortNumber || number.significantDigits <= 18
            || Int64(String(decoding: text, as: UTF8.self)) != nil
        hasExponent = hasExponent || number.exponent != nil
        hasMark =
            hasMark || number.fractionDigits > 0 || !number.isJSON || text.first == "-"
            || number.exponent != nil && (text.contains("-") || text.contains("+"))
        return true
    }
}
