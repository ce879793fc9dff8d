extension GridLine {
    /// Lends the value of a cell, which is what data surfaces such as JSON write.
    ///
    /// - Parameters:
    ///   - cell: A cell that the line has now.
    ///   - body: Takes the value as valid UTF-8.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws.
    @inlinable @inline(__always)
    public func withValue<Result, Failure: Error>(
        of cell: GridCell, _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try bytes.withBytes { (utf8) throws(Failure) -> Result in
            precondition(cell.valueEnd <= utf8.count, "The cell is not one of this line, or no longer.")
            return try body(UnsafeBufferPointer(rebasing: utf8[cell.value]))
        }
    }

    /// Lends the text of a cell that people are shown.
    ///
    /// - Parameters:
    ///   - cell: A cell that the line has now.
    ///   - body: Takes the text as valid UTF-8.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws.
    @inlinable @inline(__always)
    public func withShown<Result, Failure: Error>(
        of cell: GridCell, _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try bytes.withBytes { (utf8) throws(Failure) -> Result in
            precondition(cell.shownEnd <= utf8.count, "The cell is not one of this line, or no longer.")
            return try body(UnsafeBufferPointer(rebasing: utf8[cell.shown]))
        }
    }

    /// Returns the value of a cell.
    ///
    /// - Parameter index: The cell's number, from 0.
    /// - Returns: The value as text, empty for a cell that was not written.
    public func value(at index: Int) -> String {
        guard cells.indices.contains(index) else { return "" }
        return withValue(of: cells[index]) { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the text of a cell that people are shown.
    ///
    /// - Parameter index: The cell's number, from 0.
    /// - Returns: The text, empty for a cell that was not written.
    public func shown(at index: Int) -> String {
        guard cells.indices.contains(index) else { return "" }
        return withShown(of: cells[index]) { String(decoding: $0, as: UTF8.self) }
    }
}

extension Row {
    /// Fills a line of cells with the row.
    ///
    /// - Parameters:
    ///   - line: The line; what it held before is removed.
    ///   - section: The state of the section, which a head or foot may show.
    /// - Returns: Whether the line was filled; `false` when the row's item is no ``GridLineItem``.
    @discardableResult
    public func fill(line: inout GridLine, in section: SectionState = SectionState()) -> Bool {
        line.removeAll()
        return fill(&line, in: section)
    }
}

extension Rows {
    /// Fills one line of cells with each row in turn, which is how a portable surface reads many rows.
    ///
    /// - Parameters:
    ///   - line: The line to use again for each row; within `body`, use the line that it is given.
    ///   - section: The state of the section that the rows belong to, for items that show it.
    ///   - body: Takes the filled line and the row's number. What it throws ends the loop.
    /// - Throws: ``TableError`` with the code ``TableError/Code/itemNotShown`` for a row whose item is no
    ///   ``GridLineItem``, or what `body` throws.
    /// - Complexity: O(rows).
    public func fillLines(
        _ line: inout GridLine, in section: SectionState = SectionState(),
        _ body: (borrowing GridLine, Int) throws -> Void
    ) throws {
        try fillLines(from: 0, &line, in: section, body)
    }

    /// Fills one line of cells with each row from one on.
    package func fillLines(
        from first: Int, _ line: inout GridLine, in section: SectionState,
        _ body: (borrowing GridLine, Int) throws -> Void
    ) throws {
        var start = 0
        for slice in slices {
            guard let kind = slice.run.kind as? ViewKind<GridLine> else {
                throw TableError.itemNotShown(
                    slice.run.item, place: "row \(start)", surface: "a surface of cells", position: nil)
            }
            for offset in Swift.min(Swift.max(0, first - start), slice.count)..<slice.count {
                line.removeAll()
                kind.fill(slice.run, slice.start + offset, &line, section)
                try body(line, start + offset)
            }
            start += slice.count
        }
    }
}
