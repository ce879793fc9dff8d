/// A format that the demo reads.
enum InputFormat: String, CaseIterable, Sendable {
    /// Comma-separated values, RFC 4180.
    case csv
    /// Tab-separated values, with `\t`, `\n`, `\r` and `\\` for what a field cannot hold.
    case tsv
    /// A JSON array of objects.
    case json
    /// JSON Lines: one JSON object a line.
    case jsonl

    /// The format that a file's extension stands for; `nil` if it stands for none.
    init?(path: String) {
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
        switch name[name.index(after: dot)...].lowercased() {
        case "csv": self = .csv
        case "tsv", "tab": self = .tsv
        case "json": self = .json
        case "jsonl", "ndjson": self = .jsonl
        default: return nil
        }
    }

    /// The format that the first character of the input speaks for: `[` for JSON, `{` for JSON Lines,
    /// any other for CSV.
    init(sniffing bytes: [UInt8]) {
        let text = bytes.dropFirst(bytes.starts(with: Byte.byteOrderMark) ? 3 : 0)
        switch text.first(where: { $0 != Byte.space && $0 != Byte.tab && !Byte.isLineBreak($0) }) {
        case Byte.openBracket: self = .json
        case Byte.openBrace: self = .jsonl
        default: self = .csv
        }
    }
}
