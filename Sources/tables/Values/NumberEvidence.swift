/// The evidence that the texts of a column are numbers.
///
/// Texts such as `007` and `+1` are codes or identifiers that programs would change. So are numbers if all of them have
/// more than 18 digits, and numbers such as `1E5` if none in the column has a decimal point or a sign.
struct NumberEvidence {
    /// Whether a point is the decimal sign. Otherwise, only whole numbers are numbers.
    private let hasPoint: Bool
    private var areNumbers = true
    private var hasShortNumber = false
    private var hasExponent = false
    private var hasMark = false

    /// Whether there are texts, and all of them are numbers.
    var isConclusive: Bool { areNumbers && hasShortNumber && (hasMark || !hasExponent) }

    init(_ decimal: DecimalSign?) {
        hasPoint = decimal != .comma
    }

    /// Adds a text that is not empty. Returns whether the texts so far can be numbers.
    mutating func add(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard areNumbers, let number = NumberText(text), hasPoint || !text.contains(".") else {
            areNumbers = false
            return false
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
