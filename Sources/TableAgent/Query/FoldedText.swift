/// Texts as people compare them: without regard to case and accents, and with runs of digits by their values.
///
/// A *folded* text has the base letters of Latin, Greek, and Cyrillic, and lower-case letters of other scripts. The order of
/// sort keys, as bytes, is the order of texts: `item 9` precedes `item 10`, and `Änne` is between `anna` and `Anni`.
enum FoldedText {
    /// Returns whether a text precedes another one.
    static func precedes(_ text: String, _ other: String) -> Bool {
        func sortKey(_ text: String) -> [UInt8] {
            var (text, buffer) = (text, ByteBuffer())
            text.withUTF8 { buffer.append(sortKeyOf: $0) }
            return buffer.withBytes { Array($0) }
        }
        return sortKey(text).lexicographicallyPrecedes(sortKey(other))
    }

    /// Returns the base letter of a scalar: a point for the letter itself, and a hyphen for a mark that is left out.
    static func base(of scalar: UInt32) -> Unicode.Scalar {
        switch scalar {
        case 0xC0..<0x530: return Unicode.Scalar(letters[Int(scalar) - 0xC0]) ?? "."
        case 0x1E00..<0x2000: return Unicode.Scalar(moreLetters[Int(scalar) - 0x1E00]) ?? "."
        default:
            // Scripts without upper case are most of the others, and mappings take time.
            guard 0x530..<0x2E80 ~= scalar || 0xA640..<0xAC00 ~= scalar || 0xFF00..<0x1F000 ~= scalar,
                let lower = Unicode.Scalar(scalar)?.properties.lowercaseMapping.unicodeScalars,
                lower.count == 1, let first = lower.first, first.value != scalar
            else { return "." }
            return first
        }
    }
}

extension ByteBuffer {
    /// Adds a folded text.
    ///
    /// - Parameter countsDigits: Whether a run of digits is written as `0`, its length without leading zeros, and its digits,
    ///   so that the run is compared by its value.
    /// - Complexity: O(*n*) in the bytes of the text.
    mutating func append(folding utf8: UnsafeBufferPointer<UInt8>, countsDigits: Bool = false) {
        // Three bytes for a digit: two before it. No letter is more than one and a half times as long as its folded one.
        append(atMost: 3 * utf8.count + 8) { FoldedText.write(utf8, to: $0, countsDigits: countsDigits) }
    }

    /// Adds the sort key of a text: the folded text, a byte of 0, the text itself, and a byte that is not 0. Only equal texts have
    /// equal keys.
    mutating func append(sortKeyOf utf8: UnsafeBufferPointer<UInt8>) {
        append(folding: utf8, countsDigits: true)
        append(0)
        append(utf8)
        append(1)
    }
}

extension FoldedText {
    /// Writes a folded text, and returns the number of its bytes. There is memory for three bytes for each byte of the text,
    /// and 8 more.
    fileprivate static func write(
        _ utf8: UnsafeBufferPointer<UInt8>, to target: UnsafeMutableRawPointer, countsDigits: Bool
    ) -> Int {
        let room = target.assumingMemoryBound(to: UInt8.self)
        var count = 0
        var index = 0
        while index < utf8.count {
            let byte = utf8[index]
            if byte >= 0x80 {
                writeScalar(at: &index, of: utf8, room, &count)
            } else if countsDigits, byte &- 0x30 < 10 {
                writeDigits(at: &index, of: utf8, room, &count)
            } else {
                // A byte of 0 ends the folded text of a sort key.
                room[count] = byte &- 0x41 < 26 ? byte | 0x20 : byte == 0 && countsDigits ? 1 : byte
                count &+= 1
                index &+= 1
            }
        }
        return count
    }

    @inline(__always)
    private static func writeDigits(
        at index: inout Int, of utf8: UnsafeBufferPointer<UInt8>, _ room: UnsafeMutablePointer<UInt8>,
        _ count: inout Int
    ) {
        func isDigit(_ index: Int) -> Bool { index < utf8.count && utf8[index] &- 0x30 < 10 }
        while utf8[index] == 0x30, isDigit(index &+ 1) { index &+= 1 }
        let start = index
        while isDigit(index) { index &+= 1 }
        let length = index &- start
        room[count] = 0x30
        room[count &+ 1] = UInt8(min(length, 255))
        count &+= 2
        // A length from 255 on is greater than all shorter ones, and its own bytes follow.
        if length >= 255 {
            for shift in stride(from: 56, through: 0, by: -8) {
                room[count] = UInt8(truncatingIfNeeded: length >> shift)
                count &+= 1
            }
        }
        for digit in utf8[start..<index] {
            room[count] = digit
            count &+= 1
        }
    }

