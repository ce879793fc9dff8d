import RandomTesting
import TableAgentTesting
import TableSurfaces
import Testing

@testable import TableAgent

/// Random tables, queries, edits, and reloads beside the naive model.
///
/// `TABLE_FUZZ=100` multiplies the number of tables, and `TABLE_SEED` repeats a seed.
struct QueryRandomTests {
    private typealias Model = QueryModel

    @Test(arguments: SeededGenerator.seeds(8))
    func `The visible table is that of the model after any call`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<12 * SeededGenerator.fuzzFactor {
            var run = try QueryRun(&random)
            for _ in 0..<14 {
                try run.step(&random)
                guard run.problem == nil else { break }
            }
            #expect(run.problem == nil, "seed \(seed)")
            if run.problem != nil { return }
        }
    }
}

/// A table with its model.
private struct QueryRun {
    private typealias Model = QueryModel

    private let screen = Screen()
    private let agent: Agent<[QueryModel.Part]>
    private var parts: [QueryModel.Part]
    private var query = TableQuery()
    private var askedKinds: [ColumnKind?] = [nil, nil, nil]
    private let pools: [Int]
    /// One in this number of values has another kind.
    private let strayOdds: Int
    private var nextID = 100
    private var log: [String] = []
    private(set) var problem: String?

    init(_ random: inout SeededGenerator) throws {
        // Most columns have one kind of values.
        pools = (0..<3).map { _ in Int.random(in: 0...4, using: &random) }
        strayOdds = Bool.random(using: &random) ? 40 : 8
        parts = []
        agent = try Agent(screen, rawData: [QueryModel.Part](), reform: Self.table)
        agent.on(.removed) { [screen] (event: CellEvent) in
            screen.removed.insert(event.rowID.base as? Int ?? -1)
        }
        agent.panel.changeLimit = Bool.random(using: &random) ? 1_000 : Int.random(in: 0...5, using: &random)
        parts = (0..<Int.random(in: 1...3, using: &random)).map { id in
            Model.Part(
                id: id, entries: [], head: Bool.random(using: &random) ? "Head anna" : nil,
                hasFoot: Bool.random(using: &random))
        }
        for index in parts.indices {
            let count = Int.random(
                in: 0...(Int.random(in: 0...3, using: &random) == 0 ? 60 : 8), using: &random)
            for _ in 0..<count { parts[index].entries.append(entry(&random)) }
        }
        try agent.reload(parts)
    }

    private static func table(_ parts: [QueryModel.Part]) -> TableInfo {
        TableInfo(columns: Model.columns) {
            for part in parts {
                TableSection(
                    id: part.id, head: part.head.map { Head($0, as: GridTitle.self) },
                    rows: Rows(part.entries, as: Model.Line.self),
                    foot: part.hasFoot ? Foot("given", as: GridTitle.self) : nil,
                    isCollapsed: part.isCollapsed)
            }
        }
    }

    private func value(_ pool: Int, _ random: inout SeededGenerator) -> QueryModel.Value {
        func pick<Element>(_ list: [Element]) -> Element {
            list[Int.random(in: list.indices, using: &random)]
        }
        let isStray = Int.random(in: 0..<strayOdds, using: &random) == 0
        let pool = isStray ? Int.random(in: 0...4, using: &random) : pool
        if Int.random(in: 0...6, using: &random) == 0 {
            return pick([.empty, .text(""), .number("nan"), .date("")])
        }
        switch pool {
        case 0, 1: return .number(pick(pick(Model.numbers)))
        case 2: return .date(pick(pick(Model.dates)))
        case 3: return .boolean(Bool.random(using: &random))
        default: return .text(pick(Model.texts))
        }
    }

    private mutating func entry(id: Int? = nil, _ random: inout SeededGenerator) -> QueryModel.Entry {
        nextID += 1
        return Model.Entry(id: id ?? nextID, cells: pools.map { value($0, &random) })
    }

    // MARK: Steps

    mutating func step(_ random: inout SeededGenerator) throws {
        let old = parts
        let shown = screen.ids
        screen.removed = []
        switch Int.random(in: 0...9, using: &random) {
        case 0...3: try show(&random)
        case 4...7: try edit(&random)
        default: try reload(&random)
        }
        // A removed section sends its own event, and none for its rows.
        let staying = old.filter { part in parts.contains { $0.id == part.id } }
        let gone = Set(staying.flatMap { $0.entries.map(\.id) })
            .subtracting(parts.flatMap { $0.entries.map(\.id) })
        check(gone.intersection(shown))
    }

