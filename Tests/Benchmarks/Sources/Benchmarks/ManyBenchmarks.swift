import TableAgent
import TableSurfaces

/// The growth of the time with the number of things that are processed one by one: verbs of one edit,
/// listeners, and columns. Also the growth of the time for one small edit with the number of sections.
enum ManyBenchmarks {
    static var all: [Benchmark] {
        GrowthBenchmarks.counts.dropLast().flatMap { edits("/" + $0.0, $0.1) + others("/" + $0.0, $0.1) }
    }

    // MARK: Verbs

    private static func edits(_ label: String, _ count: Int) -> [Benchmark] {
        let numbers = Array(0..<count)
        return [
            edit("collapsing sections" + label, sections(numbers)) { edit in
                for id in numbers { try edit.collapseSection(.id(id), animation: .fade) }
            },
            edit("replacing rows of sections" + label, sections(numbers)) { edit in
                for id in numbers { try edit.replaceRows(of: .id(id), with: rows([-id]), animation: .left) }
            },
            edit("removing sections" + label, sections(numbers)) { edit in
                for id in numbers { try edit.removeSection(.id(id)) }
            },
            edit("moving sections up" + label, sections(numbers)) { edit in
                for id in numbers.dropFirst() { try edit.moveSection(.id(id), before: .at(0)) }
            },
            edit("inserting sections" + label, sections([-1, -2])) { edit in
                for id in numbers {
                    try edit.insert(TableSection(id: id), at: 1)
                    try edit.append(rows([id]), to: .id(id))
                }
            },
            edit("removing equal ids" + label, list(Array(repeating: 7, count: count))) { edit in
                for _ in numbers { try edit.removeRow(.id(7)) }
            },
            edit("adding rows with given ids" + label, list([])) { edit in
                for id in numbers {
                    try edit.append([Row(Loose(id: id), id: "row \(id)", as: LooseLine.self)])
                }
            },
            edit("editing an id of all sections" + label, sections(numbers, rowID: 7)) { edit in
                for _ in numbers { try edit.replaceData(ofRow: .id(7), with: Loose(id: 7)) }
            },
            edit("collapsing sections of one id" + label, sections(numbers.map { _ in 0 })) { edit in
                for section in numbers { try edit.collapseSection(.at(section)) }
            },
            edit("removing sections of one id" + label, sections(numbers.map { _ in 0 })) { edit in
                for section in numbers.reversed() { try edit.removeSection(.at(section / 2)) }
            },
            edit("replacing all data" + label, list(numbers)) { edit in
                for id in numbers { try edit.replaceData(ofRow: .id(id), with: Loose(id: id)) }
            },
        ]
    }

    private static func edit(
        _ name: String, _ table: @escaping @autoclosure () -> TableInfo,
        _ change: @escaping (inout TableEdit) throws -> Void
    ) -> Benchmark {
        benchmark(name) {
            let original = table()
            return {
                var table = original
                try table.edit(change)
                return table.sections.count
            }
        }
    }

    // MARK: Others

