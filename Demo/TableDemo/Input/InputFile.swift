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
    /// The name of the file as it was given, or `standard input`.
    let file: String
    /// The line of the file, counted from 1; `nil` if the error is about the whole file.
    var line: Int?
    /// What is wrong and, where it is not plain, what to do.
    let reason: String

    /// One line that is safe to print on a terminal: it contains no control character of the input.
    var description: String {
        "\(file)\(line.map { ":\($0)" } ?? ""): \(reason)".visible
    }
}

/// A format that the demo reads.
enum InputFormat: String, CaseIterable, Sendable {
    case csv, tsv, tsvEscaped = "tsv-escaped", json, jsonl

    /// Returns the format of a file's extension, or `nil` if the extension is no known one.
    init?(path: String) {
        switch URL(fileURLWithPath: path).pathExtension.lowercased() {
        case "tab": self = .tsv
        case "ndjson": self = .jsonl
        case let name: self.init(rawValue: name)
        }
    }

    /// Returns the format that the text suggests: `{` on two lines that follow each other, a whole object on the
    /// first of them, is JSON Lines; any other `{` or `[` is JSON, and the rest CSV.
    init(sniffing bytes: [UInt8]) {
        let text = bytes.dropFirst(bytes.byteOrderMarkCount).drop { $0.isWhitespace }
        guard text.first == "{" else {
            self = text.first == "[" ? .json : .csv
            return
        }
        let line = text.prefix { !$0.isLineBreak }
        let next = text[line.endIndex...].first { !$0.isWhitespace }
        self = next == "{" && line.last { !$0.isWhitespace } == "}" ? .jsonl : .json
    }
}

/// What the command line says about the files to read.
struct InputOptions: Equatable, Sendable {
    /// The format; `nil` finds it by the file.
    var format: InputFormat?
    /// What separates the fields of CSV or TSV; `nil` finds it by the first rows of CSV and is a tab in TSV.
    var delimiter: UInt8?
    /// The fields of CSV and TSV that mean a missing value.
    var nulls: [String] = []
    /// The member of a JSON object that has the rows.
    var path: String?
}

/// A file, or standard input, read whole.
struct InputFile {
    /// The name for messages: the path as it was given, or `standard input`.
    let name: String
    /// All bytes of the file; the readers take them over and unescape them in place.
    var bytes: [UInt8]
}

extension InputFile {
    /// Reads the file at a path, or standard input if the path is `-`.
    ///
    /// - Parameter limit: The most bytes that are read: a cell keeps its position in four bytes.
    init(path: String, limit: Int = Int(UInt32.max)) throws(InputError) {
        let name = path == "-" ? "standard input" : path
        let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw InputError(file: name, reason: Self.reason(forError: errno)) }
        defer { if path != "-" { close(descriptor) } }
        let tooLarge = InputError(file: name, reason: "the file has more than \(limit) bytes; split it")

        // A pipe has no size; it is read all the same.
        var info = stat()
        let size = fstat(descriptor, &info) == 0 ? Int(info.st_size) : 0
        guard size <= limit else { throw tooLarge }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size)
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            if count == 0 { break }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw InputError(file: name, reason: Self.reason(forError: errno)) }
            bytes += chunk[..<count]
            guard bytes.count <= limit else { throw tooLarge }
        }
        self.init(name: name, bytes: bytes)
    }

    /// Returns whether two paths lead to one file that exists.
    static func isSame(_ path: String, _ other: String) -> Bool {
        var (info, otherInfo) = (stat(), stat())
        return stat(path, &info) == 0 && stat(other, &otherInfo) == 0
            && info.st_dev == otherInfo.st_dev && info.st_ino == otherInfo.st_ino
    }

    /// Returns what the number of a system error means for someone who wants to read a file.
    static func reason(forError number: Int32) -> String {
        switch number {
        case ENOENT, ENOTDIR: "there is no such file"
        case EISDIR: "this is a folder; give a file"
        case EACCES, EPERM: "there is no permission to read the file"
        default: "the file cannot be read: \(String(cString: strerror(number)))"
        }
    }

    /// What files that are no text or no UTF-8 begin with, and what to do; a mark of UTF-32 begins with one of UTF-16.
    private static let others: [(start: [UInt8], advice: String)] = [
        ([0xFF, 0xFE, 0, 0], utf32), ([0, 0, 0xFE, 0xFF], utf32), ([0xFF, 0xFE], utf16),
        ([0xFE, 0xFF], utf16),
        ([0x1F, 0x8B], "compressed with gzip; use gunzip -c FILE | TableDemo -"),
        (Array("PK\u{3}\u{4}".utf8), "an Excel workbook or a zip archive; save the sheet as CSV"),
        (Array("PAR1\u{15}".utf8), "Parquet; use duckdb -csv -c \"from 'FILE'\" | TableDemo -"),
        (
            Array("SQLite format 3\0".utf8),
            "an SQLite database; use sqlite3 -csv -header FILE 'select …' | TableDemo -"
        ),
    ]
    private static let (utf16, utf32) = ("UTF-16; save it as UTF-8", "UTF-32; save it as UTF-8")

    /// What the file is instead of UTF-8, and what to do.
    private var otherKind: String? {
        if let other = Self.others.first(where: { bytes.starts(with: $0.start) }) { return other.advice }
        // ASCII characters, without a mark.
        switch bytes.prefix(4).map({ $0 == 0 }) {
        case [false, true, true, true], [true, true, true, false]: return Self.utf32
        case [false, true, false, true], [true, false, true, false]: return Self.utf16
        default: return nil
        }
    }

    /// Checks that all bytes are well-formed UTF-8, which the readers rely on.
    func checkUTF8() throws(InputError) {
        if let otherKind { throw InputError(file: name, line: 1, reason: "the file is \(otherKind)") }
        if String(bytes: bytes, encoding: .utf8) != nil { return }
        var rest = bytes.makeIterator()
        var decoder = UTF8()
        var index = 0
        while case .scalarValue(let scalar) = decoder.decode(&rest) { index += UTF8.width(scalar) }
        let line = 1 + bytes[..<index].indices.count { bytes.endsLine(at: $0) }
        let hex = String(bytes[index], radix: 16, uppercase: true)
        throw InputError(
            file: name, line: line,
            reason: "byte \(index + 1) of the file (0x\(hex)) is not UTF-8; save the file as UTF-8")
    }
}

extension UInt8: @retroactive ExpressibleByUnicodeScalarLiteral {
    /// Makes the byte of an ASCII character: `byte == ","`.
    public init(unicodeScalarLiteral scalar: Unicode.Scalar) {
        self.init(ascii: scalar)
    }

    var isDigit: Bool { self &- "0" < 10 }
    var isLetter: Bool { (self | 0x20) &- "a" < 26 }
    var isLineBreak: Bool { self == "\n" || self == "\r" }
    var isWhitespace: Bool { self == " " || self == "\t" || isLineBreak }
}

extension [UInt8] {
    /// Whether a line ends with the byte at an index: LF, CRLF and a lone CR end one.
    func endsLine(at index: Int) -> Bool {
        switch self[index] {
        case "\n": true
        case "\r": index + 1 == count || self[index + 1] != "\n"
        default: false
        }
    }

    /// The length of the mark that some programs write before UTF-8 text: 3, or 0 if there is none.
    var byteOrderMarkCount: Int { starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

    /// Returns the text of some bytes as a new string.
    func text(_ range: Range<Int>) -> String {
        String(decoding: self[range], as: UTF8.self)
    }
}