    private mutating func show(_ random: inout SeededGenerator) throws {
        let kinds = Model.columns.indices.map { Model.kind($0, of: parts) }
        var query = TableQuery()
        for _ in 0..<Int.random(in: 0...2, using: &random) {
            query.filters.append(filter(kinds, &random))
        }
        if Int.random(in: 0...3, using: &random) == 0 {
            query.search = Model.words[Int.random(in: Model.words.indices, using: &random)]
        }
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            let column = Model.columns[Int.random(in: 0...2, using: &random)].key
            query.sorts.append(TableQuery.Sort(column, isDescending: Bool.random(using: &random)))
        }
        log.append("show \(query)")
        self.query = query
        askedKinds = kinds
        try agent.show(query)
    }

    private func filter(_ kinds: [ColumnKind?], _ random: inout SeededGenerator) -> TableQuery.Filter {
        let column = Int.random(in: 0...2, using: &random)
        let key = Model.columns[column].key
        func pick<Element>(_ list: [Element]) -> Element {
            list[Int.random(in: list.indices, using: &random)]
        }
        func value() -> String {
            switch kinds[column] {
            case .number: return pick(pick(Model.numbers))
            // A month or a day contains other values, which the ranks of the model do not know.
            case .date: return pick(Model.dates.dropFirst(3).flatMap(\.self).filter { $0.contains("T") })
            case .boolean: return Bool.random(using: &random) ? "true" : "false"
            case .text, nil: return pick(Model.texts)
            }
        }
        switch Int.random(in: 0...11, using: &random) {
        case 0: return .not(filter(kinds, &random))
        case 1: return .any((0..<Int.random(in: 0...3, using: &random)).map { _ in filter(kinds, &random) })
        case 2: return .column(key, .isEmpty)
        case 3:
            return .column(key, .contains(Model.words[Int.random(in: Model.words.indices, using: &random)]))
        case 4: return .column(key, .begins(Model.words[Int.random(in: Model.words.indices, using: &random)]))
        case 5: return .column(key, .from(value()))
        case 6: return .column(key, .above(value()))
        case 7: return .column(key, .through(value()))
        case 8: return .column(key, .below(value()))
        case 9: return .column(key, .matches(pick(["^[0-9]+$", "(?i)[aeiou]{2}", "^$", "[A-Z]", "1|x"])))
        default:
            return .column(key, .isOneOf((0..<Int.random(in: 0...3, using: &random)).map { _ in value() }))
        }
    }

    private mutating func edit(_ random: inout SeededGenerator) throws {
        var parts = parts
        try agent.edit { edit in
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let places = parts.indices.flatMap { part in parts[part].entries.indices.map { (part, $0) } }
                let section = Int.random(in: parts.indices, using: &random)
                switch places.isEmpty ? 0 : Int.random(in: 0...6, using: &random) {
                case 0:
                    let new = entry(&random)
                    try edit.insert(
                        Rows([new], as: Model.Line.self), at: 0, in: .id(parts[section].id))
                    parts[section].entries.insert(new, at: 0)
                    log.append("insert \(new) in \(section)")
                case 1:
                    let (part, row) = places[Int.random(in: places.indices, using: &random)]
                    try edit.removeRow(.id(parts[part].entries[row].id))
                    log.append("remove \(parts[part].entries.remove(at: row).id)")
                case 2:
                    let (part, row) = places[Int.random(in: places.indices, using: &random)]
                    let moved = parts[part].entries.remove(at: row)
                    try edit.moveRow(.id(moved.id), toEndOf: .id(parts[section].id))
                    parts[section].entries.append(moved)
                    log.append("move \(moved.id) to \(section)")
                case 3:
                    try edit.toggleSection(.id(parts[section].id))
                    parts[section].isCollapsed.toggle()
                    log.append("toggle \(section)")
                default:
                    let (part, row) = places[Int.random(in: places.indices, using: &random)]
                    let new = entry(id: parts[part].entries[row].id, &random)
                    try edit.replaceData(ofRow: .id(new.id), with: new)
                    parts[part].entries[row] = new
                    log.append("replace \(new)")
                }
            }
        }
        self.parts = parts
    }

    private mutating func reload(_ random: inout SeededGenerator) throws {
        for index in parts.indices {
            for row in parts[index].entries.indices where Int.random(in: 0...5, using: &random) == 0 {
                parts[index].entries[row] = entry(id: parts[index].entries[row].id, &random)
            }
            if Int.random(in: 0...2, using: &random) == 0 { parts[index].entries.shuffle(using: &random) }
            if Int.random(in: 0...2, using: &random) == 0 { parts[index].entries.append(entry(&random)) }
            if Int.random(in: 0...2, using: &random) == 0 { _ = parts[index].entries.popLast() }
            if Int.random(in: 0...2, using: &random) == 0 {
                parts[index].head = Bool.random(using: &random) ? "Head zebra x" : nil
            }
        }
        if parts.count > 1, Int.random(in: 0...4, using: &random) == 0 { parts.removeLast() }
        if Int.random(in: 0...4, using: &random) == 0 {
            parts.append(Model.Part(id: nextID, entries: [entry(&random), entry(&random)]))
        }
        if Int.random(in: 0...3, using: &random) == 0 { parts.shuffle(using: &random) }
        log.append("reload \(parts)")
        try agent.reload(parts)
    }

    // MARK: Checking

    private mutating func check(_ gone: Set<Int>) {
        let expected = Model.answer(query, parts, asked: askedKinds)
        let rows = expected.map { $0.isCollapsed ? [] : $0.entries }
        let table = agent.tableInfo
        let found = table.sections.map { $0.rows.compactMap { $0.data(as: Model.Entry.self) } }
        func fail(_ message: String) {
            if problem == nil { problem = "\(message)\nafter \(log.joined(separator: "\n"))\nof \(parts)" }
        }
        if found != expected.map(\.entries) { fail("\(found) in place of \(expected.map(\.entries))") }
        if table.sections.map({ $0.id }) != expected.map({ AnyID($0.id) }) { fail("other sections") }
        if table.sections.map(\.hasFoot) != expected.map(\.hasFoot) { fail("other feet") }
        if screen.lines != rows.map({ $0.map(Screen.line) }) {
            fail("the screen shows \(screen.lines) in place of \(rows)")
        }
        if let fault = screen.fault { fail(fault) }
        if !screen.removed.isSubset(of: gone) { fail("\(screen.removed) were removed, not \(gone)") }
        if !screen.hasReloaded, screen.removed != gone { fail("\(screen.removed) were removed, not \(gone)") }
        let count = expected.reduce(0) { $0 + $1.entries.count }
        if agent.queryResult.matchingRowCount != count { fail("\(agent.queryResult) in place of \(count)") }
        if agent.wholeTable.sections.map({ $0.rows.map(\.id) })
            != parts.map({ $0.entries.map { AnyID($0.id) } })
        {
            fail("another whole table")
        }
    }
}

