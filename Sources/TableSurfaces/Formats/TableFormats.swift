/// The formats that a program offers, to choose one by name, by the end of a path, or by what a client accepts.
///
/// ```swift
/// guard let format = TableFormats.standard.accepted(by: request.headers["Accept"]) else { return .notAcceptable }
/// return Response(type: format.mediaType, body: try format.bytes(of: table))
/// ```
public struct TableFormats: Sendable {
    /// The formats, the preferred one first.
    public var formats: [any GridFormat & Sendable]

    /// Creates a choice of formats, the preferred one first.
    public init(_ formats: [any GridFormat & Sendable]) {
        self.formats = formats
    }

    /// All formats of this module as they are without options: HTML first, then JSON, JSON Lines, CSV, TSV, Markdown,
    /// and text.
    public static var standard: TableFormats {
        TableFormats([
            HTMLFormat(), JSONFormat(), JSONLinesFormat(), CSVFormat(), TSVFormat(), MarkdownFormat(),
            TextFormat(),
        ])
    }

    /// The first format with a name or file extension, in any case: "JSON Lines", "jsonl", "CSV".
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

    /// Returns the format whose file extension a path ends with, as in `/orders.csv`; `nil` without a known one.
    public func format(ofPath path: String) -> (any GridFormat & Sendable)? {
        let name = path.lowercased()
        return formats.first { name.hasSuffix("." + $0.fileExtension.lowercased()) }
    }

    /// Returns the format that a client prefers (RFC 9110, section 12.5.1).
    ///
    /// The most precise range that matches a format says how much the client wants it. Of formats that it wants as
    /// much, the first is taken. Ranges that can't be read, as with a comma in quotes, are left out.
    ///
    /// - Parameter header: The value of the `Accept` header, several joined by commas; `nil` or an empty one accepts all.
    /// - Returns: The format; `nil` if the client accepts none, which is a response with the status 406.
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

/// A media type as in `text/csv; charset=utf-8`, in lower case.
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

/// What a client accepts, as in `text/*; q=0.5`.
private struct MediaRange {
    private let range: MediaType
    private let parameters: [MediaType.Parameter]
    /// How much the client wants it, in thousandths; 0 for not at all.
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

    /// How precisely it names a type: `*/*` less than `text/*`, that less than `text/csv`, and that less than with
    /// parameters.
    var precision: (Int, Int, Int) {
        (range.type == "*" ? 0 : 1, range.subtype == "*" ? 0 : 1, parameters.count)
    }

    /// Whether it names a type. Each format is UTF-8, also where the type has no parameter that says so.
    func matches(_ type: MediaType) -> Bool {
        (range.type == "*" || range.type == type.type)
            && (range.subtype == "*" || range.subtype == type.subtype)
            && parameters.allSatisfy {
                $0 == MediaType.Parameter(name: "charset", value: "utf-8") || type.parameters.contains($0)
            }
    }
}
