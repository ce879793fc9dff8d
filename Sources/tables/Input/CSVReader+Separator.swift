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
        let shapes = separators.map { Shape(of: start, with: $0, options, rows: sampleSize) }
        return shapes.max { $0.share < $1.share }?.separator ?? ","
    }

    /// Returns whether the start of a pipe determines the separator: one of those that fit its first row, or all rows of
    /// the sample.
    static func hasSeparator(_ start: InputFile, as format: InputFormat, _ options: InputOptions) -> Bool {
        if options.delimiter != nil || format != .csv || start.isComplete || start.bytes.count >= partSize
            || declaredSeparator(of: start) != nil
        {
            return true
        }
        let shapes = separators.map { Shape(of: start, with: $0, options, rows: sampleSize) }
            .filter { $0.share > 0 }
        return shapes.allSatisfy { $0.rows >= (shapes.count > 1 || !$0.isEven ? sampleSize : 1) }
    }

    /// The numbers of fields in the header and in the rows of a file with a separator.
    private struct Shape {
        let separator: UInt8
        /// The number of fields in the header.
        let fields: Int
        /// The number of rows without the header.
        let rows: Int
        /// The share of lines with the most common number of fields, at least two; 0 if the separator is unlikely.
        let share: Double

        /// Whether the header and all rows have the same number of fields, at least two.
        var isEven: Bool { share == 1 }

        init(of file: InputFile, with separator: UInt8, _ options: InputOptions, rows: Int = .max) {
            var options = options
            options.delimiter = separator
            let counts = fieldCounts(of: file, options, rows: rows)
            self.separator = separator
            fields = counts[0]
            self.rows = counts.count - 1
            let frequencies = Dictionary(counts.map { ($0, 1) }, uniquingKeysWith: +).filter { $0.key > 1 }
            let share = Double(frequencies.values.max() ?? 0) / Double(counts.count)
            self.share = share >= 0.5 || fields > 1 ? share : 0
        }
    }

    /// The advice for the first row whose number of fields is not that of the columns: a separator or a quoting that fits
    /// all rows, or options for other rows.
    var adviceForUnevenRow: String {
        // The bytes must be those of the whole file.
        if !isChanged, offset == 0, file.isComplete {
            let file = InputFile(name: "", bytes: bytes)
            // TSV has quotes in these shapes.
            let shapes = Self.separators.lazy.map { Shape(of: file, with: $0, options) }
            if let shape = shapes.first(where: \.isEven) {
                let name = shape.separator == "\t" ? "\\t" : "\(Unicode.Scalar(shape.separator))"
                let option = shape.separator == separator ? "--quote '\"'" : "--delimiter '\(name)'"
                return "with \(option) all rows have \(shape.fields) fields"
            }
        }
        guard columns.count == 1 else {
            return "--ragged fills short rows and cuts long ones, and --skip and --comment leave out lines"
        }
        let single = separator == "," ? "" : ", or --delimiter ',' if each line is one text"
        return "if the table begins further down, add --skip N\(single)"
    }
}
