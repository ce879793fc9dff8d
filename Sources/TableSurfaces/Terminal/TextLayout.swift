import TableAgent

/// The widths and alignments of the columns of a text table.
struct TextLayout {
    struct Column {
        /// In terminal columns.
        var width: Int
        let alignment: GridColumn.Alignment
    }

    private(set) var columns: [Column]
    /// The width between the table's outer lines and their padding, in terminal columns.
    private(set) var innerWidth = 0

    init(_ survey: borrowing TextSurvey, columns given: [GridColumn], border: TextBorder.Strokes, limit: Int?)
    {
        columns = survey.columns.enumerated().map { index, found in
            let column = index < given.count ? given[index] : GridColumn("")
            let alignment: GridColumn.Alignment =
                switch column.alignment {
                case .automatic: found.hasValue && found.isNumeric ? .right : .left
                case let alignment: alignment
                }
            let width = min(max(found.width, column.width.lowerBound), column.width.upperBound)
            return Column(width: width, alignment: alignment)
        }
        let between = border.separatorWidth * (columns.count - 1)
        let room = limit.map { $0 - between - border.outerWidth }
        if let room {
            shrink(
                to: room,
                lowest: (0..<columns.count).map { $0 < given.count ? given[$0].width.lowerBound : 1 })
        }
        innerWidth = columns.reduce(between) { $0 + $1.width }
        let wanted = min(survey.spanWidth, room.map { max($0 + between, innerWidth) } ?? Int.max)
        if wanted > innerWidth { widen(by: wanted - innerWidth, given) }
    }

    /// Takes width from the widest columns first; numbers keep theirs as long as that is enough.
    private mutating func shrink(to room: Int, lowest: [Int]) {
        guard columns.reduce(0, { $0 + $1.width }) > room else { return }
        var floors = zip(columns, lowest).map { column, lowest in
            column.alignment == .right ? column.width : min(column.width, lowest)
        }
        if floors.reduce(0, +) > room {
            floors = zip(columns, lowest).map { min($0.width, $1) }
        }
        func widths(atMost level: Int) -> [Int] {
            zip(columns, floors).map { column, floor in max(floor, min(column.width, level)) }
        }
        var low = 1
        var high = max(1, columns.map(\.width).max() ?? 1)
        while low < high {
            let middle = (low + high + 1) / 2
            if widths(atMost: middle).reduce(0, +) <= room { low = middle } else { high = middle - 1 }
        }
        var result = widths(atMost: low)
        var rest = room - result.reduce(0, +)
        for index in result.indices where rest > 0 && result[index] < columns[index].width {
            result[index] += 1
            rest -= 1
        }
        for (index, width) in result.enumerated() { columns[index].width = width }
    }

    /// Gives more width to the last column that may have it, so that a long head fits.
    private mutating func widen(by extra: Int, _ given: [GridColumn]) {
        let free = columns.indices.filter { $0 >= given.count || given[$0].width.upperBound == Int.max }
        guard let index = free.last(where: { columns[$0].alignment != .right }) ?? free.last else { return }
        columns[index].width += extra
        innerWidth += extra
    }
}

extension TextBorder.Strokes {
    /// The width between the texts of two columns.
    var separatorWidth: Int { vertical.isEmpty ? 2 : 2 * padding + 1 }

    /// The width of both outer lines with their padding.
    var outerWidth: Int { vertical.isEmpty ? 0 : 2 * padding + 2 }
}
