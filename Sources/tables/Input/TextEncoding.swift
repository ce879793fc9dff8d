#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// An encoding of text with a byte for each character.
enum TextEncoding: String, CaseIterable, Sendable {
    case latin1, windows1252 = "windows-1252"

    /// The characters of Windows-1252 from 0x80 to 0x9F. Those that equal their byte are not defined.
    private static let windows = Array(
        "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)

    /// Returns text as UTF-8.
    ///
    /// - Parameter file: The name of the file in errors.
    func utf8(_ text: ArraySlice<UInt8>, of file: String) throws(InputError) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        for byte in text {
            var scalar = Unicode.Scalar(byte)
            if self == .windows1252, 0x80..<0xA0 ~= byte {
                scalar = Self.windows[Int(byte) - 0x80]
                guard scalar.value != UInt32(byte) else {
                    let hex = String(byte, radix: 16, uppercase: true)
                    throw InputError(file: file, reason: "the byte 0x\(hex) is no character of \(rawValue)")
                }
            }
            result += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
        }
        return result
    }

    /// Whether a file begins with a byte order mark of UTF-16. That of UTF-32 begins with the same bytes.
    static func isUTF16(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: [0xFE, 0xFF])
            || bytes.starts(with: [0xFF, 0xFE]) && !bytes.starts(with: [0xFF, 0xFE, 0, 0])
    }

    /// Returns the text of a file in UTF-16, which begins with a byte order mark, as UTF-8.
    static func utf8(fromUTF16 bytes: [UInt8], of file: String) throws(InputError) -> [UInt8] {
        guard bytes.count.isMultiple(of: 2), let text = String(bytes: bytes, encoding: .utf16) else {
            throw InputError(file: file, reason: "this is no valid UTF-16; save the file as UTF-8")
        }
        return Array(text.utf8)
    }
}
