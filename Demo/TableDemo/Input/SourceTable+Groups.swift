extension SourceTable {
    /// The numbers of all rows, by their text in a column, in the order in which the texts first appear.
    func rows(groupedBy column: Int) -> [(name: String, rows: [Int])] {
        var groups: [(name: String, rows: [Int])] = []
        var numbers: [String: Int] = [:]
        for row in 0..<rowCount {
            let name = text(row: row, column: column)
            if let number = numbers[name] {
                groups[number].rows.append(row)
            } else {
                numbers[name] = groups.count
                groups.append((name, [row]))
            }
        }
        return groups
    }
}
