/// A text of up to eight bytes in a machine word, which is stored at once.
struct ShortText {
    /// The bytes of the text, the first one lowest.
    let word: UInt64
    /// How many bytes of the word are the text's.
    let count: Int

    init(_ text: String) {
        count = text.utf8.count
        precondition(count <= 8, "A short text has at most 8 bytes, not \(count).")
        word = text.utf8.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
