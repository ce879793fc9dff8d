#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// An error in the input, as one line: `orders.csv:12: the row has 5 fields where the header has 6`.
struct InputError: Error, Equatable, CustomStringConvertible {
    /// The file name from the command line, or `standard input`.
    let file: String
    /// The line of the file, counted from 1, or `nil` if the error concerns the whole file.
    var line: Int?
    /// A description of the error and, unless it is obvious, of the remedy.
    let reason: String

    /// One line that is safe to print on a terminal, because it contains no control characters of the input.
    var description: String {
        "\(file)\(line.map { ":\($0)" } ?? ""): \(reason)".visible
    }
}

/// A format that the program reads.
enum InputFormat: String, CaseIterable, Sendable {
    case csv, tsv, tsvEscaped = "tsv-escaped", json, jsonl, markdown, text

    /// Whether the table is drawn for people, and read whole.
    var isDrawn: Bool { self == .markdown || self == .text }

    /// Creates the format for a file's extension, ignoring `.gz` after it. Returns `nil` if the extension is unknown.
    init?(path: String) {
        let url = URL(fileURLWithPath: path.lowercased())
        switch (url.pathExtension == "gz" ? url.deletingPathExtension() : url).pathExtension {
        case "tab": self = .tsv
        case "ndjson": self = .jsonl
        case "md": self = .markdown
        // The name of the format, but that of many files without a drawn table.
        case "text": return nil
        case let name: self.init(rawValue: name)
        }
    }

    /// Guesses the format from the start of a file. Returns `nil` if the following bytes can change it.
    ///
    /// It is JSON Lines if two consecutive lines begin with `{`, the first one is a whole object, and the second one
    /// has more than `{`. Otherwise, a text that begins with `{` or `[` is JSON. All other text is CSV unless its first two
    /// lines are those of a drawn table.
    init?(sniffingStart file: InputFile) {
        let text = file.bytes.dropFirst(file.bytes.byteOrderMarkCount).drop { $0.isWhitespace }
        let line = text.prefix { !$0.isLineBreak }
        let next = text[line.endIndex...].drop { $0.isWhitespace }
        switch text.first ?? 0 {
        case "[": self = .json
        case "{":
            let isWhole = line.last { !$0.isWhitespace } == "}"
            let isFollowed = isWhole ? !next.isEmpty : line.endIndex < text.endIndex
            guard file.isComplete || isFollowed else { return nil }
            let isOpen = next.dropFirst().first { $0 != " " && $0 != "\t" }?.isLineBreak == true
            self = isWhole && next.first == "{" && !isOpen ? .jsonl : .json
        default:
            guard file.isComplete || next.contains(where: \.isLineBreak) else { return nil }
            self = DrawnTableReader.format(sniffing: text) ?? .csv
        }
    }
}

/// The quoting of fields in CSV or TSV: quotes are ordinary characters, or fields are in double quotes.
enum QuoteMode: String, CaseIterable, Sendable {
    case ordinary = "none"
    case double = "\""
}

/// The options of the command line for reading files.
struct InputOptions: Equatable, Sendable {
    /// The format, or `nil` to detect it from the file.
    var format: InputFormat?
    /// The field separator of CSV or TSV. If it is `nil`, it is detected from the first rows of CSV, and is a
    /// tab in TSV.
    var delimiter: UInt8?
    /// The CSV and TSV fields that represent a missing value.
    var nulls: [String] = []
    /// The member of a JSON object that contains the rows.
    var path: String?
    /// Whether the members of nested JSON objects become columns, such as `owner.login`.
    var flattens = false
    /// Whether the first record of CSV or TSV contains the column names.
    var hasHeader = true
    /// The number of lines to skip at the start of CSV or TSV.
    var skippedLines = 0
    /// The first character of the lines of CSV or TSV to ignore.
    var comment: UInt8?
    /// The quoting of fields. If it is `nil`, CSV has quoted fields, and TSV whose quotes have two readings is refused.
    var quote: QuoteMode?
    /// Whether rows of CSV or TSV with another number of fields than the header are filled or cut.
    var isRagged = false
    /// The encoding of the file, or `nil` for UTF-8, or UTF-16 with a byte order mark.
    var encoding: TextEncoding?
    /// The options that decide how values are read.
    var values = ValueOptions()
    /// Whether an error after some rows ends the table, which keeps the error, instead of being thrown.
    var keepsGoodRows = false

