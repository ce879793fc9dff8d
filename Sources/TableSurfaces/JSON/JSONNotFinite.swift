/// What becomes of decimal numbers that JSON has not: not-a-number and the infinities (RFC 8259, section 6).
public enum JSONNotFinite: Hashable, Sendable {
    /// They are written as `null`.
    case null
    /// The table is refused with an error that names the first of them.
    case refuse
}
