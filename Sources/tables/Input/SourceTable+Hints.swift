// Hints about rows that are not what they seem. They never change the table.

extension SourceTable {
    /// Returns hints for the person about the titles and the rows of CSV, one line each. The table must have rows.
    func hints(below titles: [[UInt8]]) -> [String] {
        withCells { cells in
            [titleHint(titles, cells), dataHint(titles, cells), sumHint(cells)].compactMap { $0?.description }
        }
    }

    /// Returns a hint if the titles are a single text above the titles of the table.
    private func titleHint(_ titles: [[UInt8]], _ cells: LentCells) -> InputError? {
        let areTexts = titles.indices.allSatisfy { cells[0, $0].kind == .text && !cells[0, $0].isEmpty }
        guard areTexts, titles.count > 1, titles.count(where: { !$0.isEmpty }) == 1 else { return nil }
        let reason = "only one column has a title; if the titles are here, add --skip \(rows[0].line - 1)"
        return InputError(file: file, line: Int(rows[0].line), reason: reason)
    }

    /// Returns a hint if the titles of all columns of numbers and dates are numbers and dates, but not years.
    private func dataHint(_ titles: [[UInt8]], _ cells: LentCells) -> InputError? {
        func kinds(_ text: UnsafeBufferPointer<UInt8>) -> [Bool] {
            [NumberText(text) != nil, !DateForm.candidates(for: text, order: nil).isEmpty]
        }
        var values: [String] = []
        for (column, title) in titles.enumerated() where !cells[0, column].isEmpty {
            let found = title.withUnsafeBufferPointer(kinds)
            guard found == kinds(cells[0, column].utf8) else { return nil }
            if found.contains(true) { values.append(String(decoding: title, as: UTF8.self)) }
        }
        if values.allSatisfy({ $0.utf8.count == 4 && ("1800"..."2199").contains($0) }) { return nil }
        let titles = values.joined(separator: ", ").quoted()
        let advice = "if the first row is one of the rows, add --no-header"
        return InputError(file: file, reason: "the titles \(titles) look like values; \(advice)")
    }

    /// Returns a hint if the last row is named a total, and has the sum of the numbers above it in a column.
    private func sumHint(_ cells: LentCells) -> InputError? {
        let last = rows.count - 1
        let first = columns.indices.first { !cells[last, $0].isEmpty } ?? 0
        let name = cells[last, first].text
        let totals = ["total", "totals", "grandtotal", "sum", "summe", "gesamt", "gesamtsumme", "totale"]
        guard last > 0, totals.contains(name.lowercased().filter(\.isLetter)) else { return nil }
        let hasSum = columns.indices.contains { column in
            let form = form(ofColumn: column).form ?? .number(.plain)
            guard form.isNumber, form.plain(cells[last, column].utf8) != nil else { return false }
            var difference = DecimalSum()
            for row in rows.indices {
                guard let number = form.plain(cells[row, column].utf8) else { continue }
                _ = try? difference.add(String(decoding: number, as: UTF8.self), times: row == last ? -1 : 1)
            }
            return difference.description.allSatisfy("0.".contains)
        }
        let condition = "\(columns[first]) != \(name)"
        let sign = condition.contains("'") ? "\"" : "'"
        let reason =
            "the last row looks like a total of the others; leave it out with --where \(sign)\(condition)\(sign)"
        return hasSum ? InputError(file: file, line: Int(rows[last].line), reason: reason) : nil
    }
}
