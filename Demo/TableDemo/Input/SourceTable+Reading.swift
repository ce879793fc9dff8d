extension SourceTable {
    /// Reads a whole file, or standard input, into a table.
    ///
    /// - Parameters:
    ///   - path: the path of the file, or `-` for standard input.
    ///   - format: the format of the input; `nil` finds it by the file's extension, else by its first
    ///     character.
    /// - Throws: ``InputError`` with the file, the line and the reason.
    init(contentsOf path: String, format: InputFormat? = nil) throws(InputError) {
        let file = try InputFile(path: path)
        let format = format ?? InputFormat(path: path) ?? InputFormat(sniffing: file.bytes)
        try self.init(reading: consume file, as: format)
    }

    /// Makes a table of a file's bytes, which are checked to be UTF-8 first.
    ///
    /// The bytes are unescaped where they are, so pass the file on (`consume file`): a second owner
    /// would make them a copy.
    init(reading file: consuming InputFile, as format: InputFormat) throws(InputError) {
        try file.checkUTF8()
        switch format {
        case .csv: self = try CSVReader.table(from: file, dialect: .csv)
        case .tsv: self = try CSVReader.table(from: file, dialect: .tsv)
        case .json: self = try JSONReader.table(from: file, layout: .array)
        case .jsonl: self = try JSONReader.table(from: file, layout: .lines)
        }
    }
}
