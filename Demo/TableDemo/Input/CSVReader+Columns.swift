extension CSVReader {
    /// The names with `_2`, `_3`, … after those that have come before; names that stand in the file
    /// are not given to another column.
    static func unique(_ names: [String]) -> [String] {
        var taken = Set(names)
        guard taken.count < names.count else { return names }
        var seen: Set<String> = []
        var nextSuffix: [String: Int] = [:]
        return names.map { name in
            if seen.insert(name).inserted { return name }
            var suffix = nextSuffix[name] ?? 2
            while !taken.insert("\(name)_\(suffix)").inserted { suffix += 1 }
            nextSuffix[name] = suffix + 1
            return "\(name)_\(suffix)"
        }
    }

    /// Finds the columns whose non-empty fields are all numbers, at least one, and gives their cells
    /// the kinds `number` and `null`.
    static func markNumbers(
        in cells: inout [SourceTable.Cell], columnCount: Int, text: UnsafeMutableBufferPointer<UInt8>
    ) -> [Bool] {
        var hasNumber = [Bool](repeating: false, count: columnCount)
        var candidates = Array(0..<columnCount)
        for rowStart in stride(from: 0, to: cells.count, by: columnCount) {
            candidates.removeAll { column in
                let cell = cells[rowStart + column]
                if cell.length == 0 { return false }
                hasNumber[column] = true
                return !PlainNumber.matches(UnsafeBufferPointer(rebasing: text[cell.range]))
            }
            if candidates.isEmpty { break }
        }
        candidates.removeAll { !hasNumber[$0] }
        for rowStart in stride(from: 0, to: cells.count, by: columnCount) where !candidates.isEmpty {
            for index in candidates {
                let cell = cells[rowStart + index]
                cells[rowStart + index] = cell.changed(to: cell.length == 0 ? .null : .number)
            }
        }
        var isNumeric = [Bool](repeating: false, count: columnCount)
        for column in candidates { isNumeric[column] = true }
        return isNumeric
    }
}
