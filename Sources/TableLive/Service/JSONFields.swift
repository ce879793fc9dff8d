import TableAgent

#if canImport(FoundationEssentials)
    import struct FoundationEssentials.Data
    import class FoundationEssentials.JSONDecoder
#else
    import struct Foundation.Data
    import class Foundation.JSONDecoder
#endif

/// Reads JSON objects of texts and numbers.
///
/// A decoder of Foundation would round numbers of many digits, and choose one of several members with the same name.
enum JSONFields {
    /// Returns the members of an object, in the order of the text. A value is `nil` for `null`, and a number has the
    /// digits of the text.
    ///
    /// - Returns: `nil` if the text is no JSON object of texts, numbers, and nulls.
    static func members(of text: [UInt8]) -> [(name: String, value: String?)]? {
        guard JSONSyntax.isValue(text) else { return nil }
        var rest = text[...]
        guard nextToken(of: &rest)?.first == UInt8(ascii: "{") else { return nil }
        var members: [(name: String, value: String?)] = []
        while let token = nextToken(of: &rest), token.first != UInt8(ascii: "}") {
            guard let name = string(token), let value = nextToken(of: &rest) else { return nil }
            switch value[value.startIndex] {
            case UInt8(ascii: "\""):
                guard let value = string(value) else { return nil }
                members.append((name, value))
            case UInt8(ascii: "n"): members.append((name, nil))
            case UInt8(ascii: "-"), 0x30...0x39:
                members.append((name, String(decoding: value, as: UTF8.self)))
            default: return nil
            }
        }
        return members
    }

    /// Removes the next token of a valid text: a string, a bracket, a number, or a word.
    ///
    /// - Returns: `nil` at the end of the text.
    private static func nextToken(of rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        rest = rest.drop { " \t\r\n,:".utf8.contains($0) }
        guard let first = rest.first else { return nil }
        var count = 1
        switch first {
        case UInt8(ascii: "\""):
            while rest[rest.startIndex + count] != UInt8(ascii: "\"") {
                count += rest[rest.startIndex + count] == UInt8(ascii: "\\") ? 2 : 1
            }
            count += 1
        case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"): break
        default: count = rest.prefix { !" \t\r\n,:{}[]".utf8.contains($0) }.count
        }
        defer { rest.removeFirst(count) }
        return rest.prefix(count)
    }

    /// Returns the text of a string; `nil` if it is not UTF-8 or has half of a surrogate pair.
    private static func string(_ token: ArraySlice<UInt8>) -> String? {
        try? JSONDecoder().decode(String.self, from: Data(token))
    }
}
