import TableAgent

extension TextLayout.Column {
    /// The blanks on either side of a line that fits the column.
    ///
    /// - Parameters:
    ///   - lineWidth: The columns that the line takes.
    ///   - line: The line; none for one that does not stand by its point.
    ///   - policy: How wide the terminal draws text.
    @inline(__always)
    func blanks(
        besideWidth lineWidth: Int, of line: UnsafeBufferPointer<UInt8>, _ policy: TextWidthPolicy
    ) -> (before: Int, after: Int) {
        let blanks = width &- lineWidth
        switch alignment {
        case .right: return (blanks, 0)
        case .center: return (blanks / 2, blanks - blanks / 2)
        case .left, .automatic: return (0, blanks)
        case .decimal, .decimalComma:
            let after = min(blanks, blanksBehindPoint(of: line, width: lineWidth, policy))
            return (blanks - after, after)
        }
    }

    /// The columns that the widest fraction takes more than that of a line.
    @inline(never)
    private func blanksBehindPoint(
        of line: UnsafeBufferPointer<UInt8>, width: Int, _ policy: TextWidthPolicy
    ) -> Int {
        guard let tail = alignment.point?.tail(of: line, width: width, policy) else { return 0 }
        return max(0, self.tail - tail)
    }
}
