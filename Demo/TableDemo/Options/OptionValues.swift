/// A format that the demo writes.
enum OutputFormat: String, CaseIterable, Sendable {
    case text, markdown, html, csv, tsv, json, jsonl
}

/// When the demo colours text.
enum ColorMode: String, CaseIterable, Sendable {
    /// If the output is a terminal.
    case auto
    case always
    case never
}
