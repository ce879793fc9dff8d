/// The rows of a file that share a value in one column.
struct RecordGroup {
    /// The name of the column.
    let column: String
    /// The value as text.
    let name: String
    var records: [Record] = []
}

/// The sums of some columns, by the number of the column shown; `nil` for one that is not summed.
struct RecordSums {
    var columns: [String?]
}
