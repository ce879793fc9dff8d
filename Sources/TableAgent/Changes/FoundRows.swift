/// Rows that were matched one by one, in the order of the new list.
struct FoundRows {
    var old: [Int32] = []
    var new: [Int32] = []
    /// Whether each has other content.
    var isChanged: [Bool] = []

    mutating func removeAll() {
        old.removeAll(keepingCapacity: true)
        new.removeAll(keepingCapacity: true)
        isChanged.removeAll(keepingCapacity: true)
    }
}
