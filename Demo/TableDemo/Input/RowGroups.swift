/// The rows of a table by their text in a column, in the order in which texts first appear.
struct RowGroups {
    /// The texts; one `nil` for all rows if there is no column.
    private(set) var names: [ExactText?] = []
    /// The group of each row.
    private(set) var numbers: [UInt32]
    /// The rows, those of a group behind each other, and where those of each group end.
    private var rows: [UInt32]
    private var ends: [Int] = []

    /// Groups all rows of a table; without a column, as one group.
    ///
    /// - Complexity: O(*n*); no text is made but the names.
    init(_ table: SourceTable, by column: Int?) {
        numbers = [UInt32](repeating: 0, count: table.rows.count)
        rows = Array(numbers.indices.lazy.map { UInt32($0) })
        guard let column else {
            (names, ends) = ([nil], [rows.count])
            return
        }
        table.withCells { cells in
            var known: [LentText: UInt32] = [:]
            for row in numbers.indices {
                let cell = cells[row, column]
                let number = known[LentText(cell.utf8)] ?? UInt32(names.count)
                if number == names.count {
                    known[LentText(cell.utf8)] = number
                    names.append(ExactText(cell.text))
                    ends.append(0)
                }
                numbers[row] = number
                ends[Int(number)] += 1
            }
        }
        // Where a group starts becomes where it ends while its rows are put there.
        var start = 0
        for index in ends.indices { (ends[index], start) = (start, start + ends[index]) }
        for (row, number) in numbers.enumerated() {
            rows[ends[Int(number)]] = UInt32(row)
            ends[Int(number)] += 1
        }
    }

    /// The rows of a group, in their order.
    subscript(group: Int) -> some RandomAccessCollection<Int> {
        rows[(group == 0 ? 0 : ends[group - 1])..<ends[group]].lazy.map { Int($0) }
    }

    /// The text of a cell that is lent, with a copy of its start, as memory far away is slow.
    private struct LentText: Hashable {
        private let utf8: UnsafeBufferPointer<UInt8>
        private var start: (UInt64, UInt64) = (0, 0)

        init(_ utf8: UnsafeBufferPointer<UInt8>) {
            self.utf8 = utf8
            let bytes = UnsafeRawBufferPointer(utf8).prefix(16)
            withUnsafeMutableBytes(of: &start) {
                $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes))
            }
        }

        static func == (first: LentText, second: LentText) -> Bool {
            first.utf8.count == second.utf8.count && first.start == second.start
                && (first.utf8.count <= 16 || first.utf8.elementsEqual(second.utf8))
        }

        func hash(into hasher: inout Hasher) { hasher.combine(bytes: UnsafeRawBufferPointer(utf8)) }
    }
}

/// A text that is the same as another if its code points are, also where Unicode writes one character in two ways.
struct ExactText: Hashable, Sendable, CustomStringConvertible {
    let description: String

    init(_ text: String) {
        description = text
    }

    static func == (first: ExactText, second: ExactText) -> Bool {
        first.description.utf8.elementsEqual(second.description.utf8)
    }

    func hash(into hasher: inout Hasher) {
        var text = description
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
