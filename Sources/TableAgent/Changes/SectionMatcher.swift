/// Finds which old section is which new section.
enum SectionMatcher {
    /// A section that both tables have, by its old and its new number.
    struct Pair {
        let old: Int
        let new: Int
    }

    /// The sections that stay, in the order of both tables.
    ///
    /// Sections with equal ids pair off in order. Of those that changed their order, the ones that stay are
    /// chosen so that as few rows as possible go with the others.
    static func pairs(_ old: [TableSection], _ new: [TableSection]) -> [Pair] {
        var pairs: [Pair] = []
        pairs.reserveCapacity(min(old.count, new.count))
        var start = 0
        while start < min(old.count, new.count), old[start].id == new[start].id {
            pairs.append(Pair(old: start, new: start))
            start += 1
        }
        guard start < old.count, start < new.count else { return pairs }
        var table = HashTable()
        table.reset(for: old.count - start)
        for index in start..<old.count { table.insert(index, hash: old[index].id.hashValue) }
        for index in start..<new.count {
            let id = new[index].id
            if let place = table.take(id.hashValue, where: { old[$0].id == id }) {
                pairs.append(Pair(old: place, new: index))
            }
        }
        return staying(pairs, old, new)
    }

    private static func staying(_ pairs: [Pair], _ old: [TableSection], _ new: [TableSection]) -> [Pair] {
        let weighted = pairs.map {
            RowSegment(
                old: $0.old, new: $0.new,
                count: 1 + old.visibleRowCount(ofSection: $0.old) + new.visibleRowCount(ofSection: $0.new))
        }
        var chain = IncreasingChain()
        guard chain.find(weighted, areRows: false) else { return pairs }
        return zip(pairs, chain.stays).filter(\.1).map(\.0)
    }
}
