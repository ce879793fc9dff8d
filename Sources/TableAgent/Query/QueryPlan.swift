/// A query whose columns and values are found in a table: it tests and compares lines of cells.
package struct QueryPlan: Sendable {
    /// A column to sort by.
    struct Sort: Sendable {
        let column: Int
        let isDescending: Bool
        /// The kind of the column; `nil` without values.
        fileprivate(set) var kind: ColumnKind?
    }

    private indirect enum Test: Sendable {
        case nothing
        case not(Test)
        case any([Test])
        case cell(column: Int, CellTest)
    }

    private enum CellTest: Sendable {
        case isEmpty
        case contains(FoldedPattern, atStart: Bool)
        case isOneOf(Values)
        /// Whether the position of the cell beside a value is one of some numbers: -1 before it, 0 at it, 1 after it.
        case isAt(ClosedRange<Int>, Value)
        /// The texts of some values, as bytes.
        case texts(Set<[UInt8]>)
        /// A regular expression, as text, because a `Regex` belongs to one task.
        case matches(String)
    }

    /// A value to compare cells with.
    private enum Value: Sendable {
        /// A number, Boolean, or date with the bits of its keys, and with the number that tells rounded keys apart.
        case keys(Range<UInt64>, isRounded: Bool = false, ExactDecimal? = nil)
        /// A text, folded as in its sort key.
        case text([UInt8])
    }

    /// Values of which a cell has one, found in a time that does not depend on their number.
    private struct Values: Sendable {
        /// Numbers, Booleans, and instants by the bits of their keys.
        private(set) var places: [UInt64: [Value]] = [:]
        /// The days, months, and years, ascending and apart.
        private var periods: [Range<UInt64>] = []

        init(_ values: [Value]) {
            var ranges: [Range<UInt64>] = []
            for value in values {
                guard case .keys(let bits, _, _) = value else { continue }
                if bits.count == 1 {
                    places[bits.lowerBound, default: []].append(value)
                } else {
                    ranges.append(bits)
                }
            }
            for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
                if let last = periods.last, range.lowerBound <= last.upperBound {
                    periods[periods.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
                } else {
                    periods.append(range)
                }
            }
        }

        func hasPeriod(with bits: UInt64) -> Bool {
            let index = periods.partitionPoint { $0.upperBound > bits }
            return index < periods.count && periods[index].contains(bits)
        }
    }

    /// The query.
    let query: TableQuery
    let columns: [GridColumn]

    /// The names of the columns in errors, if their keys mean nothing to a person.
    package var names: [String]?
    /// The columns by their keys, as bytes: equal strings can have different bytes.
    private let indices: [[UInt8]: Int]
    private let words: [FoldedPattern]
    private var tests: [Test] = []

    /// The sorts, each column once.
    private(set) var sorts: [Sort] = []

    /// The columns whose kind matters, ascending.
    private(set) var typedColumns: [Int] = []

    /// The kinds that the columns had when a person asked. A condition for numbers meets nothing in a column of texts.
    private var askedKinds: [Int: ColumnKind] = [:]

    /// The columns that a search looks at.
    private let searchedColumns: [Int]?

    private let seriesText: @Sendable (SeriesSummary) -> String
    private let visibleCells: VisibleCells?

    /// Finds the columns of a query. A column that the table does not have is one without values.
    ///
    /// - Parameters:
    ///   - query: The query.
    ///   - columns: The columns of the lines.
    ///   - line: A line with the words of series and the visible cells of the rows.
    package init(_ query: TableQuery, columns: [GridColumn], line: GridLine = GridLine()) {
        self.query = query
        self.columns = columns
        seriesText = line.seriesText
        visibleCells = line.visibleCells
        var indices: [[UInt8]: Int] = [:]
        for (index, column) in columns.enumerated().reversed() { indices[Array(column.key.utf8)] = index }
        self.indices = indices
        func index(of key: String) -> Int? { indices[Array(key.utf8)] }
        words = query.words.map { FoldedPattern($0) }
        let isAll = query.columns == nil && columns.allSatisfy { $0.isShown(to: .people) }
        searchedColumns =
            isAll
            ? nil
            : query.columns?.compactMap(index)
                ?? columns.indices.filter { columns[$0].isShown(to: .people) }
        var typed = Set<Int>()
        for sort in query.sorts {
            // The first sort by a column decides.
            guard let index = index(of: sort.column), !sorts.contains(where: { $0.column == index }) else {
                continue
            }
            sorts.append(Sort(column: index, isDescending: sort.isDescending))
            typed.insert(index)
        }
        for (column, condition) in query.conditions where condition.comparesValues {
            if let index = index(of: column) { typed.insert(index) }
        }
        typedColumns = typed.sorted()
        setKinds([])
    }

    /// Returns the index of a column.
    func index(of key: String) -> Int? { indices[Array(key.utf8)] }

    /// A line without cells, to read rows of the table.
    var line: GridLine {
        var line = GridLine(seriesText: seriesText)
        line.visibleCells = visibleCells
        return line
    }

    /// Whether the query may hide rows.
    var hidesRows: Bool { !tests.isEmpty || !words.isEmpty }

    // MARK: Kinds

    /// Sets the kinds of the columns in `typedColumns`, and reads the values of the conditions.
    mutating func setKinds(_ kinds: [ColumnKind?]) {
        let kinds = named(kinds)
        for index in sorts.indices { sorts[index].kind = kinds[sorts[index].column] }
        tests = query.filters.map { test($0, kinds) }
    }

    /// Remembers the kinds that the columns have when a person asks. Kinds of an earlier question stay.
    mutating func setAskedKinds(_ kinds: [ColumnKind?]) {
        askedKinds.merge(named(kinds)) { asked, _ in asked }
    }

    /// Whether a person asked when the columns had some kinds.
    func isAsked(of kinds: [ColumnKind?]) -> Bool { askedKinds == named(kinds) }

    /// Returns the same plan for columns that may have other kinds now.
    func asked(of columns: [GridColumn]) -> QueryPlan {
        QueryPlan(query, columns: columns, line: line).asked(like: self)
    }

    /// Returns the plan with the kinds that columns had when a person asked for another plan.
    ///
    /// - Parameter keys: The keys of the columns, or `nil` for all of them.
    func asked(like other: QueryPlan, inColumns keys: Set<String>? = nil) -> QueryPlan {
        var plan = self
        for (column, kind) in other.askedKinds where column < other.columns.count {
            let key = other.columns[column].key
            guard keys?.contains(key) ?? true, let index = plan.index(of: key) else { continue }
            plan.askedKinds[index] = kind
        }
        return plan
    }

    /// Returns the kinds of typed columns by the columns.
    func named(_ kinds: [ColumnKind?]) -> [Int: ColumnKind] {
        var result: [Int: ColumnKind] = [:]
        for (column, kind) in zip(typedColumns, kinds) { result[column] = kind }
        return result
    }

    private func test(_ filter: TableQuery.Filter, _ kinds: [Int: ColumnKind]) -> Test {
        switch filter {
        case .not(let filter)
        where filter.conditions.contains(where: { isOutdated($0.condition, ofColumn: $0.column, in: kinds) }):
            return .nothing
        case .not(let filter): return .not(test(filter, kinds))
        case .any(let filters): return .any(filters.map { test($0, kinds) })
        case .column(let key, let condition):
            // A column that the table does not have is one of cells without values.
            if isOutdated(condition, ofColumn: key, in: kinds) { return .nothing }
            let column = index(of: key) ?? .max
            return Self.test(condition, kinds[column]).map { .cell(column: column, $0) } ?? .nothing
        }
    }

    /// Whether a condition was for other values, as numbers, than the column has now.
    private func isOutdated(
        _ condition: TableQuery.Condition, ofColumn key: String, in kinds: [Int: ColumnKind]
    ) -> Bool {
        let column = index(of: key) ?? .max
        return condition.comparesValues && kinds[column] == .text
            && askedKinds[column, default: .text] != .text
    }

    /// Returns the name of the first column with an outdated condition when the columns have some kinds.
    func outdatedColumn(in kinds: [ColumnKind?]) -> String? {
        let kinds = named(kinds)
        return query.conditions.first { isOutdated($1, ofColumn: $0, in: kinds) }.map { name(of: $0.column) }
    }

    /// Returns whether the values of a condition have the kind of a column.
    static func canTest(_ condition: TableQuery.Condition, _ kind: ColumnKind) -> Bool {
        test(condition, kind) != nil
    }

    /// Returns the test of a condition, or `nil` if a value has another kind than the column.
    private static func test(_ condition: TableQuery.Condition, _ kind: ColumnKind?) -> CellTest? {
        func isAt(_ range: ClosedRange<Int>, _ text: String) -> CellTest? {
            value(text, kind ?? .text).map { .isAt(range, $0) }
        }
        switch condition {
        case .isEmpty: return .isEmpty
        case .matches(let pattern): return .matches(pattern)
        case .contains(let text): return .contains(FoldedPattern(text), atStart: false)
        case .begins(let text): return .contains(FoldedPattern(text), atStart: true)
        case .isOneOf(let texts) where kind == .text || kind == nil:
            return .texts(Set(texts.map { Array($0.utf8) }))
        case .isOneOf(let texts):
            let values = texts.compactMap { value($0, kind ?? .text) }
            return values.count == texts.count ? .isOneOf(Values(values)) : nil
        case .from(let text): return isAt(0...1, text)
        case .above(let text): return isAt(1...1, text)
        case .through(let text): return isAt(-1...0, text)
        case .below(let text): return isAt(-1 ... -1, text)
        }
    }

    private static func value(_ text: String, _ kind: ColumnKind) -> Value? {
        var utf8Text = text
        return utf8Text.withUTF8 { utf8 in
            switch kind {
            case .number:
                guard JSONSyntax.isDecimal(utf8) || text == "inf" || text == "-inf" else { return nil }
                return ExactDecimal.key(of: utf8).map {
                    .keys($0.bits..<$0.bits + 1, isRounded: $0.isRounded, ExactDecimal(utf8))
                }
            case .boolean:
                return text == "true" ? .keys(2..<3) : text == "false" ? .keys(1..<2) : nil
            case .date:
                return DatePeriod(utf8).map {
                    .keys($0.start..<$0.end, isRounded: $0.isRounded, DatePeriod.fraction(of: utf8))
                }
            case .text:
                var folded = ByteBuffer()
                folded.append(folding: utf8, countsDigits: true)
                return .text(folded.withBytes { Array($0) })
            }
        }
    }

    // MARK: Testing

    /// Memory for the texts of lines that are tested and compared.
    package struct Scratch {
        fileprivate var (text, other) = (ByteBuffer(), ByteBuffer())
        private var expressions: [String: Regex<AnyRegexOutput>?] = [:]

        package init() {}

        /// Returns whether a text contains a match of a regular expression. An invalid one has no match.
        fileprivate mutating func matches(_ pattern: String, _ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
            if expressions[pattern] == nil { expressions[pattern] = .some(try? Regex(pattern)) }
            let expression = expressions[pattern] ?? nil
            return expression.map { String(decoding: utf8, as: UTF8.self).contains($0) } ?? false
        }
    }

    /// Returns whether a row meets the search and the filters.
    ///
    /// - Parameter found: Whether the head of its section contains each word of the search; empty without a head.
    package func matches(_ line: borrowing GridLine, found: [Bool] = [], using scratch: inout Scratch) -> Bool
    {
        for (index, word) in words.enumerated() where found.isEmpty || !found[index] {
            if !contains(word, line, using: &scratch) { return false }
        }
        for test in tests where !meets(line, test, using: &scratch) { return false }
        return true
    }

    /// Returns whether the head of a section contains each word of the search; empty without a head or a search.
    func wordsFound(inHeadOf section: TableSection, _ line: inout GridLine, using scratch: inout Scratch)
        -> [Bool]
    {
        guard !words.isEmpty, section.hasHead, section.head?.fill(&line, in: section.state) == true else {
            return []
        }
        return words.map { contains($0, line, isHead: true, using: &scratch) }
    }

    /// Returns whether a visible text of a row or head contains a word.
    private func contains(
        _ word: FoldedPattern, _ line: borrowing GridLine, isHead: Bool = false,
        using scratch: inout Scratch
    ) -> Bool {
        // Most lines don't contain the word. The bytes of all cells include the displayed texts.
        guard line.bytes.withBytes({ word.isIn($0, &scratch.text) }) else { return false }
        if let searchedColumns, !isHead || line.cells.count > 1 {
            for column in searchedColumns where column < line.cells.count {
                if line.withShown(of: line.cells[column], { word.isIn($0, &scratch.text) }) { return true }
            }
        } else {
            for cell in line.cells where line.withShown(of: cell, { word.isIn($0, &scratch.text) }) {
                return true
            }
        }
        return false
    }

    private func meets(_ line: borrowing GridLine, _ test: Test, using scratch: inout Scratch) -> Bool {
        switch test {
        case .nothing: return false
        case .not(let test): return !meets(line, test, using: &scratch)
        case .any(let tests):
            for test in tests where meets(line, test, using: &scratch) { return true }
            return false
        case .cell(let column, let test):
            return meets(line, at: line.cell(inColumn: column), test, using: &scratch)
        }
    }

    private func meets(
        _ line: borrowing GridLine, at cell: GridCell, _ test: CellTest, using scratch: inout Scratch
    ) -> Bool {
        switch test {
        case .isEmpty: return line.columnKind(of: cell) == nil
        case .contains(let pattern, let atStart):
            return line.withShown(of: cell) { pattern.isIn($0, atStart: atStart, &scratch.text) }
        case .matches(let pattern): return line.withShown(of: cell) { scratch.matches(pattern, $0) }
        case .texts(let texts):
            return line.columnKind(of: cell) != nil && line.withValue(of: cell) { texts.contains(Array($0)) }
        case .isAt(let range, let value):
            return position(of: cell, in: line, beside: value, using: &scratch).map(range.contains) ?? false
        case .isOneOf(let values):
            guard let bits = line.orderKey(of: cell)?.bits else { return false }
            if values.hasPeriod(with: bits) { return true }
            for value in values.places[bits] ?? []
            where position(of: cell, in: line, beside: value, using: &scratch) == 0 {
                return true
            }
            return false
        }
    }

    /// Returns -1 for a cell before a value, 0 for a cell at the value, and 1 for a cell after it; `nil` for a cell without
    /// a value.
    private func position(
        of cell: GridCell, in line: borrowing GridLine, beside value: Value, using scratch: inout Scratch
    ) -> Int? {
        guard line.columnKind(of: cell) != nil else { return nil }
        switch value {
        case .text(let text):
            scratch.text.removeAll()
            line.withShown(of: cell) { scratch.text.append(folding: $0, countsDigits: true) }
            return scratch.text.withBytes { shown in text.withUnsafeBufferPointer { Self.compare(shown, $0) }
            }
        case .keys(let bits, let isRounded, let number):
            guard let own = line.orderKey(of: cell) else { return nil }
            guard bits.contains(own.bits) else { return own.bits < bits.lowerBound ? -1 : 1 }
            guard own.isRounded || isRounded, bits.count == 1, let number else { return 0 }
            return Self.compare(line.exactKey(of: cell), number)
        }
    }

    private static func compare<Value: Comparable>(_ left: Value, _ right: Value) -> Int {
        left < right ? -1 : left == right ? 0 : 1
    }

    /// Compares bytes; a beginning precedes the longer bytes.
    private static func compare(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>)
        -> Int
    {
        for index in 0..<min(left.count, right.count) where left[index] != right[index] {
            return left[index] < right[index] ? -1 : 1
        }
        return left.count == right.count ? 0 : left.count < right.count ? -1 : 1
    }

    // MARK: Comparing

    /// Compares two rows by all sorts: -1 if the first row precedes, 0 if the rows keep the order of the table.
    func compare(_ left: borrowing GridLine, _ right: borrowing GridLine, using scratch: inout Scratch) -> Int
    {
        for sort in sorts {
            let result = compare(left, right, by: sort, using: &scratch)
            if result != 0 { return result }
        }
        return 0
    }

    private func compare(
        _ left: borrowing GridLine, _ right: borrowing GridLine, by sort: Sort, using scratch: inout Scratch
    ) -> Int {
        let (cell, other) = (left.cell(inColumn: sort.column), right.cell(inColumn: sort.column))
        let (hasLeft, hasRight) = (left.columnKind(of: cell) != nil, right.columnKind(of: other) != nil)
        guard hasLeft, hasRight else { return hasLeft ? -1 : hasRight ? 1 : 0 }
        let sign = sort.isDescending ? -1 : 1
        guard sort.kind != .text else {
            scratch.text.removeAll()
            scratch.other.removeAll()
            left.withShown(of: cell) { scratch.text.append(sortKeyOf: $0) }
            right.withShown(of: other) { scratch.other.append(sortKeyOf: $0) }
            return sign
                * scratch.text.withBytes { left in scratch.other.withBytes { Self.compare(left, $0) } }
        }
        guard let key = left.orderKey(of: cell), let otherKey = right.orderKey(of: other) else { return 0 }
        guard key.bits == otherKey.bits, key.isRounded || otherKey.isRounded else {
            return sign * Self.compare(key.bits, otherKey.bits)
        }
        return sign * Self.compare(left.exactKey(of: cell), right.exactKey(of: other))
    }
}
