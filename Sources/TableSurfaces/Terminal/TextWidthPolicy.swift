/// How wide a terminal draws the characters that terminals do not agree on.
///
/// A table's lines are straight on a terminal that follows the same rules. Most follow the ``standard``;
/// ``TerminalTraits/widthPolicy`` knows some that do not.
///
/// ```swift
/// TextFormat(widthPolicy: .eastAsian)
/// ```
public struct TextWidthPolicy: Hashable, Sendable {
    /// Whether characters that are ambiguous by UAX #11, such as `±`, `Ω` and `…`, take two columns.
    ///
    /// So they do in terminals set up for East Asian fonts. Box-drawing characters are among them: with this
    /// policy lines are drawn in ASCII, and `~` ends text that is cut off.
    public var hasWideAmbiguous: Bool

    /// Whether a sequence of scalars that makes one character is drawn as one, in one or two columns.
    ///
    /// Legacy terminals draw each scalar by itself: the family of `👨‍👩‍👧` as three people in six columns, a
    /// skin tone as a patch of two, a flag as two letters of one each. They ignore U+FE0F, which asks for
    /// the wide form of `☺`.
    public var joinsSequences: Bool

    /// Creates a policy with the properties that are described above.
    public init(hasWideAmbiguous: Bool = false, joinsSequences: Bool = true) {
        self.hasWideAmbiguous = hasWideAmbiguous
        self.joinsSequences = joinsSequences
    }

    /// The policy of today's terminals: ambiguous characters are narrow, sequences are drawn as one.
    public static let standard = TextWidthPolicy()

    /// The policy of terminals for East Asian fonts: ambiguous characters are wide.
    public static let eastAsian = TextWidthPolicy(hasWideAmbiguous: true)

    /// The policy of terminals that draw each scalar by itself, such as xterm and the Linux console.
    public static let legacy = TextWidthPolicy(joinsSequences: false)

    /// The mark of what was left out: one column.
    var ellipsis: [UInt8] { hasWideAmbiguous ? [0x7E] : [0xE2, 0x80, 0xA6] }
}
