import Foundation
import TableAgent

/// Plays changes in JSON on a plain list of sections, without any code of the library.
struct ChangeReplay {
    /// The row's cells, the key first.
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

    /// The names of what the object has.
    var keys: Set<String> { Set(changes.keys) }

    private func numbers(_ key: String) -> Set<Int> { Set(changes[key] as? [Int] ?? []) }

    private func places(_ key: String) -> [Place] { (changes[key] as? [[Int]] ?? []).map { Place($0) } }

    /// From where rows come, by where they go.
    private var moves: [Place: Place] {
        let moves = changes["rowMoves"] as? [[String: [Int]]] ?? []
        return Dictionary(
            uniqueKeysWithValues: moves.map { (Place($0["to"] ?? []), Place($0["from"] ?? [])) })
    }

    /// Makes the new sections of the old ones, looking into the new ones only where the changes say so.
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
