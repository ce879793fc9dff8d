public import TableAgent

extension GridStream {
    /// Begins a section, and ends the one before without a foot if it is still open.
    ///
    /// - Parameters:
    ///   - id: The section's id. A stream can't see that an id comes twice.
    ///   - head: The section's head. As it is written before the rows, it is told of none.
    /// - Throws: For a head whose item is no `GridLineItem`, and as ``append(_:as:)``.
    public func beginSection(id: some Hashable & Sendable, head: Head? = nil) throws {
        if sectionRowCount != nil { try endSection() }
        try attempt {
            if writer == nil {
                sample.beginSection(AnyID(id))
            } else {
                try writer?.beginSection(AnyID(id), &output)
            }
        }
        sectionRowCount = 0
        if let head { try write(.head, head.row) }
    }

    /// Ends the section that was begun last.
    ///
    /// - Parameter foot: The section's foot, such as a total; it is told how many rows there were.
    /// - Throws: For a foot whose item is no `GridLineItem`, for a foot without a section, and as
    ///   ``append(_:as:)``.
    public func endSection(foot: Foot? = nil) throws {
        if sectionRowCount == nil, foot != nil { try beginSection(id: Self.standardSection) }
        guard sectionRowCount != nil else { return }
        if let foot { try write(.foot, foot.row) }
        try attempt {
            if writer == nil {
                sample.endSection()
            } else {
                try writer?.endSection(&output)
            }
        }
        sectionRowCount = nil
    }

    private func write(_ part: GridPart, _ entry: Row) throws {
        let state = SectionState(rowCount: sectionRowCount ?? 0)
        try attempt {
            guard entry.fill(line: &line, in: state) else {
                throw TableError.itemNotShown(entry.item, part, surface: format.name)
            }
        }
        try write(part, of: entry.item)
    }
}
