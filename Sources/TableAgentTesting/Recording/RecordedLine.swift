import TableAgent

/// A head, row or foot that is on show, as the sender of its events.
enum RecordedLine {
    case row(RowSource)
    case entry(EntrySource)

    /// What tells a line from others; lines with the same id follow each other in their order.
    struct Key: Hashable {
        let section: AnyID
        let row: AnyID?
        let kind: HeadFootKind?
    }

    var key: Key {
        switch self {
        case .row(let source): Key(section: source.sectionID, row: source.rowID, kind: nil)
        case .entry(let source): Key(section: source.sectionID, row: nil, kind: source.kind)
        }
    }

    func post(_ name: EventName<Void>) {
        switch self {
        case .row(let source): source.post(name)
        case .entry(let source): source.post(name)
        }
    }
}

extension Section {
    /// How many lines the section takes: its head, the rows on show and its foot.
    var lineCount: Int { (head == nil ? 0 : 1) + visibleRows.count + (foot == nil ? 0 : 1) }

    /// The number of a row's line, from the section's first.
    func line(ofRow row: Int) -> Int { (head == nil ? 0 : 1) + row }

    /// What is in some of the section's lines.
    ///
    /// - Parameters:
    ///   - lines: The numbers of the lines, from the section's first.
    ///   - number: The section's number.
    func lines(_ lines: Range<Int>, ofSection number: Int, on panel: any Panel) throws -> [RecordedLine] {
        let first = line(ofRow: 0)
        return try lines.map { line in
            if line < first { return .entry(try panel.source(of: .head, ofSection: number)) }
            guard line - first < visibleRows.count else {
                return .entry(try panel.source(of: .foot, ofSection: number))
            }
            return .row(try panel.source(at: RowPosition(section: number, row: line - first)))
        }
    }
}
