import RandomTesting
import Foundation
import TableAgent
import TableSurfaces
import Testing

@testable import tables

/// Compares random versions of small tables with a replay that does not use the library.
struct ComparisonRandomTests {
    private typealias Row = ChangeReplay.Row

    @Test(arguments: SeededGenerator.seeds(24))
    func `Applying the changes to the old table produces the new table`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<60 {
            let isGrouped = Bool.random(using: &random)
            let hasDuplicates = Bool.random(using: &random)
            let old = rows(&random, hasDuplicates: hasDuplicates)
            let new =
                Bool.random(using: &random)
                ? rows(&random, hasDuplicates: hasDuplicates) : edited(old, &random)
            let comparison = try Comparison(csv(old), csv(new), groupBy: isGrouped ? "g" : nil)
            let replay = try ChangeReplay(
                json: String(decoding: JSONEncoder().encode(comparison.changes), as: UTF8.self))
            let (before, after) = (sections(old, isGrouped), sections(new, isGrouped))
            #expect(replay.played(on: before, new: after) == after, "\(old) \(new)")
            // The object contains all lists, including empty ones.
            #expect(replay.keys.count == 14)
            try expectReportOfAll(comparison)
        }
    }

    @Test(arguments: SeededGenerator.seeds(24))
    func `As few rows as possible move, and each remaining row is listed at most once`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<60 {
            let old = rows(&random, hasDuplicates: false)
            let new = edited(old, &random).shuffled(using: &random)
            let changes = try Comparison(csv(old), csv(new)).changes
            let (oldKeys, newKeys) = (old.map { $0[0] }, new.map { $0[0] })
            let stayed = newKeys.compactMap { oldKeys.firstIndex(of: $0) }
            #expect(changes.rowMoves.count == stayed.count - longestIncrease(stayed))
            #expect(changes.rowInserts.map { newKeys[$0.row] } == newKeys.filter { !oldKeys.contains($0) })
            #expect(changes.rowDeletes.map { oldKeys[$0.row] } == oldKeys.filter { !newKeys.contains($0) })
            let updated = new.filter { row in oldKeys.contains(row[0]) && !old.contains(row) }
            #expect(changes.rowUpdates.map { new[$0.row] } == updated)
        }
    }

    @Test(arguments: SeededGenerator.seeds(24))
    func `Data rows equal the result of looking up each key by hand`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<60 {
            let old = rows(&random, hasDuplicates: false)
            let new = edited(old, &random).shuffled(using: &random)
            let report = try ChangeReport(Comparison(csv(old), csv(new)))
            let text = try JSONLinesFormat().string(of: ChangeReformer(isForPrograms: true).reform(report))
            var found: [String: Set<[String]>] = [:]
            for line in text.split(separator: "\n") {
                let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
                let change = object["change"] as? String ?? ""
                let numbers = ["old_row", "new_row"].map { (object[$0] as? Int).map { "\($0)" } ?? "" }
                let values = ["id", "g", "v"].map { object[$0] as? String ?? "" }
                // Moves have a test of their own.
                let kind = change.replacing("moved ", with: "changed ")
                if change != "moved" { #expect(found[kind, default: []].insert(numbers + values).inserted) }
            }
            var expected: [String: Set<[String]>] = [:]
            for (index, row) in new.enumerated() {
                let number = "\(index + 1)"
                guard let place = old.firstIndex(where: { $0[0] == row[0] }) else {
                    expected["added", default: []].insert(["", number] + row)
                    continue
                }
                if old[place] == row { continue }
                expected["changed from", default: []].insert(["\(place + 1)", ""] + old[place])
                expected["changed to", default: []].insert(["", number] + row)
            }
            for (index, row) in old.enumerated() where !new.contains(where: { $0[0] == row[0] }) {
                expected["removed", default: []].insert(["\(index + 1)", ""] + row)
            }
            #expect(found == expected, "\(old) \(new)")
        }
    }

    /// Checks that the report pairs rows with equal keys, and lists every change once.
    private func expectReportOfAll(_ comparison: Comparison) throws {
        let report = ChangeReport(comparison)
        let rows = Dictionary(
            uniqueKeysWithValues: ChangeKind.allCases.map { ($0, report.rows[$0] ?? []) })
        let (moved, changed) = (rows[.moved, default: []], rows[.changed, default: []])
        for change in moved + changed { #expect(change.old?.id == change.new?.id) }
        #expect(changed.allSatisfy { $0.isChanged })
        guard report.groups[.moved] == nil else { return }
        let changes = comparison.changes
        let counts = [ChangeKind.added, .removed, .moved].map { rows[$0]?.count }
        #expect(counts == [changes.rowInserts.count, changes.rowDeletes.count, changes.rowMoves.count])
        #expect((changed + moved.filter(\.isChanged)).map(\.position).sorted() == changes.rowUpdates)
    }

    private func rows(_ random: inout SeededGenerator, hasDuplicates: Bool) -> [Row] {
        let count = Int.random(in: 0...9, using: &random)
        let keys = (0..<12).map { "k\(hasDuplicates ? $0 / 3 : $0)" }.shuffled(using: &random)
        return keys.prefix(count).map { key in
            [key, "g\(Int.random(in: 0...3, using: &random))", random.text(of: ["a", "é", ",", "\"", "\n"])]
        }
    }

    /// Returns rows of which some are removed, changed, moved, or regrouped, with a few new rows.
    private func edited(_ rows: [Row], _ random: inout SeededGenerator) -> [Row] {
        var rows = rows.filter { _ in Int.random(in: 0...5, using: &random) > 0 }
        for index in rows.indices where Int.random(in: 0...3, using: &random) == 0 {
            rows[index][Int.random(in: 1...2, using: &random)] = "g\(Int.random(in: 0...4, using: &random))"
        }
        for number in 0..<Int.random(in: 0...2, using: &random) {
            rows.insert(["n\(number)", "g1", ""], at: Int.random(in: 0...rows.count, using: &random))
        }
        if let row = rows.indices.randomElement(using: &random) {
            let row = rows.remove(at: row)
            rows.insert(row, at: Int.random(in: 0...rows.count, using: &random))
        }
        return rows
    }

    private func sections(_ rows: [Row], _ isGrouped: Bool) -> [[Row]] {
        guard isGrouped else { return [rows] }
        var names: [String] = []
        for row in rows where !names.contains(row[1]) { names.append(row[1]) }
        return names.map { name in rows.filter { $0[1] == name } }
    }

    private func csv(_ rows: [Row]) -> String {
        ([["id", "g", "v"]] + rows).map { row in
            row.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }.joined(separator: ",")
        }.joined(separator: "\n")
    }

    private func longestIncrease(_ numbers: [Int]) -> Int {
        var best = [Int](repeating: 1, count: numbers.count)
        for last in numbers.indices {
            for before in 0..<last where numbers[before] < numbers[last] {
                best[last] = max(best[last], best[before] + 1)
            }
        }
        return best.max() ?? 0
    }
}