    private static func others(_ label: String, _ count: Int) -> [Benchmark] {
        [
            benchmark("cancelling observers" + label) {
                let agent = try shown(1)
                return {
                    let subscriptions = (0..<count).map { _ in agent.on(.select, of: Loose.self) { _ in } }
                    for subscription in subscriptions { subscription.cancel() }
                    return subscriptions.count
                }
            },
            benchmark("holding sequences" + label) {
                let agent = try shown(1)
                return { (0..<count).map { _ in agent.events() }.count }
            },
            benchmark("leaving out columns" + label) {
                let columns = (0..<count).map { GridColumn("no. \($0)", priority: $0) }
                let format = TextFormat(width: 80, narrowing: .drop)
                return { try format.string(of: TableInfo(columns: columns)).utf8.count }
            },
            benchmark("wrapping a cell" + label) {
                let table = TableInfo(columns: ["text"]) {
                    TableSection(id: 0) {
                        Row(String(repeating: "word ", count: count), id: 0, as: TextLine.self)
                    }
                }
                return { try TextFormat(width: 80).string(of: table).utf8.count }
            },
            benchmark("a long cell without a limit of width" + label) {
                let table = TableInfo {
                    TableSection(id: 0) {
                        Row(String(repeating: "word ", count: 10 * count), id: 0, as: TextLine.self)
                    }
                }
                return { try TextFormat().string(of: table).utf8.count }
            },
            benchmark("links with many flags" + label) {
                let flags = String(repeating: "\u{1F1E9}", count: count / 2)
                let table = TableInfo {
                    TableSection(id: 0) {
                        Row("https://\(flags)", id: 0, as: LinkLine.self)
                        Row("mailto:a@\(flags)", id: 1, as: LinkLine.self)
                    }
                }
                return { try HTMLFormat().string(of: table).utf8.count }
            },
            benchmark("one row in sections of one row" + label) {
                let agent = try shown(count)
                return {
                    try agent.edit { try $0.replaceData(ofRow: .id(count / 2), with: Loose(id: count / 2)) }
                    return count
                }
            },
            benchmark("edits that add a row with a given id" + label) {
                return {
                    let agent = try Agent(CountingContainer(), rawData: [0], reformer: SectionsReformer())
                    for id in 0..<count / 10 {
                        try agent.edit { try $0.append([Row(id, id: "row \(id)", as: NumberLine.self)]) }
                    }
                    return count
                }
            },
            benchmark("reloading collapsed sections of one id" + label) {
                let ids = Array(repeating: 0, count: count)
                let agent = try Agent(CountingContainer(), rawData: ids, reformer: SectionsReformer())
                try agent.edit { for section in ids.indices { try $0.collapseSection(.at(section)) } }
                return {
                    try agent.reload(ids)
                    return count
                }
            },
            benchmark("posting from removed sections" + label) {
                let table = sections(Array(0..<count), rowID: 7)
                let agent = try Agent(CountingContainer(), rawData: [], reformer: SectionsReformer())
                try agent.edit { for section in table.sections { $0.append(section) } }
                let sources = try table.sections.indices.map {
                    try agent.panel.source(.row(.at(section: $0, row: 0)))
                }
                try agent.edit {
                    for section in (0..<count / 2).reversed() { try $0.removeSection(.at(section * 2)) }
                }
                return {
                    for source in sources { source.post(.willDisplay) }
                    return count
                }
            },
            benchmark("an empty edit of sections" + label) {
                let agent = try shown(count)
                return {
                    try agent.edit { _ in }
                    return count
                }
            },
        ]
    }

    private static func shown(_ count: Int) throws -> Agent<[Int]> {
        try Agent(CountingContainer(), rawData: Array(0..<count), reformer: SectionsReformer())
    }

    private static func benchmark(
        _ name: String, prepare: @escaping () throws -> () throws -> Int
    ) -> Benchmark {
        Benchmark(name: "growth of " + name, baselineName: "hashing a thousand ids") {
            var random = SeededGenerator()
            let articles = Edit.articles(1000, &random)
            let body = try prepare()
            return (
                baseline: { hash(articles) },
                measured: {
                    do { return try body() } catch { preconditionFailure("\(error)") }
                }
            )
        }
    }

    // MARK: Tables

    private struct SectionsReformer: Reformer {
        func reform(_ numbers: [Int]) -> TableInfo { sections(numbers) }
    }

    /// Returns a table with a section for each number. Each section has one row, whose id is by default the number.
    private static func sections(_ numbers: [Int], rowID: Int? = nil) -> TableInfo {
        TableInfo(sections: numbers.map { TableSection(id: $0, rows: rows([rowID ?? $0])) })
    }

    private static func list(_ ids: [Int]) -> TableInfo {
        TableInfo(sections: [TableSection(id: "list", rows: rows(ids))])
    }

    private static func rows(_ ids: [Int]) -> Rows { Rows(ids.map { Loose(id: $0) }, as: LooseLine.self) }

    /// Data that can't be compared and therefore always counts as changed.
    private struct Loose: Identifiable {
        let id: Int
    }

    private enum LooseLine: GridLineItem {
        static func fill(_ line: inout GridLine, with loose: Loose) { line.integer(loose.id) }
    }

    private enum NumberLine: GridLineItem {
        static func fill(_ line: inout GridLine, with number: Int) { line.integer(number) }
    }

    private enum LinkLine: GridLineItem {
        static func fill(_ line: inout GridLine, with text: String) { line.text(text, role: .link) }
    }

    private enum TextLine: GridLineItem {
        static func fill(_ line: inout GridLine, with text: String) { line.text(text) }
    }
}
