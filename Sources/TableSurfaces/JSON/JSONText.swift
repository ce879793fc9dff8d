import TableAgent

extension GridOutput {
    /// Writes the cells of a line as an object. A row shorter than the columns is padded with `null`; a head
    /// or foot has only the cells with a value.
    @inline(__always)
    mutating func writeJSONObject(_ part: TablePart, _ line: borrowing GridLine, keys: inout JSONKeys) {
        append(UInt8(ascii: "{"))
        var isFirst = true
        for index in 0..<(part == .row ? max(keys.columnCount, line.cells.count) : line.cells.count) {
            if index < line.cells.count, !line.cells[index].hasValue,
                part != .row || line.cells[index].kind == .missing
            {
                continue
            }
            if !isFirst { append(literal: ", ") }
            isFirst = false
            keys.write(index, to: &self)
            writeJSONValue(of: line, at: index)
        }
        append(UInt8(ascii: "}"))
    }

    /// Writes the cells of a line as an array.
    mutating func writeJSONArray(_ line: borrowing GridLine) {
        append(UInt8(ascii: "["))
        for index in line.cells.indices {
            if index > 0 { append(literal: ", ") }
            writeJSONValue(of: line, at: index)
        }
        append(UInt8(ascii: "]"))
    }

    /// Writes an id: integers and Booleans as JSON values, any other id as a string.
    mutating func writeJSON(_ id: AnyID) {
        switch id.base {
        case let number as any FixedWidthInteger: write(String(describing: number))
        case let flag as Bool: write(flag ? "true" : "false")
        default: writeJSONString(id.description)
        }
    }

    private mutating func writeJSONValue(of line: borrowing GridLine, at index: Int) {
        guard index < line.cells.count else { return append(literal: "null") }
        let cell = line.cells[index]
        line.withValue(of: cell) { value in
            switch cell.kind {
            case .text, .date: writeJSONString(value)
            case .integer, .boolean, .json, .series: append(value)
            case .decimal where value.isFiniteNumber: writeJSONNumber(value)
            case .decimal, .empty, .missing: append(literal: "null")
            }
        }
    }

    /// Writes a number with a digit before its decimal point, and without a trailing decimal point.
    @inline(__always)
    private mutating func writeJSONNumber(_ number: UnsafeBufferPointer<UInt8>) {
        let point = UInt8(ascii: ".")
        let sign = number[0] == UInt8(ascii: "-") ? 1 : 0
        if number[sign] == point {
            append(literal: sign == 0 ? "0" : "-0")
            append(UnsafeBufferPointer(rebasing: number[sign...]))
        } else {
            append(
                number[number.count - 1] == point ? UnsafeBufferPointer(rebasing: number.dropLast()) : number)
        }
    }

    /// Writes text as a JSON string in quotes (RFC 8259, section 7), for a format of your own.
    ///
    /// Quotes, backslashes, and control characters are escaped. All other characters are written as they are.
    public mutating func writeJSONString(_ text: String) {
        var text = text
        text.withUTF8 { writeJSONString($0) }
    }

    /// Writes UTF-8 text as a JSON string (RFC 8259, section 7).
    mutating func writeJSONString(_ utf8: UnsafeBufferPointer<UInt8>) {
        append(literal: "\"")
        write(utf8, where: Self.mayNeedJSONEscape) { scalar, _ in
            switch scalar {
            case 0x22: "\\\""
            case 0x5C: "\\\\"
            case 8: "\\b"
            case 9: "\\t"
            case 10: "\\n"
            case 12: "\\f"
            case 13: "\\r"
            default: (scalar < 16 ? "\\u000" : "\\u00") + String(scalar, radix: 16)
            }
        }
        append(literal: "\"")
    }

    private static func mayNeedJSONEscape(_ word: ByteWord) -> UInt64 {
        word.isASCII(in: 0...0x1F) | word.isEqual(to: UInt8(ascii: "\""))
            | word.isEqual(to: UInt8(ascii: "\\"))
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether the value of a decimal cell is a finite number. A non-finite value is a word, which ends in a
    /// letter.
    var isFiniteNumber: Bool { last.map { $0 < 0x3A } ?? false }
}

/// The keys of a table's columns, unique and already encoded.
struct JSONKeys {
    /// The key of each column in quotes, followed by a colon and a space.
    ///
    /// All keys share one array, so that writing a key retains nothing.
    private var text: [UInt8] = []
    /// The end of each key in the text.
    private var ends: [Int] = []
    /// For each name in use, the next number to append to the name if another column has the same name.
    ///
    /// Names are bytes: Swift strings that differ only in normalization are equal, but are different keys.
    private var numbers: [[UInt8]: Int]
    let columnCount: Int

    init(_ columns: [GridColumn]) {
        columnCount = columns.count
        let keys = columns.map(\.key)
        numbers = Dictionary(keys.map { (Array($0.utf8), 2) }) { number, _ in number }
        // An empty key counts as used, so it is always replaced.
        var used: Set<[UInt8]> = [[]]
        for (index, key) in keys.enumerated() {
            let isNew = used.insert(Array(key.utf8)).inserted
            append(isNew ? key : unused(key.isEmpty ? "column_\(index + 1)" : key))
        }
    }

    /// Writes the key of a column. Columns beyond those of the table are named by position.
    @inline(__always)
    mutating func write(_ index: Int, to output: inout GridOutput) {
        while ends.count <= index { append(unused("column_\(ends.count + 1)")) }
        let range = (index > 0 ? ends[index &- 1] : 0)..<ends[index]
        text.withUnsafeBufferPointer { output.append(UnsafeBufferPointer(rebasing: $0[range])) }
    }

    private mutating func unused(_ name: String) -> String {
        let bytes = Array(name.utf8)
        guard var number = numbers.updateValue(2, forKey: bytes) else { return name }
        while numbers[bytes + "_\(number)".utf8] != nil { number += 1 }
        numbers[bytes] = number + 1
        numbers[bytes + "_\(number)".utf8] = 2
        return "\(name)_\(number)"
    }

    private mutating func append(_ key: String) {
        text += GridOutput.bytes { $0.writeJSONString(key) } + ": ".utf8
        ends.append(text.count)
    }
}
