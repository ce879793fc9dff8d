/// A table as a query shows it: the rows that meet the query, in its order, at 4 bytes for each of them.
///
/// A new table is shown from the one before. If few rows differ, only these are read.
package final class QueriedTable {
    /// The query.
    let query: TableQuery

    /// The table without the query.
    package let whole: TableInfo

    /// The table with the query.
    package let visible: TableInfo

    /// The numbers of rows that the query found.
    package let result: QueryResult

    private let plan: QueryPlan

    /// The kinds of the typed columns of the plan.
    private let kinds: [ColumnKind?]

    /// Whether a column of texts has other values, too, so that it has another kind without its texts.
    private let isMixed: Bool

    private let sections: [QueriedSection]

    /// The name of a column that had numbers, dates, or Booleans when a person compared them, and that has texts now. So no row
    /// meets the condition.
    package var outdatedColumn: String? { plan.outdatedColumn(in: kinds) }

    /// Whether a business has answered the query itself, so that the rows are shown as they are.
    let isAnswered: Bool

    private init(
        _ query: TableQuery, of whole: TableInfo, _ plan: QueryPlan, _ kinds: [ColumnKind?],
        isMixed: Bool, _ sections: [QueriedSection]
    ) {
        self.query = query
        self.whole = whole
        self.plan = plan
        self.kinds = kinds
        self.isMixed = isMixed
        self.sections = sections
        isAnswered = false
        let page = QueriedPage(of: whole, sections.compactMap(\.shown), query)
        visible = page.table
        result = page.result
    }

    /// Shows the answer of a business.
    private init(_ query: TableQuery, of whole: TableInfo, _ answer: QueryAnswer) {
        self.query = query
        self.whole = whole
        result = answer.result(for: whole)
        plan = QueryPlan(query, columns: whole.columns)
        kinds = []
        isMixed = false
        sections = []
        isAnswered = true
        var table = whole
        table.answer = nil
        if let columns = query.columns { table.columns = whole.columns.selected(columns) }
        visible = table
    }

    /// Shows a table by a query.
    ///
    /// - Parameters:
    ///   - query: The query.
    ///   - whole: The table without the query.
    ///   - old: The table that was shown before, by any query; `nil` if it was shown without one.
    ///   - isStrict: Whether an unknown column is an error, and a value of another kind than its column's.
    ///   - limit: The number of rows above which all rows are read.
    /// - Returns: The table, and the changes of visible sections of which few rows were read.
    /// - Throws: ``TableError`` with the code ``TableError/Code/invalidQuery``, or for a row whose item fills no cells.
    static func show(
        _ query: TableQuery, of whole: TableInfo, after old: QueriedTable?, isStrict: Bool, limit: Int
    ) throws(TableError) -> (table: QueriedTable, known: [Int: KnownRows]) {
        if let answer = whole.queryAnswer {
            try answer.check(query)
            if isStrict { try QueryPlan(query, columns: whole.columns).checkColumns() }
            return (QueriedTable(query, of: whole, answer), [:])
        }
        let old = old?.isAnswered == true ? nil : old
        // A person who asks again is answered by the kinds that the columns have now.
        let followed = old.flatMap { isStrict && !$0.plan.isAsked(of: $0.kinds) ? nil : $0 }
        if let followed, followed.query.hasSameRows(as: query), followed.whole.columns == whole.columns,
            let shown = try followed.following(query, of: whole, limit: limit)
        {
            return shown
        }
        let asked = isStrict || old?.query != query ? nil : old?.plan
        return (try evaluate(query, asked: asked, of: whole, isStrict: isStrict), [:])
    }

    /// Reads all rows of a table.
    ///
    /// - Parameter asked: The plan of the same query for the table before; `nil` for a query that a person asks now.
    private static func evaluate(
        _ query: TableQuery, asked: QueryPlan?, of whole: TableInfo, isStrict: Bool
    ) throws(TableError) -> QueriedTable {
        let plan = asked?.asked(of: whole.columns) ?? QueryPlan(query, columns: whole.columns)
        if isStrict { try plan.checkColumns() }
        var work = QueryWork(plan, of: whole.content)
        _ = try work.run()
        if isStrict { try work.plan.checkValues(work.kinds) }
        return QueriedTable(query, of: whole, work, isAsked: asked == nil)
    }

    private convenience init(
        _ query: TableQuery, of whole: TableInfo, _ work: borrowing QueryWork, isAsked: Bool
    ) {
        var plan = work.plan
        let sections = zip(whole.content, work.orders).map { QueriedSection($0, $1, plan) }
        if isAsked { plan.setAskedKinds(work.kinds) }
        self.init(query, of: whole, plan, work.kinds, isMixed: work.isMixed, sections)
    }

    /// Shows a table by a query in slices of time, for a surface that answers a person between two of them.
    package struct Work {
        /// The table without the query.
        package let whole: TableInfo

        private var work: QueryWork
        private let isStrict: Bool
        private let isAsked: Bool

        /// Creates the work of showing a table.
        ///
        /// - Parameters:
        ///   - plan: The plan of the query.
        ///   - whole: The table without the query.
        ///   - isStrict: Whether a value of another kind than its column's is an error, rather than a condition that no row meets.
        ///   - old: The table that was shown before. Filters that it has, too, keep their meaning, whatever values come.
        package init(
            _ plan: QueryPlan, of whole: TableInfo, isStrict: Bool = false, after old: QueriedTable? = nil
        ) {
            self.whole = whole
            self.isStrict = isStrict
            isAsked = old?.query.filters != plan.query.filters
            let kept = plan.query.filters.filter { old?.query.filters.contains($0) == true }
            let columns = isAsked ? Set(kept.flatMap(\.conditions).map(\.column)) : nil
            work = QueryWork(
                old.map { plan.asked(like: $0.plan, inColumns: columns) } ?? plan, of: whole.content)
        }

        /// The share of the rows that were read, from 0 to 1.
        package var progress: Double { work.progress }

        /// Works until a deadline, and returns the table, or `nil` if there is more to do.
        ///
        /// - Throws: ``TableError`` for a row whose item fills no cells, or for a value if the work is strict.
        package mutating func run(
            until deadline: ContinuousClock.Instant? = nil
        ) throws(TableError) -> QueriedTable? {
            guard try work.run(until: deadline) else { return nil }
            if isStrict { try work.plan.checkValues(work.kinds) }
            return QueriedTable(work.plan.query, of: whole, work, isAsked: isAsked)
        }
    }

    /// Returns a new table by the same query; `nil` if many rows differ, so that all of them must be read.
    ///
    /// - Parameter limit: The number of rows that are read at most, but for O(log rows) rows for each of them.
    package func following(_ new: TableInfo, limit: Int) throws(TableError) -> QueriedTable? {
        try following(query, of: new, limit: limit, readLimit: limit)?.table
    }

    /// Returns a section as the query shows it; `nil` if the query omits the section.
    package func section(_ index: Int) -> TableSection? { sections[index].shown }

    /// Returns the indices of the rows of a section that the query shows on all pages; `nil` for all rows in their order.
    package func rows(ofSection index: Int) -> [UInt32]? { sections[index].order.rows }

    /// The query, to show a table by it off the actor of the panel.
    struct Request: Sendable {
        fileprivate let query: TableQuery
        fileprivate let plan: QueryPlan

        /// Shows a table by the query, and reads all its rows; `nil` for a table that is an answer.
        func show(_ whole: TableInfo) throws(TableError) -> QueriedTable? {
            whole.queryAnswer == nil ? try evaluate(query, asked: plan, of: whole, isStrict: false) : nil
        }
    }

    /// The query; `nil` if a business answers it.
    var request: Request? { isAnswered ? nil : Request(query: query, plan: plan) }

    /// Shows a new table by the same query, apart from its page; `nil` if all rows must be read.
    private func following(
        _ query: TableQuery, of new: TableInfo, limit: Int, readLimit: Int = .max
    ) throws(TableError) -> (table: QueriedTable, known: [Int: KnownRows])? {
        var sections: [QueriedSection] = []
        sections.reserveCapacity(new.content.count)
        var rest = readLimit
        var known: [Int: KnownRows] = [:]
        var visibleCount = 0
        let sources = SectionSources(from: whole.content, to: new.content)
        for (index, section) in new.content.enumerated() {
            defer { visibleCount += sections.last?.shown == nil ? 0 : 1 }
            let source = sources[index]
            if let source, section.isCopy(of: whole.content[source]) {
                sections.append(self.sections[source])
                continue
            }
            if isMixed { return nil }
            if let source, let rows = FollowedRows(from: whole.content[source], to: section, limit: limit),
                rows.areFew
            {
                var follower = OrderFollower(rows, section, plan, kinds)
                if try follower.follow(self.sections[source].order) {
                    sections.append(QueriedSection(section, follower.order, plan))
                    if let edit = follower.orderEdit, let old = self.sections[source].shown,
                        let new = sections[index].shown
                    {
                        known[visibleCount] = edit.known(from: old, to: new)
                    }
                    continue
                }
            }
            guard section.rows.count <= rest else { return nil }
            rest -= section.rows.count
            var work = QueryWork(plan, of: [section], kinds: kinds)
            _ = try work.run()
            guard work.kinds == kinds, !work.isMixed else { return nil }
            sections.append(QueriedSection(section, work.orders[0], plan))
        }
        if isMixed, new.content.count < whole.content.count { return nil }
        return (QueriedTable(query, of: new, plan, kinds, isMixed: isMixed, sections), known)
    }
}

