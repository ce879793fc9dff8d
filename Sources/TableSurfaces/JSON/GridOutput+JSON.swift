import TableAgent

extension GridOutput {
    /// Writes a line of cells as an object; columns that the line does not reach are `null`.
    mutating func writeJSONRow(_ line: borrowing GridLine, keys: inout JSONKeys) {
        bytes.append(UInt8(ascii: "{"))
        for index in 0..<max(keys.columnCount, line.cells.count) {
            if index > 0 { bytes.append(literal: ", ") }
            bytes.append(keys[index])
            writeJSONValue(of: line, at: index)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    /// Writes the cells of a line that have a value as an object.
    mutating func writeJSONObject(_ line: borrowing GridLine, keys: inout JSONKeys) {
        bytes.append(UInt8(ascii: "{"))
        var isFirst = true
        for (index, cell) in line.cells.enumerated() where cell.kind != .empty {
            if !isFirst { bytes.append(literal: ", ") }
            isFirst = false
            bytes.append(keys[index])
            writeJSONValue(of: line, at: index)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    /// Writes the cells of a line as an array.
    mutating func writeJSONArray(_ line: borrowing GridLine) {
        bytes.append(UInt8(ascii: "["))
        for index in line.cells.indices {
            if index > 0 { bytes.append(literal: ", ") }
            writeJSONValue(of: line, at: index)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    /// Writes an id: whole numbers and truth values as such, anything else as a string.
    mutating func writeJSON(_ id: AnyID) {
        switch id.base {
        case let number as any FixedWidthInteger: write(String(describing: number))
        case let flag as Bool: write(flag ? "true" : "false")
        default:
            var text = id.description
            text.withUTF8 { bytes.appendJSONString($0) }
        }
    }

    private mutating func writeJSONValue(of line: borrowing GridLine, at index: Int) {
        guard index < line.cells.count else { return bytes.append(literal: "null") }
        let cell = line.cells[index]
        line.withValue(of: cell) { value in
            switch cell.kind {
            case .empty:
                bytes.append(literal: "null")
            case .text, .date:
                bytes.appendJSONString(value)
            case .integer, .boolean:
                bytes.append(value)
            case .decimal:
                if value.isFiniteNumber { bytes.append(value) } else { bytes.append(literal: "null") }
            }
        }
    }
}

extension OutputBuffer {
    /// Appends text as a JSON string (RFC 8259, section 7).
    mutating func appendJSONString(_ utf8: UnsafeBufferPointer<UInt8>) {
        append(UInt8(ascii: "\""))
        var rest = utf8
        while true {
            let end = rest.firstOffset {
                $0.isASCII(in: 0...0x1F) | $0.isEqual(to: UInt8(ascii: "\""))
                    | $0.isEqual(to: UInt8(ascii: "\\"))
            }
            append(UnsafeBufferPointer(rebasing: rest[..<end]))
            guard end < rest.count else { break }
            appendJSONEscaped(rest[end])
            rest = UnsafeBufferPointer(rebasing: rest[(end + 1)...])
        }
        append(UInt8(ascii: "\""))
    }

    private mutating func appendJSONEscaped(_ byte: UInt8) {
        let short: UInt8? =
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): byte
            case 8: UInt8(ascii: "b")
            case 9: UInt8(ascii: "t")
            case 10: UInt8(ascii: "n")
            case 12: UInt8(ascii: "f")
            case 13: UInt8(ascii: "r")
            default: nil
            }
        if let short {
            append(UInt8(ascii: "\\"))
            append(short)
        } else {
            append(literal: "\\u00")
            for digit in [byte >> 4, byte & 15] {
                append(digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10))
            }
        }
    }
}
