extension InputFile {
    /// Checks that all bytes are well-formed UTF-8, which is what the readers rely on.
    ///
    /// - Throws: ``InputError`` with the line and the value of the first byte that is not.
    func checkUTF8() throws(InputError) {
        guard let place = bytes.withUnsafeBufferPointer({ Self.firstInvalid(in: $0) }) else { return }
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            throw InputError(file: name, line: 1, reason: "the file is UTF-16; save it as UTF-8")
        }
        let hex = String(bytes[place], radix: 16, uppercase: true)
        throw InputError(
            file: name, line: line(at: place),
            reason: "byte \(place + 1) of the file (0x\(hex)) is not UTF-8; save the file as UTF-8")
    }

    /// The line of the file that a byte is on, counted from 1; LF, CRLF and a lone CR end a line.
    private func line(at place: Int) -> Int {
        var line = 1
        for index in 0..<place {
            let byte = bytes[index]
            let isCRLF = byte == Byte.carriageReturn && bytes[index + 1] == Byte.lineFeed
            if Byte.isLineBreak(byte), !isCRLF { line += 1 }
        }
        return line
    }

    /// The index of the first byte that does not begin a well-formed sequence; `nil` if all do.
    ///
    /// The table of well-formed sequences is 3-7 in the Unicode Standard. The standard library's own
    /// validation would copy the file into a string or needs a later system.
    static func firstInvalid(in text: UnsafeBufferPointer<UInt8>) -> Int? {
        let raw = UnsafeRawBufferPointer(text)
        let end = text.count
        var place = 0
        while place < end {
            while end - place >= 16 {
                let low = raw.loadUnaligned(fromByteOffset: place, as: UInt64.self)
                let high = raw.loadUnaligned(fromByteOffset: place + 8, as: UInt64.self)
                if (low | high) & 0x8080_8080_8080_8080 != 0 { break }
                place += 16
            }
            while place < end, text[place] < 0x80 { place += 1 }
            while place < end, text[place] >= 0x80 {
                guard let length = sequenceLength(in: text, at: place) else { return place }
                place += length
            }
        }
        return nil
    }

    /// The length of the sequence that starts with the byte of 0x80 or more at a place.
    private static func sequenceLength(in text: UnsafeBufferPointer<UInt8>, at place: Int) -> Int? {
        let length: Int
        let second: ClosedRange<UInt8>
        switch text[place] {
        case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: return nil
        }
        guard text.count - place >= length, second.contains(text[place + 1]) else { return nil }
        for index in place + 2..<place + length where text[index] & 0xC0 != 0x80 { return nil }
        return length
    }
}