    /// Returns the given format or else that of a file, by its name or its first bytes.
    func format(of file: borrowing InputFile) -> InputFormat {
        let start = InputFile(name: "", bytes: file.bytes)
        return format ?? InputFormat(path: file.name) ?? InputFormat(sniffingStart: start) ?? .csv
    }
}

/// A file or standard input, and the bytes that were read from it.
struct InputFile: Sendable {
    /// The name in messages: the path from the command line, or `standard input`.
    let name: String
    /// The bytes that were read. The readers take ownership of the bytes and unescape them in place.
    var bytes: [UInt8]
    /// Whether all bytes were read.
    private(set) var isComplete = true
    /// The descriptor to read from, or -1 after the end of a file.
    private var descriptor: Int32 = -1
    /// The process that decompresses the file, or 0.
    private var decompressor: pid_t = 0
    /// The encoding of the file; `nil` for UTF-8 or UTF-16.
    private var encoding: TextEncoding?
    /// Whether the bytes are UTF-16, which is read to the end and then decoded.
    private var isUTF16 = false

    /// A file with the given bytes.
    init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }
}

extension InputFile {
    /// Opens the file at a path, or standard input if the path is `-`.
    init(path: String, _ encoding: TextEncoding? = nil) throws(InputError) {
        self.init(name: path == "-" ? "standard input" : path, bytes: [])
        self.encoding = encoding
        descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(Self.reason(forError: errno)) }
        isComplete = false
        var start: [UInt8] = [0, 0]
        if pread(descriptor, &start, 2, 0) == 2, start == [0x1F, 0x8B] { decompress() }
        var info = stat()
        let hasSize = decompressor == 0 && isRegular && fstat(descriptor, &info) == 0
        Progress.shared.begin(.reading, total: hasSize ? Int(info.st_size) : nil)
    }

    /// Continues with the output of the program `gzip`, if it is installed.
    private mutating func decompress() {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return }
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
            let environ = _NSGetEnviron().pointee
        #else
            var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, descriptor, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        for end in ends { posix_spawn_file_actions_addclose(&actions, end) }
        let arguments: [UnsafeMutablePointer<CChar>?] = [strdup("gzip"), strdup("-dcq"), nil]
        defer { arguments.forEach { free($0) } }
        let hasStarted = posix_spawnp(&decompressor, "gzip", &actions, nil, arguments, environ) == 0
        close(ends[1])
        close(hasStarted ? descriptor : ends[0])
        if hasStarted { descriptor = ends[0] }
    }

    /// Reads the file at a path to its end.
    init(contentsOf path: String, _ encoding: TextEncoding? = nil) throws(InputError) {
        try self.init(path: path, encoding)
        try loadAll()
    }

    /// Reads to the end of the file.
    ///
    /// - Parameter limit: The maximum number of bytes. A cell stores its position in four bytes.
    mutating func loadAll(limit: Int = Int(UInt32.max)) throws(InputError) {
        // A pipe has no size, but is still read.
        var info = stat()
        let size = fstat(descriptor, &info) == 0 ? Int(info.st_size) : 0
        bytes.reserveCapacity(min(size, limit))
        try load(upTo: limit + 1)
        if bytes.count > limit { throw failure("the file has more than \(limit) bytes; split it") }
    }

    private func failure(_ reason: String, line: Int? = nil) -> InputError {
        InputError(file: name, line: line, reason: reason)
    }

    /// Returns the file with its first bytes alone.
    func prefix(_ count: Int) -> InputFile {
        var file = InputFile(name: name, bytes: Array(bytes.prefix(count)))
        file.isComplete = isComplete && count >= bytes.count
        return file
    }

    /// Reads until there are as many bytes as given, or the file ends.
    ///
    /// - Parameter minimum: The number of bytes that are enough if no more bytes follow within a moment.
    mutating func load(upTo count: Int, atLeast minimum: Int = .max) throws(InputError) {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        var end: ContinuousClock.Instant?
        while !isComplete, bytes.count < count || isUTF16 {
            if bytes.count >= minimum, !isUTF16 {
                end = end ?? .now + .milliseconds(50)
                var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                if let end, ContinuousClock.now >= end || poll(&state, 1, 10) == 0 { return }
            }
            let room = isUTF16 ? chunk.count : min(chunk.count, count - bytes.count)
            let size = read(descriptor, &chunk, room)
            if size < 0, errno == EINTR { continue }
            guard size >= 0 else { throw failure(Self.reason(forError: errno)) }
            let isStart = bytes.count < 4
            let mark = Array(chunk[..<min(size, 2)])
            if isStart, encoding != nil, [[0xEF, 0xBB], [0xFF, 0xFE], [0xFE, 0xFF]].contains(mark) {
                throw failure("the file begins with a mark of Unicode; leave out --encoding")
            }
            bytes += try encoding?.utf8(chunk[..<size], of: name) ?? Array(chunk[..<size])
            Progress.shared.add(size, to: .reading)
            isComplete = size == 0
            if isStart, encoding == nil { isUTF16 = TextEncoding.isUTF16(bytes) }
        }
        if isComplete, isUTF16 {
            bytes = try TextEncoding.utf8(fromUTF16: bytes, of: name)
            isUTF16 = false
        }
        guard isComplete, descriptor > STDIN_FILENO else { return }
        close(descriptor)
        descriptor = -1
        var status: Int32 = 0
        // The status 2 of gzip is a warning, as for additional bytes after the end.
        guard decompressor > 0, waitpid(decompressor, &status, 0) == decompressor else { return }
        if ![0, 2 << 8].contains(status) {
            throw failure("gzip can't decompress the file; it is damaged or incomplete")
        }
    }

    /// Reads the next bytes of a pipe soon after they were written, or to the end of the file.
    ///
    /// A long row is read in growing steps, because each step reads the row from its start.
    mutating func loadNext() throws(InputError) {
        let count = bytes.count
        let isLong = count >= CSVReader.partSize
        try load(upTo: max(CSVReader.partSize, 2 * count), atLeast: isLong ? 2 * count : count + 1)
    }

    /// Whether the whole input can be read now, unlike that of a pipe.
    var isRegular: Bool {
        var info = stat()
        return decompressor > 0
            || fstat(descriptor, &info) == 0 && info.st_mode & mode_t(S_IFMT) == mode_t(S_IFREG)
    }

    /// Returns whether two paths name the same existing file.
    static func isSame(_ path: String, _ other: String) -> Bool {
        var (info, otherInfo) = (stat(), stat())
        return stat(path, &info) == 0 && stat(other, &otherInfo) == 0
            && info.st_dev == otherInfo.st_dev && info.st_ino == otherInfo.st_ino
    }

    /// The home folder of the user.
    static var home: String { getenv("HOME").map { String(cString: $0) } ?? "~" }

    /// Returns an explanation of a system error for a user who wants to read a file.
    static func reason(forError number: Int32) -> String {
        switch number {
        case ENOENT, ENOTDIR: "there is no such file"
        case EISDIR: "this is a folder; give a file"
        case EACCES, EPERM: "there is no permission to read the file"
        default: "the file cannot be read: \(String(cString: strerror(number)))"
        }
    }

    /// The first bytes of files that are not text, with advice.
    private static let others: [(start: [UInt8], advice: String)] = [
        ([0xFF, 0xFE, 0, 0], "UTF-32; save it as UTF-8"), ([0, 0, 0xFE, 0xFF], "UTF-32; save it as UTF-8"),
        ([0x1F, 0x8B], "compressed with gzip; use gunzip -c FILE | tables -"),
        (Array("PK\u{3}\u{4}".utf8), "an Excel workbook or a zip archive; save the sheet as CSV"),
        (Array("PAR1\u{15}".utf8), "Parquet; use duckdb -csv -c \"from 'FILE'\" | tables -"),
        (Array("SQLite format 3\0".utf8), "SQLite; use sqlite3 -csv -header FILE 'select …' | tables -"),
    ]

    /// Checks that all bytes are valid UTF-8, which the readers require.
    ///
    /// - Parameters:
    ///   - line: The line of the first byte.
    ///   - offset: The number of bytes of the file before the first byte.
    func checkUTF8(line: Int = 1, offset: Int = 0) throws(InputError) {
        // ASCII characters of two or four bytes.
        let zeros = bytes.prefix(4).map { $0 == 0 ? "0" : "x" }.joined()
        let wide = "UTF-32, or UTF-16 without a byte order mark; save it as UTF-8"
        let kind = Self.others.first { bytes.starts(with: $0.start) }?.advice
        let other = ["x0x0", "0x0x", "x000", "000x"].contains(zeros) ? wide : kind
        if offset == 0, let other { throw failure("the file is \(other)", line: 1) }
        // The last character may continue beyond these bytes.
        let end = isComplete ? bytes.count : bytes.lastIndex { $0 & 0xC0 != 0x80 } ?? 0
        var index = 0
        // Small pieces stay in the cache of the processor. Each ends before the first byte of a character.
        while index < end {
            var next = min(index + 1 << 16, end)
            while next < end, bytes[next] & 0xC0 == 0x80 { next += 1 }
            let piece = bytes[index..<next]
            guard piece.reduce(0, |) < 0x80 || String(bytes: piece, encoding: .utf8) != nil else { break }
            index = next
        }
        if index == end { return }
        var rest = bytes[index...].makeIterator()
        var decoder = UTF8()
        while case .scalarValue(let scalar) = decoder.decode(&rest) { index += UTF8.width(scalar) }
        if bytes.prefix(1 << 16).contains(0) { throw failure("the file is binary, not text", line: 1) }
        let line = line + bytes[..<index].indices.count { bytes.endsLine(at: $0) }
        let hex = String(bytes[index], radix: 16, uppercase: true)
        let advice =
            "if the file is Windows-1252 or Latin-1, add --encoding windows-1252, else save it as UTF-8"
        throw failure("byte \(offset + index + 1) of the file (0x\(hex)) is not UTF-8; \(advice)", line: line)
    }
}

extension UInt8: @retroactive ExpressibleByUnicodeScalarLiteral {
    /// Creates the byte of an ASCII character: `byte == ","`.
    public init(unicodeScalarLiteral scalar: Unicode.Scalar) {
        self.init(ascii: scalar)
    }

    var isDigit: Bool { self &- "0" < 10 }
    var isLetter: Bool { (self | 0x20) &- "a" < 26 }
    var isLineBreak: Bool { self == "\n" || self == "\r" }
    var isWhitespace: Bool { self == " " || self == "\t" || isLineBreak }
}

extension [UInt8] {
    /// Whether the byte at an index ends a line. Lines end with LF, CRLF, or a lone CR.
    func endsLine(at index: Int) -> Bool {
        switch self[index] {
        case "\n": true
        case "\r": index + 1 == count || self[index + 1] != "\n"
        default: false
        }
    }

    /// The length of the byte order mark that some programs write before UTF-8 text: 3, or 0 without a mark.
    var byteOrderMarkCount: Int { starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

    /// Returns the text of a byte range as a new string.
    func text(_ range: Range<Int>) -> String {
        String(decoding: self[range], as: UTF8.self)
    }
}
