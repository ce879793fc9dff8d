/// The rows of a section that meet a query, in its order.
struct RowOrder: Sendable {
    /// The indices of the rows in the section; `nil` for all rows in the order of the table.
    var rows: [UInt32]?

    /// Whether the head of the section contains each word of the search, so that its rows need not; empty without a head.
    var found: [Bool] = []
}

/// Filters and sorts a table in steps, so that a surface can answer a person between two of them.
struct QueryWork {
    /// The query, with the kinds of columns as far as they are known.
    private(set) var plan: QueryPlan

    /// The kinds of the typed columns.
    private(set) var kinds: [ColumnKind?]

    /// Whether a column of texts has other values, too. Without its texts, it would have another kind.
    private(set) var isMixed = false

    /// The orders of the sections that are finished.
    private(set) var orders: [RowOrder] = []

    private let sections: [TableSection]
    private var nextRow = 0
    private var order = RowOrder()
    private var rows: [UInt32] = []
    private var keys = SortKeys()
    private var sorter: RowSorter?
    private var line: GridLine
    private var scratch = QueryPlan.Scratch()
    private var readCount = 0
    private let rowCount: Int

    /// Creates the work of a query.
    ///
    /// - Parameter kinds: The kinds of the typed columns, if they are already known.
    init(_ plan: QueryPlan, of sections: [TableSection], kinds: [ColumnKind?]? = nil) {
        self.plan = plan
        self.sections = sections
        line = plan.line
        self.kinds = kinds ?? plan.typedColumns.map { _ in nil }
        rowCount = max(sections.reduce(0) { $0 + $1.rows.count }, 1)
        self.plan.setKinds(self.kinds)
    }

    /// The share of the rows that were read, from 0 to 1.
    var progress: Double { min(Double(readCount) / Double(rowCount), 1) }

    /// Works until a deadline, and returns whether all sections are finished.
    ///
    /// - Throws: ``TableError`` with the code ``TableError/Code/itemNotShown`` for a row whose item fills no cells.
    mutating func run(until deadline: ContinuousClock.Instant? = nil) throws(TableError) -> Bool {
        while orders.count < sections.count {
            let section = sections[orders.count]
            if var sorter {
                self.sorter = nil
                let isFinished = sorter.run(until: deadline, &line) { row, line in
                    _ = section.rows[Int(row)].fill(&line, in: section.state)
                }
                guard isFinished else {
                    self.sorter = sorter
                    return false
                }
                order.rows = sorter.sorted
                finishSection()
            } else if try read(section, until: deadline) {
                if !plan.sorts.isEmpty {
                    sorter = RowSorter(rows, by: plan.sorts, keys)
                    rows = []
                    keys = SortKeys()
                } else {
                    order.rows = rows.count == section.rows.count ? nil : rows
                    finishSection()
                }
            } else if let deadline, ContinuousClock.now >= deadline {
                return false
            }
            // Of many short sections, a few are read at once.
            if orders.count & 15 == 0, let deadline, ContinuousClock.now >= deadline { break }
        }
        return orders.count == sections.count
    }

    private mutating func finishSection() {
        orders.append(order)
        order = RowOrder()
        rows = []
        keys = SortKeys()
        nextRow = 0
    }

    /// Reads rows until a deadline, and returns whether all rows of the section are read.
    private mutating func read(_ section: TableSection, until deadline: ContinuousClock.Instant?)
        throws(TableError) -> Bool
    {
        struct Stop: Error {}
        if nextRow == 0 {
            order.found = plan.wordsFound(inHeadOf: section, &line, using: &scratch)
            if plan.typedColumns.isEmpty, !plan.hidesRows {
                rows = Array(0..<UInt32(section.rows.count))
                return true
            }
            if !plan.hidesRows {
                rows.reserveCapacity(section.rows.count)
                keys.reserveCapacity(plan.sorts.isEmpty ? 0 : section.rows.count)
            }
        }
        // A row with a value of another kind is read again, after the plan knows the kind.
        var found: (index: Int, kind: ColumnKind)?
        do {
            // Separate variables, so that the closure copies no property of this value for a row.
            var line = GridLine()
            swap(&line, &self.line)
            let plan = plan
            let kinds = kinds
            var scratch = QueryPlan.Scratch()
            swap(&scratch, &self.scratch)
            defer {
                swap(&line, &self.line)
                swap(&scratch, &self.scratch)
            }
            try section.rows.fillLines(from: nextRow, &line, in: section.state) { line, row in
                for (index, column) in plan.typedColumns.enumerated() {
                    let kind = line.columnKind(of: line.cell(inColumn: column))
                    guard let kind, kind != kinds[index] else { continue }
                    guard kinds[index] == .text else {
                        found = (index, kind)
                        throw Stop()
                    }
                    isMixed = true
                }
                nextRow = row + 1
                readCount += 1
                if plan.matches(line, found: order.found, using: &scratch) {
                    rows.append(UInt32(row))
                    if let sort = plan.sorts.first { keys.append(line, sort) }
                }
                if row & 255 == 255, let deadline, ContinuousClock.now >= deadline { throw Stop() }
            }
        } catch let error as TableError {
            throw error
        } catch {
            guard let found else { return false }
            if kinds[found.index] == nil {
                self.kinds[found.index] = found.kind
                self.plan.setKinds(self.kinds)
            } else {
                // A column with several kinds is one of texts, also in the rows before.
                self.kinds[found.index] = .text
                self = QueryWork(self.plan, of: sections, kinds: self.kinds)
            }
            return false
        }
        return true
    }
}
