import TableAgent

/// The greatest difference between two numbers that count as equal.
///
/// Without a difference, numbers are equal if only their digits are written in another way, such as `10` and `1e1`.
struct Tolerance: Equatable, Sendable {
    /// The greatest difference of equal numbers, or `nil` if equal numbers have the same value.
    private(set) var difference: ExactDecimal?

    init() {}

    /// Creates a tolerance from its text, such as `0.01`. Returns `nil` if the text is not a number, or has a sign.
    init?(_ text: String) {
        guard text.isNumber, !text.hasPrefix("-") else { return nil }
        difference = text.number
    }

    /// Returns whether two values are numbers that count as equal. A difference of too many digits for a sum is too great.
    func permits(_ old: String?, _ new: String?) -> Bool {
        guard let old, let new else { return false }
        if old.number == new.number { return true }
        var sum = DecimalSum()
        guard let difference, (try? sum.add(new)) != nil, (try? sum.add(old, times: -1)) != nil else {
            return false
        }
        return String(sum.description.trimmingPrefix("-")).number <= difference
    }
}

extension DecimalSum {
    /// Adds the number of a text, or subtracts it with a negative count.
    mutating func add(_ text: String, times count: Int = 1) throws(Failure) {
        try Array(text.utf8).withUnsafeBufferPointer { text throws(Failure) in try add(text, times: count) }
    }
}
