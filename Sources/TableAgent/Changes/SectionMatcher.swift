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
    static func pairs(_ old: [Section], _ new: [Section]) -> [Pair] {
        var pairs: [Pair] = []
        var start = 0
        while start < min(old.count, new.count), old[start].id == new[start].id {
            pairs.append(Pair(old: start, new: start))
            start += 1
        }
        guard start < old.count, start < new.count else { return pairs }
        var table = HashTable()
        table.reset(for: old.count - start)
        for index in start..<old.count { table.insert(index, hash: old[index].id.hashValue) }
        var isTaken = [Bool](repeating: false, count: old.count)
        for index in start..<new.count {
            let id = new[index].id
            if let place = table.first(id.hashValue, where: { !isTaken[$0] && old[$0].id == id }) {
                isTaken[place] = true
                pairs.append(Pair(old: place, new: index))
            }
        }
        let stays = IncreasingChain.stays(
            old: pairs.map(\.old),
            weights: pairs.map { 1 + old[$0.old].visibleRowCount + new[$0.new].visibleRowCount })
        guard let stays else { return pairs }
        return zip(pairs, stays).filter(\.1).map(\.0)
    }
}