/// Applies changes in JSON to a plain list of sections, without code of the library.
struct ChangeReplay {
    /// The row's cells. The first cell is the key.
    typealias Row = [String]

    private struct Place: Hashable {
        let section: Int
        let row: Int

        init(_ section: Int, _ row: Int) {
            self.section = section
            self.row = row
        }

        init(_ pair: [Int]) { self.init(pair[0], pair[1]) }
    }

    private let changes: [String: Any]

    init(json: String) throws {
        changes = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any] ?? [:]
    }

    /// The names of the object's members.
    var keys: Set<String> { Set(changes.keys) }

    private func numbers(_ key: String) -> Set<Int> { Set(changes[key] as? [Int] ?? []) }

    private func places(_ key: String) -> [Place] { (changes[key] as? [[Int]] ?? []).map { Place($0) } }

    /// The old position of each moved row, keyed by its new position.
    private var moves: [Place: Place] {
        let moves = changes["rowMoves"] as? [[String: [Int]]] ?? []
        return Dictionary(
            uniqueKeysWithValues: moves.map { (Place($0["to"] ?? []), Place($0["from"] ?? [])) })
    }

    /// Makes the new sections from the old ones. Reads the new ones only at positions that the changes name.
    func played(on old: [[Row]], new: [[Row]]) -> [[Row]] {
        let (deleted, inserted, moves) = (numbers("sectionDeletes"), numbers("sectionInserts"), moves)
        let gone = Set(places("rowDeletes")).union(moves.values)
        let (arrived, updated) = (Set(places("rowInserts")), Set(places("rowUpdates")))
        var staying = old.indices.filter { !deleted.contains($0) }[...]
        let count = old.count - deleted.count + inserted.count
        return (0..<count).map { section in
            guard !inserted.contains(section), let origin = staying.popFirst() else { return new[section] }
            var rest = old[origin].indices.filter { !gone.contains(Place(origin, $0)) }.map {
                old[origin][$0]
            }[...]
            var rows: [Row] = []
            while true {
                let place = Place(section, rows.count)
                let row: Row?
                if arrived.contains(place) {
                    row = new[section][place.row]
                } else if let source = moves[place] {
                    row = old[source.section][source.row]
                } else {
                    row = rest.popFirst()
                }
                guard let row else { return rows }
                rows.append(updated.contains(place) ? new[section][place.row] : row)
            }
        }
    }
}
