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
        let texts = Set(values.texts.map { ExactText($0) })
        let numeric =
            known
            ?? columns.indices.filter { !texts.contains(ExactText(columns[$0])) && hasNumbers(inColumn: $0) }
        for column in numeric {
            for index in cells(ofColumn: column) {
                let isNumber =
                    known == nil
                    || utf8(of: cells[index]) { text in
                        var evidence = NumberEvidence(values.decimal)
                        return evidence.add(text)
                    }
                cells[index].kind = cells[index].range.isEmpty ? .null : isNumber ? .number : .text
            }
        }
        return numeric
    }

    private func hasNumbers(inColumn column: Int) -> Bool {
        var evidence = NumberEvidence(values.decimal)
        return bytes.withUnsafeBufferPointer { bytes in
            for index in cells(ofColumn: column) where !cells[index].range.isEmpty {
                let text = UnsafeBufferPointer(rebasing: bytes[cells[index].range])
                guard evidence.add(text) else { return false }
            }
            return evidence.isConclusive
        }
    }

    private func utf8<Result>(of cell: Cell, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[cell.range])) }
    }

    /// Returns the indices of a column's cells. Each row has a cell in each column.
    private func cells(ofColumn column: Int) -> StrideTo<Int> {
        stride(from: column, to: cells.count, by: columns.count)
    }
}

extension SourceTable {
    /// The form of a column's values.
    enum Finding: Equatable {
        /// The values are texts, or plain numbers of the file.
        case none
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

    /// Finds the form of a column. A column without values, and one that the file lacks, has no form.
    ///
    /// - Complexity: O(*n*) in the bytes of the column. If no value of a sample has a form, the search ends.
    func form(ofColumn column: Int?) -> Finding {
        guard let column, !values.texts.contains(where: { ExactText($0) == ExactText(columns[column]) })
        else {
            return .none
        }
        return withCells { cells in
            let texts = rows.indices.lazy.filter { !cells[$0, column].isEmpty }.map { cells[$0, column] }
            guard texts.contains(where: { $0.kind == .text }) else { return .none }
            var evidence = NumberEvidence(values.decimal)
            if texts.allSatisfy({ evidence.add($0.utf8) && [.text, .number].contains($0.kind) }) {
                return evidence.isConclusive ? .form(.number(.plain)) : .none
            }
            for sample in texts.prefix(Self.sampleSize) {
                let candidates = candidates(for: sample.utf8, texts.map(\.utf8))
                let forms = candidates.filter { form in
                    texts.allSatisfy { $0.kind == .text && form.plain($0.utf8) != nil }
                }
                if forms.count > 1 || forms.first?.looksGrouped(in: texts.map(\.utf8), values) == true {
                    let options =
                        forms[0].isDate ? ["--dates dmy", "--dates mdy"] : ["--decimal .", "--decimal ,"]
                    return .unclear(example: sample.text, advice: "add \(options[0]) or \(options[1])")
                }
                if let form = forms.first { return .form(form) }
                for form in candidates where form.isEvident && form.plain(sample.utf8) != nil {
                    let others = texts.filter { $0.kind != .text || form.plain($0.utf8) == nil }
                    if let odd = others.first, others.count * 2 <= texts.count {
                        return .mixed(example: sample.text, odd: odd.text)
                    }
                }
            }
            return .none
        }
    }

    /// Returns the forms that the values can have, judged by the first one, and by the signs between digits.
    private func candidates(
        for first: UnsafeBufferPointer<UInt8>, _ texts: some Sequence<UnsafeBufferPointer<UInt8>>
    ) -> [ValueForm] {
        if ClockTime(first) != nil { return [.time] }
        let dates = DateForm.candidates(for: first, order: values.dates)
        if !dates.isEmpty { return dates.map { .date($0) } }
        return NumberForm.candidates(for: first, texts, decimal: values.decimal).map { .number($0) }
    }

    /// Returns a table of one column, which has the plain values of some rows.
    func plainColumn(_ column: Int, in form: ValueForm, rows: [Int]) -> SourceTable {
        var plain = SourceTable(file: file, columns: [columns[column]], guessesKinds: guessesKinds)
        withCells { cells in
            for row in rows {
                let cell = cells[row, column]
                let value = cell.isEmpty ? [] : form.plain(cell.utf8) ?? []
                let kind: Kind = value.isEmpty ? .null : form.isNumber ? .number : .text
                let start = plain.bytes.count
                plain.rows.append(RowStart(line: self.rows[row].line, cell: UInt32(plain.cells.count)))
                plain.bytes += value
                plain.cells.append(Cell(start..<plain.bytes.count, kind))
            }
        }
        return plain
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
        let name = columns[column]
        let problem: String
        switch form(ofColumn: column) {
        case .none: return nil
        case .form(let form): return form
        case .unclear(let example, let advice): problem = "\(example.quoted()) has two readings; \(advice)"
        case .mixed where allowsOthers: return nil
        case .mixed(let example, let odd):
            problem =
                "\(odd.quoted()) is not written like \(example.quoted()); if it means a missing value, add "
                + "--null \(odd.quoted()), or compare texts with --text \(name.quoted())"
        }
        throw InputError(file: file, reason: "column \(name.quoted()) can't be \(verb): \(problem)")
    }
}
