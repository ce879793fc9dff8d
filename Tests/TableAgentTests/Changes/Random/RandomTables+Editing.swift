extension RandomTables {
    /// Returns a later version of a table.
    mutating func edited(_ table: ModelTable) -> ModelTable {
        var table = table
        if happens(onceIn: 4) { table.foot = entry() }
        for _ in 0..<number(profile.edits) {
            if table.sections.isEmpty || happens(onceIn: 4) {
                editSections(&table)
            } else {
                editRows(&table.sections[number(0...table.sections.count - 1)])
            }
        }
        return table
    }

    private mutating func editSections(_ table: inout ModelTable) {
        let count = table.sections.count
        guard count > 0 else {
            table.sections.append(section())
            return
        }
        let (a, b) = (number(0...count - 1), number(0...count - 1))
        switch number(0...9) {
        case 0: table.sections.remove(at: a)
        case 1: table.sections.insert(section(), at: number(0...count))
        case 2: table.sections.insert(table.sections.remove(at: a), at: b)
        case 3: table.sections[a].isCollapsed.toggle()
        case 4: table.sections[a].head = entry()
        case 5: table.sections[a].foot = entry()
        case 6:
            let rows = table.sections[a].rows
            table.sections[a].rows = table.sections[b].rows
            table.sections[b].rows = rows
        case 7 where profile.sectionIDCount != nil: table.sections[a].id = table.sections[b].id
        default: moveRowsAcross(&table, a, b)
        }
    }

    private mutating func moveRowsAcross(_ table: inout ModelTable, _ a: Int, _ b: Int) {
        guard a != b, !table.sections[a].rows.isEmpty else { return }
        let start = number(0...table.sections[a].rows.count - 1)
        let end = min(table.sections[a].rows.count, start + number(1...3))
        var rows = Array(table.sections[a].rows[start..<end])
        if happens(onceIn: 3) { rows[0].content += 1 }
        table.sections[a].rows.removeSubrange(start..<end)
        table.sections[b].rows.insert(contentsOf: rows, at: number(0...table.sections[b].rows.count))
        table.sections[a].forgetStorage()
        table.sections[b].forgetStorage()
    }

    private mutating func editRows(_ section: inout ModelSection) {
        section.forgetStorage()
        let count = section.rows.count
        guard count > 0 else {
            section.rows = rows(number(profile.rows))
            return
        }
        let (a, b) = (number(0...count - 1), number(0...count - 1))
        switch number(0...11) {
        case 0, 1: section.rows.remove(at: a)
        case 2, 3: section.rows.insert(contentsOf: rows(1), at: number(0...count))
        case 4: section.rows.insert(section.rows.remove(at: a), at: b)
        case 5, 6: section.rows[a].content += 1
        case 7: section.rows[a].kind = kind()
        case 8: section.rows[a].isSingle.toggle()
        case 9 where profile.idCount != nil: section.rows.insert(section.rows[a], at: b)
        case 10 where profile.allowsBlocks: editBlock(&section, min(a, b)...max(a, b))
        case 11 where profile.allowsShuffles: rearrange(&section)
        default: section.rows[b].content += 1
        }
    }

    private mutating func editBlock(_ section: inout ModelSection, _ block: ClosedRange<Int>) {
        switch number(0...4) {
        case 0: section.rows.removeSubrange(block)
        case 1 where profile.idCount != nil:
            section.rows.insert(contentsOf: section.rows[block], at: number(0...section.rows.count))
        case 1, 2: section.rows.insert(contentsOf: rows(block.count), at: block.lowerBound)
        case 3: section.rows.replaceSubrange(block, with: rows(number(0...block.count)))
        default:
            let rows = Array(section.rows[block])
            section.rows.removeSubrange(block)
            section.rows.insert(contentsOf: rows, at: number(0...section.rows.count))
        }
    }

    private mutating func rearrange(_ section: inout ModelSection) {
        switch number(0...3) {
        case 0: section.rows.reverse()
        case 1: section.rows.sort { $0.id < $1.id }
        case 2:
            // Move every other row to the end.
            let rows = section.rows.enumerated()
            section.rows =
                rows.filter { $0.offset.isMultiple(of: 2) }.map(\.element)
                + rows.filter { !$0.offset.isMultiple(of: 2) }.map(\.element)
        default: section.rows.shuffle(using: &random)
        }
    }
}

extension ModelSection {
    /// Marks the rows for storage in new arrays.
    fileprivate mutating func forgetStorage() {
        for index in rows.indices { rows[index].storage = nil }
    }
}
