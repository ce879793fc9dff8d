import TableSurfaces

// The numbers and the forms of columns.

extension SourceTable {
    /// Makes the cells with the texts that represent missing values null.
    mutating func findNulls(_ texts: [String]) {
        if texts.isEmpty { return }
        for index in cells.indices
        where texts.contains(where: { bytes[cells[index].range].elementsEqual($0.utf8) }) {
            cells[index] = Cell(cells[index].range.prefix(0), .null)
        }
    }

    /// Makes the cells of columns numbers if all of their texts except empty ones are numbers, and at least one exists.
    ///
    /// - Parameter known: The columns of numbers in an earlier part, in which other texts stay text; `nil` to find them.
    /// - Returns: The columns of numbers.
    @discardableResult
    mutating func findNumbers(in known: [Int]? = nil) -> [Int] {
        let numeric = known ?? columns.indices.filter { !isGivenAsText($0) && hasNumbers(inColumn: $0) }
        for column in numeric {
            // Each row has a cell in each column.
            for index in stride(from: column, to: cells.count, by: columns.count) {
                let isNumber = known == nil || isNumber(cells[index])
                cells[index].kind = cells[index].range.isEmpty ? .null : isNumber ? .number : .text
            }
        }
        return numeric
    }

    private func isGivenAsText(_ column: Int) -> Bool {
        values.texts.contains { ExactText($0) == ExactText(columns[column]) }
    }

    private func hasNumbers(inColumn column: Int) -> Bool {
        withCells { cells in
            var evidence = NumberEvidence(values)
            let texts = rows.indices.lazy.map { cells[$0, column].utf8 }.filter { !$0.isEmpty }
            return texts.allSatisfy { evidence.add($0) } && evidence.isConclusive
        }
    }

    private func isNumber(_ cell: Cell) -> Bool {
        var evidence = NumberEvidence(values)
        return bytes.withUnsafeBufferPointer { evidence.add(UnsafeBufferPointer(rebasing: $0[cell.range])) }
    }
}

extension SourceTable {
    /// The form of a column's values.
    enum Finding: Equatable {
        /// The values are texts, or plain numbers of the file.
        case plain
        case form(ValueForm)
        /// The values have two readings, of which an option chooses one.
        case unclear(example: String, advice: String)
        /// Most values have a form, and one has not.
        case mixed(example: String, odd: String)

        var form: ValueForm? {
            if case .form(let form) = self { form } else { nil }
        }
    }

    /// The number of values among which one must have a form that the column can have.
    private static let sampleSize = 20

    /// Returns the form of a column, which is found once. A column that the file lacks has no form.
    ///
    /// - Complexity: O(*n*) in the bytes of the column at first. If no value of a sample has a form, the search ends.
    func form(ofColumn column: Int?) -> Finding {
        guard let column, !isGivenAsText(column) else { return .plain }
        if let known = findings.withLock({ $0[column] }) { return known }
        var finding = findForm(ofColumn: column, in: Array(rows.indices))
        if let chosenRows, finding.form == nil { finding = findForm(ofColumn: column, in: chosenRows) }
        findings.withLock { $0[column] = finding }
        return finding
    }

    private func findForm(ofColumn column: Int, in indices: [Int]) -> Finding {
        func fits(_ cell: LentCell, _ form: ValueForm) -> Bool {
            cell.kind == .text && form.fits(cell.utf8)
        }
        return withCells { cells in
            let texts = indices.lazy.map { cells[$0, column] }.filter { !$0.isEmpty }
            guard texts.contains(where: { $0.kind == .text }) else { return .plain }
            var evidence = NumberEvidence(values)
            if texts.allSatisfy({ evidence.add($0.utf8) && [.text, .number].contains($0.kind) }),
                !evidence.isUnclear
            {
                return evidence.isConclusive ? .form(.number(.plain)) : .plain
            }
            var tried: [[ValueForm]] = []
            // A number in parentheses can be a note. Beside other numbers, it is negative.
            for sample in texts.filter({ $0.utf8.first != "(" }).prefix(Self.sampleSize) {
                let dates = DateForm.candidates(for: sample.utf8, order: values.dates)
                let numbers = NumberForm.candidates(for: sample.utf8, decimal: values.decimal)
                let candidates = dates.map { ValueForm.date($0) } + numbers.map { .number($0) }
                if tried.contains(candidates) { continue }
                tried.append(candidates)
                if let form = candidates.first(where: { form in texts.allSatisfy { fits($0, form) } }) {
                    if let rival = form.rival(values) {
                        let signed = texts.filter { text in rival.sign.map { text.utf8.contains($0) } ?? true
                        }
                        if let example = signed.first, signed.allSatisfy({ fits($0, rival.form) }) {
                            return .unclear(example: example.text, advice: rival.advice)
                        }
                    }
                    return .form(form)
                }
                for form in candidates where candidates[0].isEvident {
                    let others = texts.filter { !fits($0, form) }
                    if let odd = others.first, others.count * 2 <= texts.count {
                        return .mixed(example: sample.text, odd: odd.text)
                    }
                }
            }
            return .plain
        }
    }

    /// Returns a table of one column, which has the plain values of some rows.
    func plainColumn(_ column: Int, in form: ValueForm, rows: [Int]) -> SourceTable {
        var plain = SourceTable(file: file, columns: [columns[column]], guessesKinds: guessesKinds)
        withCells { cells in
            for row in rows {
                let cell = cells[row, column]
                let value = cell.isEmpty ? [] : form.plain(cell.utf8) ?? []
                let kind: Kind = value.isEmpty ? .null : form.isNumber ? .number : .text
                plain.rows.append(RowStart(line: self.rows[row].line, cell: UInt32(plain.cells.count)))
                plain.cells.append(Cell(plain.bytes.count..<plain.bytes.count + value.count, kind))
                plain.bytes += value
            }
        }
        return plain
    }

    /// Returns a note for each column that stays text because its values have two readings.
    ///
    /// - Parameter list: The columns, or `nil` for all of them.
    func readingNotes(ofColumns list: [String]?) throws(InputError) -> [InputError] {
        try columns(matching: list).compactMap { column in
            guard case .unclear(let example, let advice) = form(ofColumn: column) else { return nil }
            let name = columns[column].quoted()
            return InputError(
                file: file,
                reason: "column \(name) stays text; \(advice), because \(example.quoted()) has two readings")
        }
    }

    /// Returns the form of a column whose order matters.
    ///
    /// - Parameters:
    ///   - verb: The use of the values, such as `sorted`.
    ///   - allowsOthers: Whether values without the form are no error here.
    /// - Throws: ``InputError`` if the values have two readings, or if only most of them have the form.
    func clearForm(
        ofColumn column: Int?, verb: String, allowsOthers: Bool = false
    ) throws(InputError) -> ValueForm? {
        guard let column else { return nil }
        let name = columns[column].quoted()
        let problem: String
        switch form(ofColumn: column) {
        case .plain: return nil
        case .form(let form): return form
        case .unclear(let example, let advice): problem = "\(example.quoted()) has two readings; \(advice)"
        case .mixed where allowsOthers: return nil
        case .mixed(let example, let odd):
            problem =
                "\(odd.quoted()) is not written like \(example.quoted()); if it means a missing value, add "
                + "--null \(odd.quoted()), or compare texts with --text \(name)"
        }
        throw InputError(file: file, reason: "column \(name) can't be \(verb): \(problem)")
    }
}
