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

    /// Returns the first format whose file extension is at the end of a path such as `/orders.csv`, or `nil`
    /// if no format matches.
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
            guard let type = MediaRange(format.mediaType) else { continue }
            let matching = ranges.filter { $0.includes(type) }
            let quality = matching.max { $0.precision < $1.precision }?.quality ?? 0
            if quality > best?.quality ?? 0 { best = (format, quality) }
        }
        return best?.format
    }
}

/// A media type such as `text/csv; charset=utf-8`, or a range of media types that a client accepts, such as
/// `text/*; q=0.5`, in lowercase.
private struct MediaRange {
    private let type: Substring
    private let subtype: Substring
    private var parameters: [Substring: Substring] = [:]
    /// The quality of the range in thousandths; 0 if the client refuses the range.
    private(set) var quality = 1000

    init?(_ text: some StringProtocol) {
        let parts = Self.parts(of: text.lowercased()[...], separator: ";")
        let names = parts[0].split(separator: "/", omittingEmptySubsequences: false)
        guard names.count == 2, !names[0].isEmpty, !names[1].isEmpty, names[0] != "*" || names[1] == "*"
        else { return nil }
        type = names[0]
        subtype = names[1]
        for part in parts.dropFirst() where !part.isEmpty {
            let halves = Self.parts(of: part, separator: "=", maxSplits: 1)
            guard halves.count == 2 else { return nil }
            let (name, text) = (halves[0], halves[1])
            let isQuoted = text.count > 1 && text.first == "\"" && text.last == "\""
            let value = isQuoted ? text.dropFirst().dropLast() : text
            if name != "q" {
                parameters[name] = value
            } else if let weight = Double(value), 0...1 ~= weight {
                quality = Int(weight * 1000 + 0.5)
            } else {
                return nil
            }
        }
    }

    /// Returns the parts of a text between separators, without white space around them.
    private static func parts(
        of text: Substring, separator: Character, maxSplits: Int = .max
    ) -> [Substring] {
        text.split(separator: separator, maxSplits: maxSplits, omittingEmptySubsequences: false).map {
            let text = $0.drop(while: \.isWhitespace)
            return text.lastIndex { !$0.isWhitespace }.map { text[...$0] } ?? text
        }
    }

    /// The precision of the range: `*/*` is less precise than `text/*`, `text/*` than `text/csv`, and
    /// `text/csv` than the same type with parameters.
    var precision: (Int, Int, Int) {
        (type == "*" ? 0 : 1, subtype == "*" ? 0 : 1, parameters.count)
    }

    /// Returns whether the range includes a type. Each format is UTF-8, even if its type has no `charset`
    /// parameter.
    func includes(_ other: MediaRange) -> Bool {
        (type == "*" || type == other.type) && (subtype == "*" || subtype == other.subtype)
            && parameters.allSatisfy {
                $0 == ("charset", "utf-8") || other.parameters[$0.key] == $0.value
            }
    }
}