    @inline(never)
    private static func writeScalar(
        at index: inout Int, of utf8: UnsafeBufferPointer<UInt8>, _ room: UnsafeMutablePointer<UInt8>,
        _ count: inout Int
    ) {
        let byte = utf8[index]
        let length = min(byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4, utf8.count - index)
        var scalar = UInt32(byte) & (0x7F >> UInt32(length))
        for next in utf8[index..<index + length].dropFirst() { scalar = scalar << 6 | UInt32(next & 0x3F) }
        func write(_ bytes: some Sequence<UInt8>) {
            for byte in bytes {
                room[count] = byte
                count += 1
            }
        }
        switch base(of: scalar) {
        case ".": write(utf8[index..<index + length])
        case "-": break
        case "ß": write("ss".utf8)
        case "æ": write("ae".utf8)
        case "œ": write("oe".utf8)
        case "þ": write("th".utf8)
        case let base: write(UTF8.encode(base) ?? Unicode.UTF8.encodedReplacementCharacter)
        }
        index += length
    }
}

/// A text to find, without regard to case and accents.
package struct FoldedPattern: Hashable, Sendable {
    private let folded: [UInt8]
    private let isASCII: Bool
    /// For each beginning of a long pattern, the length of its longest end that is also a beginning (Knuth, Morris, and
    /// Pratt, 1977); empty for a short pattern.
    private let borders: [Int]

    package init(_ text: some StringProtocol) {
        var buffer = ByteBuffer()
        var text = String(text)
        text.withUTF8 { buffer.append(folding: $0) }
        folded = buffer.withBytes { Array($0) }
        isASCII = folded.allSatisfy { $0 < 0x80 }
        var borders: [Int] = []
        if folded.count > 32 {
            borders = [0]
            for byte in folded.dropFirst() {
                var length = borders[borders.count - 1]
                while length > 0, folded[length] != byte { length = borders[length - 1] }
                borders.append(folded[length] == byte ? length + 1 : 0)
            }
        }
        self.borders = borders
    }

    /// Whether every text contains the pattern.
    package var isEmpty: Bool { folded.isEmpty }

    /// Returns whether a text contains the pattern or, on request, begins with it.
    ///
    /// - Parameter scratch: Memory for a text that has to be folded.
    package func isIn(
        _ utf8: UnsafeBufferPointer<UInt8>, atStart: Bool = false, _ scratch: inout ByteBuffer
    ) -> Bool {
        if utf8.isASCII { return isASCII && isIn(ascii: utf8, atStart) }
        scratch.removeAll()
        scratch.append(folding: utf8)
        return scratch.withBytes { isIn(ascii: $0, atStart) }
    }

    /// Returns the ranges of the pattern in a text, in bytes.
    ///
    /// - Complexity: O(*n*) in the bytes of the text, and more time than ``isIn(_:atStart:_:)`` takes.
    package func ranges(in utf8: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
        var scratch = ByteBuffer()
        guard !isEmpty, isIn(utf8, &scratch) else { return [] }
        scratch.removeAll()
        // The place of each folded letter.
        var places: [Int] = []
        var index = 0
        while index < utf8.count {
            let end = utf8[(index + 1)...].firstIndex { $0 & 0xC0 != 0x80 } ?? utf8.count
            scratch.append(folding: UnsafeBufferPointer(rebasing: utf8[index..<end]))
            while places.count < scratch.count { places.append(index) }
            index = end
        }
        places.append(utf8.count)
        var ranges: [Range<Int>] = []
        scratch.withBytes { bytes in
            var start = 0
            while start + folded.count <= bytes.count {
                var end = start + folded.count
                guard bytes[start..<end].elementsEqual(folded) else {
                    start += 1
                    continue
                }
                // A letter such as ß becomes two.
                while places[end] == places[end - 1] { end += 1 }
                ranges.append(places[start]..<places[end])
                start = end
            }
        }
        return ranges
    }

    /// Searches a text that is ASCII, in any case, or folded.
    private func isIn(ascii text: UnsafeBufferPointer<UInt8>, _ atStart: Bool) -> Bool {
        guard let first = folded.first else { return true }
        guard folded.count <= text.count else { return false }
        if !atStart, !borders.isEmpty { return isIn(long: text) }
        let upper = first &- 0x61 < 26 ? first & 0xDF : first
        return folded.withUnsafeBufferPointer { folded in
            for start in 0...(atStart ? 0 : text.count - folded.count)
            where text[start] == first || text[start] == upper {
                var count = 1
                while count < folded.count {
                    let byte = text[start &+ count]
                    guard (byte &- 0x41 < 26 ? byte | 0x20 : byte) == folded[count] else { break }
                    count &+= 1
                }
                if count == folded.count { return true }
            }
            return false
        }
    }

    /// Searches a text for a long pattern, whose beginning may be repeated in the text.
    private func isIn(long text: UnsafeBufferPointer<UInt8>) -> Bool {
        var length = 0
        for byte in text {
            let byte = byte &- 0x41 < 26 ? byte | 0x20 : byte
            while length > 0, folded[length] != byte { length = borders[length - 1] }
            if folded[length] == byte { length += 1 }
            if length == folded.count { return true }
        }
        return false
    }
}
