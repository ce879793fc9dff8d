import TableAgent
import Testing

/// Applies changes to a copy of the old texts, without access to either table.
struct TableChangesReplayTests {
    private func texts(_ table: TableInfo) -> [[String]] {
        table.sections.map { $0.visibleRows.compactMap { $0.data(as: ChangesSample.Fruit.self)?.id } }
    }

    /// Returns the old texts after the changes. Only new rows are taken from the new texts.
    private func replay(_ changes: TableChanges, on old: [[String]], with new: [[String]]) -> [[String]] {
        let gone = Set(changes.rowDeletes + changes.rowMoves.map(\.from))
        let arrived = Dictionary(
            changes.rowMoves.map { ($0.to, old[$0.from.section][$0.from.row]) }
                + changes.rowInserts.map { ($0, new[$0.section][$0.row]) }
        ) { first, _ in first }
        var rest = old.indices.filter { !changes.sectionDeletes.contains($0) }.map { section in
            old[section].indices.filter { !gone.contains(.at(section, $0)) }.map { old[section][$0] }
        }[...]
        var result: [[String]] = []
        while !rest.isEmpty || changes.sectionInserts.contains(result.count) {
            let section = result.count
            if changes.sectionInserts.contains(section) {
                result.append(new[section])
                continue
            }
            var rows = rest.removeFirst()[...]
            var texts: [String] = []
            while true {
                if let text = arrived[.at(section, texts.count)] ?? rows.popFirst() {
                    texts.append(text)
                } else {
                    break
                }
            }
            result.append(texts)
        }
        return result
    }

    @Test(
        arguments: [
            (["A": ["a", "b"]], ["A": ["a", "b"]]),
            ([:], ["A": ["a"]]),
            (["A": ["a"]], [:]),
            (["A": ["a", "b", "c"]], ["A": ["c", "x", "a", "y"]]),
            (["A": ["a", "b"], "B": ["c"]], ["A": ["c"], "B": ["b", "a"]]),
            (["A": ["a"], "B": ["b", "c"], "C": []], ["C": ["c"], "B": ["b"], "D": ["d"], "A": ["a"]]),
            (["A": ["a", "a", "b", "a"]], ["A": ["b", "a", "b", "a"]]),
        ] as [(KeyValuePairs<String, [String]>, KeyValuePairs<String, [String]>)])
    func `Applying the changes to the old table produces the new table`(
        old: KeyValuePairs<String, [String]>, new: KeyValuePairs<String, [String]>
    ) {
        let (before, after) = (TableInfo.fruits(old), TableInfo.fruits(new))
        let changes = TableChanges(from: before, to: after)

        #expect(replay(changes, on: texts(before), with: texts(after)) == texts(after))
    }
}
