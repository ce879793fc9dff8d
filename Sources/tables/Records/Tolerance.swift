import TableAgent

/// The greatest difference between two numbers that count as equal.
///
/// Without a difference, numbers are equal if only their digits are written in another way, such as `10` and `1e1`.
struct Tolerance: Equatable, Sendable {
    /// The greatest difference of equal numbers, or `nil` if equal numbers have the same value.
    private var difference: ExactDecimal?

    init() {}

    /// Creates a tolerance from its text, such as `0.01`. Returns `nil` if the text is not a number, or has a sign.
    init?(_ text: String) {
        guard text.isNumber, !text.hasPrefix("-") else { return nil }
        difference = text.number
    }

    /// Returns whether two numbers count as equal. A difference of too many digits for a ``DecimalSum`` is too great.
    func permits(_ old: UnsafeBufferPointer<UInt8>, _ new: UnsafeBufferPointer<UInt8>) -> Bool {
        if ExactDecimal(old) == ExactDecimal(new) { return true }
        var sum = DecimalSum()
        guard let difference, (try? sum.add(new)) != nil, (try? sum.add(old, times: -1)) != nil else {
            return false
        }
        return String(sum.description.trimmingPrefix("-")).number <= difference
    }
}
