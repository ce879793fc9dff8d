import TableAgent

extension TextWriter {
    /// Writes the line of titles, if there is one.
    mutating func writeTitles(_ output: inout GridOutput) throws {
        guard titles.contains(where: { !$0.isEmpty }) else { return }
        if layout.isStacked { return countStackedTitles() }
        frame.begin(.titles, spansColumns: false, &output)
        for (index, column) in layout.columns.enumerated() {
            set(titles[column.cell], .strong, in: index)
            if texts[index].isBroken { overflowCount += 1 }
        }
        try writeTexts(byPoint: false, &output)
    }

    /// Counts the titles that do not fit beside their cells: once, though each row has them.
    private mutating func countStackedTitles() {
        for title in titles {
            set(title, .strong, in: 0)
            if texts[0].isBroken { overflowCount += 1 }
        }
    }

    /// Writes what is to be said of the table, and the line below it.
    mutating func finish(_ output: inout GridOutput) throws {
        if !layout.leftOut.isEmpty {
            frame.begin(.note, spansColumns: true, &output)
            let names = layout.leftOut.map { titles[$0].isEmpty ? "no. \($0 + 1)" : titles[$0] }
            let count = names.count == 1 ? "1 column" : "\(names.count) columns"
            var note = "\(count) left out: \(names.joined(separator: ", "))"
            // Wrapped at any rate: what is left out has to be said.
            try note.withUTF8 { try writeSpan($0, .muted, overflow: .wrap, &output) }
        }
        frame.end(&output)
    }

    /// Writes a line as several lines of the output.
    mutating func writeHigh(
        _ part: GridPart, _ line: borrowing GridLine, _ output: inout GridOutput
    ) throws {
        let cells = line.cells
        for (index, column) in layout.columns.enumerated() {
            texts[index].removeAll()
            guard column.cell < cells.count else { continue }
            let cell = cells[column.cell]
            line.withShown(of: cell) {
                texts[index].set($0, width: column.width, overflow: column.overflow)
            }
            if texts[index].isBroken { overflowCount += 1 }
            roles[index] = cell.role
        }
        let isHighRow = part == .row && texts.contains { $0.lines.count > 1 }
        if isHighRow { frame.separate(&output) }
        try writeTexts(&output)
        if isHighRow { frame.endHighRow() }
    }

    /// Writes a line as a line for each cell, with the title beside it.
    ///
    /// - Parameters:
    ///   - line: The line.
    ///   - showsAll: Whether cells without text are shown, too.
    ///   - output: Takes the lines.
    mutating func writeStacked(
        _ line: borrowing GridLine, showsAll: Bool, _ output: inout GridOutput
    ) throws {
        let cells = line.cells
        // A head that would span the columns belongs to none of them.
        let isAlone = !showsAll && cells.count == 1
        let column = layout.columns.count - 1
        let width = layout.columns[column].width
        var isEmpty = true
        for index in 0..<(column > 0 && showsAll ? layout.cellCount : cells.count) {
            texts[column].removeAll()
            if index < cells.count, !cells[index].shown.isEmpty {
                line.withShown(of: cells[index]) {
                    texts[column].set($0, width: width, overflow: overflow)
                }
                if texts[column].isBroken { overflowCount += 1 }
                roles[column] = cells[index].role
            } else if column == 0 || !showsAll {
                continue
            }
            if column > 0 { set(isAlone ? "" : titles[index], .strong, in: 0) }
            try writeTexts(&output)
            isEmpty = false
        }
        if isEmpty {
            for index in texts.indices { texts[index].removeAll() }
            try writeTexts(&output)
        }
    }

    /// Writes text that spans all columns.
    mutating func writeSpan(
        _ utf8: UnsafeBufferPointer<UInt8>, _ role: GridRole, overflow: TextOverflow,
        _ output: inout GridOutput
    ) throws {
        let column = TextLayout.Column(
            cell: 0, width: layout.innerWidth, alignment: .left, overflow: overflow, tail: 0)
        texts[0].set(utf8, width: column.width, overflow: overflow)
        for number in texts[0].lines.indices {
            output.bytes.append(frame.leftEdge)
            write(line: number, of: texts[0], in: column, role, byPoint: false, &output)
            output.bytes.append(frame.rightEdge)
            try output.endLine()
        }
    }

    private mutating func set(_ text: String, _ role: GridRole, in index: Int) {
        var text = text
        let column = layout.columns[index]
        text.withUTF8 { texts[index].set($0, width: column.width, overflow: column.overflow) }
        roles[index] = role
    }

    /// Writes the texts of all columns beside each other.
    private func writeTexts(byPoint: Bool = true, _ output: inout GridOutput) throws {
        let height = texts.reduce(1) { max($0, $1.lines.count) }
        for number in 0..<height {
            output.bytes.append(frame.leftEdge)
            for (index, column) in layout.columns.enumerated() {
                if index > 0 { output.bytes.append(frame.gap) }
                write(line: number, of: texts[index], in: column, roles[index], byPoint: byPoint, &output)
            }
            output.bytes.append(frame.rightEdge)
            try output.endLine()
        }
    }

    /// Writes one line of a cell's text, or blanks below its last one.
    private func write(
        line number: Int, of text: CellText, in column: TextLayout.Column, _ role: GridRole, byPoint: Bool,
        _ output: inout GridOutput
    ) {
        guard number < text.lines.count else { return output.pad(column.width) }
        let line = text.lines[number]
        text.bytes.withUnsafeBufferPointer { bytes in
            let shown = UnsafeBufferPointer(rebasing: bytes[line.range])
            // The rest of a number must not stand like a number of its own.
            let isNumber = byPoint && !text.isBroken
            let numbers = isNumber ? shown : UnsafeBufferPointer(rebasing: shown[..<0])
            let blanks = column.blanks(besideWidth: line.width, of: numbers, layout.policy)
            output.pad(blanks.before)
            let look = shown.isEmpty ? nil : looks[Int(role.rawValue)]
            if let look { output.bytes.append(look.start) }
            output.bytes.append(shown)
            if let look { output.bytes.append(look.end) }
            output.pad(blanks.after)
        }
    }
}