/// A surface that applies changes to lines of text, and fills only what the changes name.
private final class Screen: TableContainer {
    weak var panel: Panel?
    let appliesChanges = true
    private(set) var lines: [[String]] = []
    private(set) var fault: String?
    private(set) var hasReloaded = false
    var removed: Set<Int> = []

    var ids: Set<Int> {
        Set((panel?.tableInfo.sections ?? []).flatMap { $0.visibleRows.compactMap { $0.id.base as? Int } })
    }

    static func line(_ entry: QueryModel.Entry) -> String {
        "\(entry.id) \(entry.cells.map(QueryModel.text).joined(separator: "|"))"
    }

    private static func line(_ table: TableInfo, _ position: RowPosition) -> String {
        table.sections[position.section].rows[position.row].data(as: QueryModel.Entry.self).map(line) ?? ""
    }

    func canShow(_ item: any TableItem.Type) -> Bool { true }

    func reload(_ update: TableUpdate) {
        hasReloaded = true
        lines = update.new.sections.map {
            $0.visibleRows.compactMap { $0.data(as: QueryModel.Entry.self) }.map(Self.line)
        }
        update.commit()
    }

    func apply(_ changes: TableChanges, in update: TableUpdate) {
        hasReloaded = false
        let violations = BatchSimulator(from: update.old, to: update.new).violations(of: TableBatch(changes))
        if !violations.isEmpty { fault = "\(violations) of \(changes)" }
        var old = lines.map { $0.map { Optional($0) } }
        var moved: [RowPosition: String] = [:]
        for move in changes.rowMoves {
            moved[move.to] = old[move.from.section][move.from.row]
            old[move.from.section][move.from.row] = nil
        }
        for position in changes.rowDeletes { old[position.section][position.row] = nil }
        for index in changes.sectionDeletes.reversed() { old.remove(at: index) }
        for index in changes.sectionInserts { old.insert([], at: index) }
        var new = old.map { $0.compactMap(\.self) }
        let arrivals = changes.rowInserts + changes.rowMoves.map(\.to)
        for position in arrivals.sorted() {
            new[position.section].insert(
                moved[position] ?? Self.line(update.new, position),
                at: min(position.row, new[position.section].count))
        }
        for index in changes.sectionInserts {
            new[index] = update.new.sections[index].visibleRows.compactMap {
                $0.data(as: QueryModel.Entry.self)
            }.map(Self.line)
        }
        for position in changes.rowUpdates {
            new[position.section][position.row] = Self.line(update.new, position)
        }
        lines = new
        update.commit()
    }
}
