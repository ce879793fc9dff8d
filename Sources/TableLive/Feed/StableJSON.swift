#if canImport(FoundationEssentials)
    import class FoundationEssentials.JSONEncoder
#else
    import class Foundation.JSONEncoder
#endif

/// JSON with sorted keys, so that equal values have the same text in every process.
enum StableJSON {
    /// Returns the JSON of a value, or `nil` if the value can't be encoded.
    static func text(of value: some Encodable) -> String? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the JSON of an object with texts, which can always be encoded.
    static func text(ofObject object: [String: String]) -> String { text(of: object) ?? "{}" }
}
