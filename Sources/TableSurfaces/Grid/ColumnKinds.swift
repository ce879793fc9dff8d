import TableAgent

/// The kinds of the cells in one column of the rows, which determine an automatic alignment.
struct ColumnKinds {
    /// One bit for each kind, by its raw value.
    private var bits: UInt8

    init(bits: UInt8 = 0) {
        self.bits = bits
    }

    @inline(__always)
    mutating func insert(_ kind: GridCell.Kind) {
        bits |= 1 << kind.rawValue
    }

    /// Whether rows have values that should not be broken, and no other values.
    var isUnbreakable: Bool { holdsOnly([.integer, .decimal, .boolean, .date]) }

    /// Returns the alignment of a column. An automatic alignment is right if rows have numbers and no other
    /// values.
    func alignment(in column: GridColumn) -> GridColumn.Alignment {
        switch column.alignment {
        case .automatic: holdsOnly([.integer, .decimal]) ? .right : .left
        case let alignment: alignment
        }
    }

    private func holdsOnly(_ allowed: [GridCell.Kind]) -> Bool {
        let values = bits & ~(1 << GridCell.Kind.empty.rawValue | 1 << GridCell.Kind.missing.rawValue)
        return values != 0 && allowed.reduce(values) { $0 & ~(1 << $1.rawValue) } == 0
    }
}

/// The alignments of all columns of a table, as determined by its lines.
struct ColumnAlignments {
    private let columns: [GridColumn]
    /// The kinds of the given columns, and of further columns if a line has more cells.
    private var kinds: [ColumnKinds]

    init(_ columns: [GridColumn]) {
        self.columns = columns
        kinds = columns.map { _ in ColumnKinds() }
    }

    mutating func add(_ part: GridPart, _ line: borrowing GridLine) {
        while kinds.count < line.cells.count { kinds.append(ColumnKinds()) }
        guard part == .row else { return }
        let cells = line.cells
        kinds.withUnsafeMutableBufferPointer { kinds in
            for (index, cell) in cells.enumerated() { kinds[index].insert(cell.kind) }
        }
    }

    /// The alignment of each column.
    var alignments: [GridColumn.Alignment] {
        kinds.enumerated().map { index, kinds in
            kinds.alignment(in: index < columns.count ? columns[index] : GridColumn(""))
        }
    }
}
