import TableAgent

/// Divides the width of a text table between its columns. Widths are in terminal columns.
struct ColumnFitting {
    /// What a column wants.
    struct Wish {
        /// The width in which all of its text stands in one piece, within the bounds of the column.
        let full: Int
        /// The width in which all of its cells do; the title is broken at words.
        let whole: Int
        /// The width that the column keeps as long as others can give way.
        let firm: Int
        /// The least width at which the column stays readable.
        let least: Int
        /// The least width at all.
        let lowest: Int
        /// The greatest width that the column may be given.
        let highest: Int
        /// Whether cells stand at the right, so that more width is of no use.
        let isRight: Bool
        let share: Int
        let priority: Int
    }

    /// What is to be done when the columns can't all stay readable.
    enum Need {
        /// Nothing: they keep their least widths.
        case readable
        /// They become narrower still.
        case narrow
    }

    private let wishes: [Wish]
    private(set) var widths: [Int]

    init(_ wishes: [Wish]) {
        self.wishes = wishes
        widths = wishes.map(\.full)
    }

    /// The sum of the widths.
    var total: Int { widths.reduce(0, +) }

    /// Makes columns narrower, those of the lowest priority first, until all of them fit.
    ///
    /// - Returns: Whether they fit.
    mutating func shrink(to room: Int, _ need: Need) -> Bool {
        shrink(to: room, floors: wishes.map(\.whole))
        shrink(to: room, floors: wishes.map(\.firm))
        shrink(to: room, floors: wishes.map(\.least))
        if need == .narrow { shrink(to: room, floors: wishes.map(\.lowest)) }
        return total <= room
    }

    private mutating func shrink(to room: Int, floors: [Int]) {
        for priority in Set(wishes.map(\.priority)).sorted() where total > room {
            let group = wishes.indices.filter { wishes[$0].priority == priority }
            shrink(group, by: total - room, floors: floors)
        }
    }

    /// Takes width from the widest columns of a group first.
    private mutating func shrink(_ group: [Int], by excess: Int, floors: [Int]) {
        let sum = group.reduce(0) { $0 + widths[$1] }
        func width(_ index: Int, atMost level: Int) -> Int {
            max(min(floors[index], widths[index]), min(widths[index], level))
        }
        func total(atMost level: Int) -> Int { group.reduce(0) { $0 + width($1, atMost: level) } }
        var low = 0
        var high = group.reduce(0) { max($0, widths[$1]) }
        while low < high {
            let middle = (low + high + 1) / 2
            if total(atMost: middle) <= sum - excess { low = middle } else { high = middle - 1 }
        }
        let shrunk = group.map { width($0, atMost: low) }
        var rest = sum - excess - shrunk.reduce(0, +)
        for (index, width) in zip(group, shrunk) {
            let extra = rest > 0 && width < widths[index] ? 1 : 0
            widths[index] = width + extra
            rest -= extra
        }
    }

    /// Gives the width that is left to the columns that have a share of it.
    mutating func grow(to room: Int) {
        var rest = room - total
        while rest > 0 {
            let growing = wishes.indices.filter { wishes[$0].share > 0 && widths[$0] < wishes[$0].highest }
            var shares = growing.reduce(0) { $0 + wishes[$1].share }
            guard shares > 0 else { return }
            for index in growing where rest > 0 {
                let part = (rest * wishes[index].share + shares - 1) / shares
                let taken = min(part, wishes[index].highest - widths[index])
                widths[index] += taken
                rest -= taken
                shares -= wishes[index].share
            }
        }
    }

    /// Gives more width to the last column of text that may have it, else to the last that may.
    mutating func widenLast(by extra: Int) {
        let free = wishes.indices.filter { wishes[$0].highest == Int.max }
        guard let index = free.last(where: { !wishes[$0].isRight }) ?? free.last else { return }
        widths[index] += extra
    }
}
