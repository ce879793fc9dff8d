/// The changes of a section's visible rows, if they are known without a comparison.
struct KnownRows {
    /// The section in both tables. The changes are those between the rows of exactly these sections.
    let old: TableSection
    let new: TableSection

    /// The old rows without a new row, ascending.
    var removed: [Int] = []
    /// The new rows without an old row, ascending.
    var inserted: [Int] = []
    /// The rows that move, by their new index, ascending.
    var moves: [IndexPair] = []
    /// The new rows with other content than their old rows, ascending.
    var updates: [Int] = []

    /// The removed rows that a query hides: they are still in the section.
    var hidden: Set<Int> = []

    init(from old: TableSection, to new: TableSection) {
        self.old = old
        self.new = new
    }
}
