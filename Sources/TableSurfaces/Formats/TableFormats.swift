/// The formats that a program offers, found by name, by the extension of a path, or by an `Accept` header.
///
/// ```swift
/// guard let format = TableFormats.standard.accepted(by: request.headers["Accept"]) else { return .notAcceptable }
/// return Response(type: format.mediaType, body: try format.bytes(of: table))
/// ```
public struct TableFormats: Sendable {
    /// The formats, with the preferred format first.
    public var formats: [any GridFormat & Sendable]

    /// Creates a list of formats, with the preferred format first.
    public init(_ formats: [any GridFormat & Sendable]) {
        self.formats = formats
    }

    /// All formats of this module with default options: HTML first, then JSON, JSON Lines, CSV, TSV,
    /// Markdown, and text.
    public static var standard: TableFormats {
        TableFormats([
            HTMLFormat(), JSONFormat(), JSONLinesFormat(), CSVFormat(), TSVFormat(), MarkdownFormat(),
            TextFormat(),
        ])
    }

    /// The first format with a name or file extension, ignoring case: "JSON Lines", "jsonl", "CSV".
    ///
    /// Set a format to replace the format of that name, or to add a format if there is no such name. Set `nil` to
    /// remove the format:
    ///
    /// ```swift
    /// var formats = TableFormats.standard
    /// formats["HTML"] = HTMLFormat(page: "Orders")
    /// formats["text"] = nil
    /// ```
    public subscript(name: String) -> (any GridFormat & Sendable)? {
        get { index(of: name).map { formats[$0] } }
        set {
            let index = index(of: name) ?? formats.endIndex
            let end = min(index + 1, formats.endIndex)
            formats.replaceSubrange(index..<end, with: newValue.map { [$0] } ?? [])
        }
    }

    private func index(of name: String) -> Int? {
        let name = name.lowercased()
        return formats.firstIndex { $0.name.lowercased() == name || $0.fileExtension.lowercased() == name }
    }

    /// Returns the format whose file extension a path has, such as `/orders.csv`, or `nil` if no format
    /// matches.
    public func format(ofPath path: String) -> (any GridFormat & Sendable)? {
        let name = path.lowercased()
        return formats.first { name.hasSuffix("." + $0.fileExtension.lowercased()) }
    }

    /// Returns the format that a client prefers (RFC 9110, section 12.5.1).
    ///
    /// For each format, the most precise matching range decides its quality. The format with the highest
    /// quality wins, and the first of several with the same quality. Ranges that can't be parsed, such as a
    /// range with a comma in quotes, are ignored.
    ///
    /// - Parameter header: The value of the `Accept` header, or several values joined by commas. `nil` or an
    ///   empty value accepts all formats.
    /// - Returns: The format, or `nil` if the client accepts no format, which calls for a response with the
    ///   status 406.
    public func accepted(by header: String?) -> (any GridFormat & Sendable)? {
        guard let header, header.contains(where: { !$0.isWhitespace }) else { return formats.first }
        let ranges = header.split(separator: ",").compactMap(MediaRange.init)
        var best: (format: any GridFormat & Sendable, quality: Int)?
        for format in formats {
            let type = MediaType(format.mediaType[...])
            let matching = ranges.filter { type.map($0.matches) ?? false }
            guard let quality = matching.max(by: { $0.precision < $1.precision })?.quality, quality > 0 else {
                continue
            }
            if quality > best?.quality ?? 0 { best = (format, quality) }
        }
        return best?.format
    }
}

/// A media type such as `text/csv; charset=utf-8`, in lowercase.
private struct MediaType {
    struct Parameter: Equatable {
        let name: Substring
        let value: Substring
    }

    let type: Substring
    let subtype: Substring
    private(set) var parameters: [Parameter] = []

    init?(_ text: Substring) {
        let parts = text.lowercased()[...].split(separator: ";", omittingEmptySubsequences: false).map(
            Self.trimmed)
        let names = parts[0].split(separator: "/", omittingEmptySubsequences: false)
        guard names.count == 2, !names[0].isEmpty, !names[1].isEmpty else { return nil }
        (type, subtype) = (names[0], names[1])
        for part in parts.dropFirst() where !part.isEmpty {
            let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
                Self.trimmed)
            guard halves.count == 2 else { return nil }
            let value = halves[1]
            let isQuoted = value.count > 1 && value.first == "\"" && value.last == "\""
            parameters.append(
                Parameter(name: halves[0], value: isQuoted ? value.dropFirst().dropLast() : value))
        }
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let start = text.drop(while: \.isWhitespace)
        return start.prefix(
            upTo: start.lastIndex { !$0.isWhitespace }.map(start.index(after:)) ?? start.startIndex)
    }
}

/// A range of media types that a client accepts, such as `text/*; q=0.5`.
private struct MediaRange {
    private let range: MediaType
    private let parameters: [MediaType.Parameter]
    /// The quality of the range in thousandths; 0 if the client refuses the range.
    let quality: Int

    init?(_ text: Substring) {
        guard let range = MediaType(text), range.type != "*" || range.subtype == "*" else { return nil }
        self.range = range
        parameters = range.parameters.filter { $0.name != "q" }
        guard let weight = range.parameters.first(where: { $0.name == "q" }) else {
            quality = 1000
            return
        }
        guard let value = Double(weight.value), 0...1 ~= value else { return nil }
        quality = Int(value * 1000 + 0.5)
    }

    /// The precision of the range: `*/*` is less precise than `text/*`, `text/*` than `text/csv`, and
    /// `text/csv` than the same type with parameters.
    var precision: (Int, Int, Int) {
        (range.type == "*" ? 0 : 1, range.subtype == "*" ? 0 : 1, parameters.count)
    }

    /// Whether the range includes a type. Each format is UTF-8, even if its type has no `charset` parameter.
    func matches(_ type: MediaType) -> Bool {
        (range.type == "*" || range.type == type.type)
            && (range.subtype == "*" || range.subtype == type.subtype)
            && parameters.allSatisfy {
                $0 == MediaType.Parameter(name: "charset", value: "utf-8") || type.parameters.contains($0)
            }
    }
}
