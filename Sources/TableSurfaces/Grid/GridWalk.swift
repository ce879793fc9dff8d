import TableAgent

extension TableInfo {
    /// Fills one line with each head, row and foot of a section in turn.
    ///
    /// Throws for a line with more cells than the table has columns, unless it has none at all.
    func walk(
        section index: Int, rows: Rows, line: inout GridLine,
        _ body: (GridPart, borrowing GridLine) throws -> Void
    ) throws {
        let section = sections[index]
        if let head = section.head {
            try fill(&line, with: head, .head, ofSection: index)
            try body(.head, line)
        }
        try walkRows(ofSection: index, rows: rows, line: &line) { try body(.row, $0) }
        if let foot = section.foot {
            try fill(&line, with: foot, .foot, ofSection: index)
            try body(.foot, line)
        }
    }

    /// Does the same for lines of which some were kept when the table was walked before.
    ///
    /// - Parameter direct: Is lent each kept row first; returns whether there is no more to do with it.
    func walk(
        section index: Int, rows: Rows, line: inout GridLine, kept: inout KeptLines,
        direct: (KeptLines.Line) throws -> Bool = { _ in false },
        _ body: (GridPart, borrowing GridLine) throws -> Void
    ) throws {
        let section = sections[index]
        if let head = section.head {
            if !kept.read(&line) { try fill(&line, with: head, .head, ofSection: index) }
            try body(.head, line)
        }
        var row = 0
        let rowCount = rows.count
        while row < rowCount {
            if try !kept.take(direct) {
                guard kept.read(&line) else { break }
                try body(.row, line)
            }
            row += 1
        }
        try walkRows(ofSection: index, rows: rows, from: row, line: &line) { try body(.row, $0) }
        if let foot = section.foot {
            if !kept.read(&line) { try fill(&line, with: foot, .foot, ofSection: index) }
            try body(.foot, line)
        }
    }

    /// Fills one line with each row of a section in turn.
    func walkRows(
        ofSection index: Int, rows: Rows, from first: Int = 0, line: inout GridLine,
        _ body: (borrowing GridLine) throws -> Void
    ) throws {
        let limit = columns.isEmpty ? Int.max : columns.count
        try rows.fillLines(from: first, &line, in: sections[index].state) { line, row in
            if line.cells.count > limit {
                let position = RowPosition(section: index, row: row)
                throw TableError.tooManyCells(
                    line.cells.count, columns: limit, item: rows[row].item, place: "\(position)",
                    position: position)
            }
            try body(line)
        }
    }

    /// Fills a line with a head or foot.
    func fill(
        _ line: inout GridLine, with entry: Row, _ kind: HeadFootKind, ofSection index: Int
    ) throws {
        let place = "the \(kind.rawValue) of section \(index)"
        guard entry.fill(line: &line, in: sections[index].state) else {
            throw TableError(
                .itemNotShown,
                "\(entry.item) at \(place) is no GridLineItem; give it an item that fills a GridLine.")
        }
        if !columns.isEmpty, line.cells.count > columns.count {
            throw TableError.tooManyCells(
                line.cells.count, columns: columns.count, item: entry.item, place: place, position: nil)
        }
    }
}
