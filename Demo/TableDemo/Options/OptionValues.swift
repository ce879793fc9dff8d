/// A format that the demo writes.
enum OutputFormat: String, CaseIterable, Sendable {
    case text, markdown, html, csv, tsv, json, jsonl
}

/// What the demo does with text that is wider than its column.
enum OverflowMode: String, CaseIterable, Sendable {
    /// The text goes on in further lines.
    case wrap
    /// The text ends with an ellipsis.
    case cut
}

/// When the demo colours text.
enum ColorMode: String, CaseIterable, Sendable {
    /// If the output is a terminal.
    case auto
    case always
    case never
}
