package import TableAgent

extension GridColumn.Alignment {
    /// The decimal point of the alignment, or `nil` if cells are not aligned by a decimal point.
    package var point: DecimalPoint? {
        switch self {
        case .decimal: .point
        case .decimalComma: .comma
        case .automatic, .left, .center, .right: nil
        }
    }
}

/// The character between the integer part and the fraction of numbers in a column.
///
/// See `GridColumn.Alignment` for how a number and its decimal point are found in a text.
package struct DecimalPoint: Hashable, Sendable {
    /// `.` or `,` in ASCII. The other character groups digits.
    private let byte: UInt8

    static let point = DecimalPoint(byte: 0x2E)
    static let comma = DecimalPoint(byte: 0x2C)

    /// Returns the length of the number's fraction, including the decimal point: 0 without a decimal point,
    /// and `nil` without a digit.
    package func fractionLength(of line: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let offset = offset(in: line) else { return nil }
        guard offset < line.count, line[offset] == byte else { return 0 }
        return 1 + line[(offset + 1)...].prefix { $0 &- 0x30 < 10 }.count
    }

    /// Returns the offset at which the decimal point of the line's first number is or would be.
    func offset(in line: UnsafeBufferPointer<UInt8>) -> Int? {
        func isDigit(_ offset: Int) -> Bool { offset < line.count && line[offset] &- 0x30 < 10 }
        // A fast path for plain numbers, which are the most frequent.
        let sign = line.first == 0x2D ? 1 : 0
        var offset = sign
        while isDigit(offset) { offset &+= 1 }
        if offset > sign, offset == line.count || line[offset] == byte { return offset }

        offset = line.firstOffset { $0.isASCII(in: 0x30...0x39) }
        guard offset < line.count else { return nil }
        if offset > 0, line[offset - 1] == byte { return offset - 1 }
        while true {
            while isDigit(offset) { offset += 1 }
            guard offset < line.count, line[offset] != byte else { return offset }
            let count = groupingCount(line, offset)
            guard count > 0, isDigit(offset + count) else { return offset }
            offset += count
        }
    }

    /// The characters between groups of digits. The last four are the no-break space, the thin space, the
    /// narrow no-break space, and the right single quotation mark.
    private static let groupings = [
        ".", ",", "'", "_", " ", "\u{A0}", "\u{2009}", "\u{202F}", "\u{2019}",
    ]

    /// Returns the number of bytes of a grouping character at an offset, or 0 for any other character.
    private func groupingCount(_ line: UnsafeBufferPointer<UInt8>, _ offset: Int) -> Int {
        Self.groupings.first { line[offset...].starts(with: $0.utf8) }?.utf8.count ?? 0
    }
}
