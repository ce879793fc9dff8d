import RandomTesting
import Testing

@testable import TableAgent

/// Rows and sections are found by id, even if ids and values occur several times in a table.
struct TableIndexTests {
    private func rows(_ numbers: [Int]) -> Rows { Rows(numbers, id: \.self, as: NumberLine.self) }

    private func at(_ section: Int, _ row: Int) -> RowPosition { RowPosition(section: section, row: row) }

    /// Returns the first position of an id, by reading all rows.
    private func expected(_ id: Int, in table: TableInfo) -> RowPosition? {
        for (section, content) in table.sections.enumerated() {
            if let row = content.rows.firstIndex(where: { $0.id == AnyID(id) }) { return at(section, row) }
        }
        return nil
    }

    @Test func `Rows are found if sections share an id and one value occurs in several of them`() {
        let shared = rows([1, 2])
        let row = Row(7, id: 7, as: NumberLine.self)
        let table = TableInfo {
            TableSection(id: "s") { rows([5]) }
            TableSection(id: "s") {
                shared
                row
            }
            TableSection(id: "s") {
                row
                shared
            }
            TableSection(id: "t") { shared }
        }
        #expect(table.position(of: .id(2)) == at(1, 1))
        #expect(table.position(of: .id(7)) == at(1, 2))
        #expect(table.position(of: .id(2, in: .id("t"))) == at(3, 1))
        #expect(table.position(of: .id(5, in: .id("s"))) == at(0, 0))
        #expect(table.index(of: .id("s")) == 0)
    }

    @Test func `Rows are found if one value occurs several times in a section`() {
        let shared = rows([1, 2])
        let table = TableInfo {
            TableSection(id: "s") {
                rows([9])
                shared
                shared
            }
        }
        #expect(table.position(of: .id(1)) == at(0, 1))
        #expect(table.position(of: .id(2, in: .id("s"))) == at(0, 2))
    }

    @Test(arguments: 0..<200)
    func `After edits of shared values and equal ids, each row is found at its position`(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
        let values = (0..<4).map { value in rows((0...value).map { $0 * (value + 1) % 5 }) }
        var table = TableInfo {
            for _ in 0..<3 {
                TableSection(id: number(0..<2)) {
                    for _ in 0..<2 { values[number(0..<4)] }
                }
            }
        }
        for _ in 0..<30 {
            let section = number(0..<table.sections.count)
            let count = table.sections[section].rows.count
            switch number(0..<8) {
            case 0, 1:
                try table.edit {
                    try $0.insert(values[number(0..<4)], at: number(0..<count + 1), in: .at(section))
                }
            case 2 where count > 0, 3 where count > 0:
                try table.edit { try $0.removeRow(.at(section: section, row: number(0..<count))) }
            case 4 where count > 0:
                let target = number(0..<table.sections.count)
                try table.edit {
                    try $0.moveRow(.at(section: section, row: number(0..<count)), toEndOf: .at(target))
                }
            case 5:
                let target = number(0..<table.sections.count)
                try table.edit { try $0.moveSection(.at(section), after: .at(target)) }
            case 6 where table.sections.count > 2:
                try table.edit { try $0.removeSection(.at(section)) }
            default:
                try table.edit {
                    try $0.insert(
                        TableSection(id: number(0..<2), rows: values[number(0..<4)]), at: section)
                }
            }
            let copy = table
            #expect(table.index.violation(in: table.sections) == nil)
            for id in 0..<5 { #expect(table.position(of: .id(id)) == expected(id, in: table)) }
            for id in 0..<2 {
                #expect(
                    copy.index(of: .id(id)) == table.sections.firstIndex { $0.id == AnyID(id) })
            }
        }
    }
}
