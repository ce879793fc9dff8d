extension CellText {
    /// A line of a cell.
    package struct Line: Equatable {
        /// The range of the line in the bytes of the cell.
        package var range: Range<Int>
        /// The width of the line in columns.
        package var width: Int
    }

    /// The lines of a cell from the top to the bottom.
    ///
    /// A cell may have millions of short lines, so a line takes one byte or a few. They contain its length, whether a dropped
    /// space precedes it, and its width if this differs from the length.
    package struct Lines: Sequence {
        /// The number of lines.
        package private(set) var count = 0
        private var code: [UInt8] = []
        /// The end of the last line in the bytes of the cell.
        private var end = 0

        /// Whether there is no line, as before a text is set.
        package var isEmpty: Bool { count == 0 }

        mutating func removeAll() {
            code.removeAll(keepingCapacity: true)
            count = 0
            end = 0
        }

        /// Adds a line at the end of the last line, or after a dropped space.
        mutating func append(_ line: Line) {
            let dropped = line.range.lowerBound - end
            precondition(0...1 ~= dropped, "A line begins \(dropped) bytes after the last line.")
            let hasWidth = line.width != line.range.count
            append(UInt(line.range.count) << 2 | (hasWidth ? 2 : 0) | UInt(dropped))
            if hasWidth { append(UInt(line.width)) }
            end = line.range.upperBound
            count += 1
        }

        /// Appends a number, seven bits a byte, the lowest bits first. The last byte has no high bit.
        private mutating func append(_ number: UInt) {
            var rest = number
            while rest >= 0x80 {
                code.append(UInt8(truncatingIfNeeded: rest) | 0x80)
                rest >>= 7
            }
            code.append(UInt8(rest))
        }

        package func makeIterator() -> Iterator { Iterator(code: code) }

        /// Reads one line after the other.
        package struct Iterator: IteratorProtocol {
            let code: [UInt8]
            private var offset = 0
            private var end = 0

            init(code: [UInt8]) {
                self.code = code
            }

            package mutating func next() -> Line? {
                guard offset < code.count else { return nil }
                let number = read()
                let start = end + Int(number & 1)
                end = start + Int(number >> 2)
                return Line(range: start..<end, width: number & 2 == 0 ? end - start : Int(read()))
            }

            private mutating func read() -> UInt {
                var (number, shift) = (UInt(0), UInt(0))
                while true {
                    let byte = code[offset]
                    offset += 1
                    number |= UInt(byte & 0x7F) << shift
                    if byte < 0x80 { return number }
                    shift += 7
                }
            }
        }
    }

    /// The first line of a text that was set.
    package var firstLine: Line {
        var lines = lines.makeIterator()
        guard let line = lines.next() else { preconditionFailure("The cell has no text.") }
        return line
    }
}