extension TableQuery {
    /// Whether another query shows the same rows in the same order, apart from the page.
    func hasSameRows(as other: TableQuery) -> Bool {
        filters == other.filters && sorts == other.sorts && search == other.search
            && (words.isEmpty || columns == other.columns)
    }
}

/// The section of an old table with the id of each section of a new one.
private struct SectionSources {
    /// `nil` if each section is at the same index.
    private var indices: [Int?]?

    init(from old: [TableSection], to new: [TableSection]) {
        let isSame =
            old.count == new.count
            && old.indices.allSatisfy { new[$0].isCopy(of: old[$0]) || new[$0].hasSameID(as: old[$0]) }
        if isSame { return }
        var positions: [AnyID: [Int]] = [:]
        for (index, section) in old.enumerated().reversed() {
            positions[section.id, default: []].append(index)
        }
        indices = new.map { positions[$0.id]?.popLast() }
    }

    subscript(_ index: Int) -> Int? {
        if let indices { indices[index] } else { index }
    }
}

// MARK: Sections

/// A section as a query shows it.
struct QueriedSection {
    /// The rows that the query shows on all pages.
    let order: RowOrder

    /// The section with these rows; `nil` if the query omits the empty section.
    let shown: TableSection?

    init(_ whole: TableSection, _ order: RowOrder, _ plan: QueryPlan) {
        self.order = order
        guard let rows = order.rows else {
            shown = plan.hidesRows && whole.rows.isEmpty ? nil : whole
            return
        }
        guard !rows.isEmpty || !plan.hidesRows else {
            shown = nil
            return
        }
        var section = TableSection(id: whole.id, rows: whole.rows.ordered(rows), empty: whole.emptyText)
        section.collapse = whole.collapse
        section.collapseAfterFailure = whole.collapseAfterFailure
        let hidesRows = rows.count < whole.rows.count
        let (head, foot) = whole.parts
        // Parts that are computed would be those of other rows, and a given foot would lie.
        section.parts = hidesRows ? (head?.withoutComputedRow, foot?.computedAnew) : (head, foot)
        shown = section
    }
}

