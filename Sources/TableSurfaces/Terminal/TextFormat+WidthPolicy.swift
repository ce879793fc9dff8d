extension TextFormat {
    /// The rules of a terminal for characters whose width differs between terminals.
    ///
    /// The columns of a table line up on a terminal that follows the same rules. Most terminals follow
    /// ``standard``; ``TerminalTraits/widthPolicy`` recognizes some that do not.
    ///
    /// ```swift
    /// TextFormat(widthPolicy: .eastAsian)
    /// ```
    public struct WidthPolicy: Hashable, Sendable {
        /// Whether characters that are ambiguous according to UAX #11, such as `±`, `Ω` and `…`, take two
        /// columns.
        ///
        /// They do in terminals with East Asian fonts. Box-drawing characters are ambiguous, too: with this
        /// policy, borders are drawn in ASCII, and `~` ends text that is cut.
        public var hasWideAmbiguous: Bool

        /// Whether a sequence of scalars that forms one character is drawn as one character, in one or two
        /// columns.
        ///
        /// Legacy terminals draw each scalar by itself. The family `👨‍👩‍👧` becomes three people in six columns. A
        /// skin tone becomes a patch of two columns, and a flag becomes two letters of one column each. These
        /// terminals ignore U+FE0F, which selects the wide form of `☺`.
        public var joinsSequences: Bool

        /// Creates a policy with the options that its properties describe.
        public init(hasWideAmbiguous: Bool = false, joinsSequences: Bool = true) {
            self.hasWideAmbiguous = hasWideAmbiguous
            self.joinsSequences = joinsSequences
        }

        /// The policy of modern terminals: ambiguous characters are narrow, and sequences are drawn as one
        /// character.
        public static let standard = WidthPolicy()

        /// The policy of terminals for East Asian fonts: ambiguous characters are wide.
        public static let eastAsian = WidthPolicy(hasWideAmbiguous: true)

        /// The policy of terminals that draw each scalar by itself, such as xterm and the Linux console.
        public static let legacy = WidthPolicy(joinsSequences: false)

        /// The mark for omitted text, one column wide.
        package var ellipsis: StaticString { hasWideAmbiguous ? "~" : "…" }

        /// The sign for a missing value, one column wide.
        var dash: StaticString { hasWideAmbiguous ? "-" : "–" }
    }
}
