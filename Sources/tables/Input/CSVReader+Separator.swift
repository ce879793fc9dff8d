// The separator of fields, and advice for files that do not fit it.

extension CSVReader {
    /// The separators to try. If several of them fit, the first one wins.
    private static let separators: [UInt8] = [",", ";", "\t", "|"]
    /// The number of rows that a separator must fit.
    private static let sampleSize = 20

    /// Returns the separator that the first line of a file names, such as `sep=;`, which some spreadsheets write.
    static func declaredSeparator(of file: borrowing InputFile) -> UInt8? {
        let line = file.bytes.dropFirst(file.bytes.byteOrderMarkCount).prefix(6)
        guard line.count > 4, String(decoding: line.prefix(4), as: UTF8.self).lowercased() == "sep=",
            let separator = line.dropFirst(4).first, separator < 0x80, !separator.isLineBreak,
            line.dropFirst(5).first?.isLineBreak ?? file.isComplete
        else { return nil }
        return separator
    }

    /// Returns the separator for which the header and the first 20 rows have the same number of fields, at
    /// least two.
    ///
    /// If no separator fits all of these rows, the result splits the header or at least half of the lines alike. The other
    /// lines are then errors. Without such a separator, the result is a comma.
    static func separator(of start: InputFile, _ options: InputOptions) -> UInt8 {
        let shapes = separators.map { shape(of: start, with: $0, options, rows: sampleSize) }
        if let index = shapes.firstIndex(where: { $0?.isEven == true }) { return separators[index] }
        let shares = shapes.map { $0?.share ?? 0 }
        guard let best = shares.max(), best > 0, let index = shares.firstIndex(of: best) else { return "," }
        return separators[index]
    }

    /// Returns whether the start of a pipe determines the separator: one of those that fit its first row, or all rows of
    /// the sample.
    static func hasSeparator(_ start: InputFile, as format: InputFormat, _ options: InputOptions) -> Bool {
        if options.delimiter != nil || format != .csv || start.isComplete || start.bytes.count >= partSize
            || declaredSeparator(of: start) != nil
        {
            return true
        }
        let shapes = separators.compactMap { shape(of: start, with: $0, options, rows: sampleSize) }
            .filter { $0.share > 0 }
        return shapes.allSatisfy { $0.rows >= (shapes.count > 1 || !$0.isEven ? sampleSize : 1) }
    }

    /// The numbers of fields in the header and in the rows of a file with a separator.
    private struct Shape {
        /// The number of fields in the header.
        let fields: Int
        /// The number of rows without the header.
        let rows: Int
        /// Whether the header and all rows have the same number of fields, at least two.
        let isEven: Bool
        /// The share of lines with the most common number of fields; 0 if the separator is unlikely.
        let share: Double

        init(_ counts: [Int], hasError: Bool) {
            fields = counts[0]
            rows = counts.count - 1
            isEven = !hasError && fields > 1 && counts.allSatisfy { $0 == counts[0] }
            let frequencies = Dictionary(counts.map { ($0, 1) }, uniquingKeysWith: +).filter { $0.key > 1 }
            let share = Double(frequencies.values.max() ?? 0) / Double(counts.count)
            self.share = share >= 0.5 || fields > 1 ? share : 0
        }
    }

    /// Returns the shape of a file, or `nil` without a header.
    private static func shape(
        of file: InputFile, with separator: UInt8, _ options: InputOptions, rows: Int = .max
    ) -> Shape? {
        var options = options
        options.delimiter = separator
        return fieldCounts(of: file, options, rows: rows).map { Shape($0.counts, hasError: $0.hasError) }
    }

    /// Adds a separator or a quoting that fits all rows to an error, if there is one. Only possible while the bytes are
    /// those of the whole file.
    func advising(_ error: InputError) -> InputError {
        guard let advice = advice(for: error) else { return error }
        return InputError(file: file.name, line: error.line, reason: error.reason + advice)
    }

    private func advice(for error: InputError) -> String? {
        // Other errors of the rows have their own advice.
        guard !error.reason.contains("; add --"), !error.reason.contains("after a space") else { return nil }
        if !isChanged, offset == 0, file.isComplete {
            let file = InputFile(name: "", bytes: bytes)
            for other in Self.separators where other != separator {
                guard let shape = Self.shape(of: file, with: other, options), shape.isEven else { continue }
                let name = other == "\t" ? "\\t" : "\(Unicode.Scalar(other))"
                return "; with --delimiter '\(name)' all rows have \(shape.fields) fields"
            }
            var quoting = options
            quoting.quote = .double
            if separator == "\t", options.quote == nil,
                let shape = Self.shape(of: file, with: separator, quoting), shape.isEven
            {
                return "; with --quote '\"' all rows have \(shape.fields) fields"
            }
        }
        guard error.reason.hasPrefix("the row has") else { return nil }
        if columns.count == 1 {
            let number = options.skippedLines == 0 ? "N" : "with more lines"
            let single = separator == "," ? "" : ", or --delimiter ',' if each line is one text"
            return "; if the table begins further down, add --skip \(number)\(single)"
        }
        return "; --ragged fills short rows and cuts long ones, and --skip and --comment leave out lines"
    }

    /// Whether all titles are numbers, and not all of them are years.
    static func areNumbers(_ titles: [[UInt8]]) -> Bool {
        let areYears = titles.allSatisfy {
            $0.count == 4 && ("1800"..."2199").contains(String(decoding: $0, as: UTF8.self))
        }
        return !areYears && titles.allSatisfy { $0.withUnsafeBufferPointer { NumberText($0) != nil } }
    }
}