extension SectionPart {
    /// The part for other rows; `nil` for one that is not computed.
    var computedAnew: SectionPart? { isComputed ? withoutComputedRow : nil }

    /// The part of a page, which is computed from the rows of all pages.
    fileprivate func computed(from rows: Rows) -> SectionPart {
        guard case .computed(let row, let item, let make) = self else { return self }
        return .computed(row, item) { _ in make(rows) }
    }
}

// MARK: Pages

/// The page of a query.
private struct QueriedPage {
    private(set) var table: TableInfo
    private(set) var result: QueryResult

    /// Cuts the page out of the sections with the rows of all pages.
    init(of whole: TableInfo, _ sections: [TableSection], _ query: TableQuery) {
        let columns = query.columns.map { whole.columns.selected($0) } ?? whole.columns
        table = TableInfo(caption: whole.caption, columns: columns, sections: sections)
        table.emptyText = query.hidesRows && whole.rowCount > 0 ? nil : whole.emptyText
        let matchingCount = table.rowCount
        let rowCount = whole.rowCount
        table.footPart = matchingCount < rowCount ? whole.footPart?.computedAnew : whole.footPart
        let visibleCount = sections.reduce(0) { $0 + $1.visibleRowCount }
        result = QueryResult(
            matchingRowCount: matchingCount, rowCount: rowCount, page: 0..<visibleCount,
            pagedRowCount: visibleCount)
        guard let page = query.page else { return }
        let range = page.rows(of: visibleCount)
        result.page = range
        table.footPart = table.footPart?.computed(from: table.allRows)
        table.content = []
        var start = 0
        for section in sections {
            let rows = start..<start + section.visibleRowCount
            start = rows.upperBound
            let part = rows.clamped(to: range)
            if part == rows, !rows.isEmpty || range.isEmpty || range.contains(rows.lowerBound) {
                table.content.append(section)
            } else if !part.isEmpty {
                var cut = section
                let (head, foot) = section.parts
                cut.rows = section.rows.part(
                    part.lowerBound - rows.lowerBound..<part.upperBound - rows.lowerBound)
                cut.parts = (head?.computed(from: section.rows), foot?.computed(from: section.rows))
                table.content.append(cut)
            }
        }
    }
}

extension TableQuery.Page {
    /// Returns the rows of the page. A page beyond the end is the last one.
    fileprivate func rows(of count: Int) -> Range<Int> {
        let last = max(0, (count - 1) / size * size)
        let first =
            switch start {
            case .first, .after, .before: 0
            case .last: last
            case .offset(let offset): offset < count ? max(0, offset) : last
            }
        return first..<first + min(size, count - first)
    }
}
