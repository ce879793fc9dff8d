import TableAgent
import TableSurfaces

/// The markup of a head, row, or foot, with the hash of the markup.
struct MarkupLine: StablyHashed, Sendable {
    let html: HTMLLine
    /// The hash of the markup.
    let stableHash: UInt64

    init(_ html: HTMLLine) {
        self.html = html
        stableHash = StableHash.hash(html.markup)
    }

    /// The key of a row.
    var key: String { HTMLFormat.key(in: html.markup) }

    /// The hash of the key of a row; `nil` for a head or foot.
    var keyHash: UInt64? {
        html.part == .row ? StableHash.hash(HTMLFormat.escapedKey(in: html.markup)) : nil
    }

    /// Whether the line shares its buffer with an earlier line. The first line of a buffer returns `false`.
    var isShared: Bool { html.bytes.startIndex > 0 }
}

/// The markup of a table line by line, and its version.
///
/// A difference changes only some lines. The whole markup is joined only when a viewer needs it.
struct TableMarkup: Sendable {
    /// The head, the rows and the foot of a section, with the tags around them.
    struct Section: StablyHashed, Sendable {
        let tags: (start: [UInt8], end: [UInt8])
        /// The hash of the start tag, which contains the key of the section.
        let stableHash: UInt64
        private(set) var lines: HashedList<MarkupLine>

        init(_ tags: (start: [UInt8], end: [UInt8]), _ lines: [MarkupLine]) {
            self.tags = tags
            stableHash = StableHash.hash(tags.start[...])
            self.lines = HashedList(lines)
        }

        /// The key in the start tag. The keys of the section's lines begin with this key.
        var key: String { HTMLFormat.key(in: tags.start[...]) }

        /// The hash of the lines in this section.
        var linesHash: UInt64 { StableHash.hash(stableHash, lines.hash) }

        var tagByteCount: Int { tags.start.count + tags.end.count }

        private var firstRow: Int { lines.elements.first?.html.part == .head ? 1 : 0 }

        func row(_ index: Int) -> MarkupLine { lines.elements[firstRow + index] }

        func headOrFoot(_ part: TablePart) -> MarkupLine? { lines.elements[range(of: part)].first }

        /// Returns the range of the head or the foot among the lines.
        private func range(of part: TablePart) -> Range<Int> {
            if part == .head { return 0..<firstRow }
            let count = lines.elements.count
            return (lines.elements.last?.html.part == .foot ? count - 1 : count)..<count
        }

        mutating func apply(_ difference: MarkupDifference.Section) {
            let first = firstRow
            let arrivals = difference.arrivals.map { arrival in
                switch arrival.source {
                case .new(let line): (first + arrival.row, line)
                case .old(let row): (first + arrival.row, lines.elements[first + row])
                }
            }
            lines.apply(removing: difference.departures.map { first + $0 }, inserting: arrivals)
            for (row, line) in difference.updates {
                lines.replace(first + row..<first + row + 1, with: [line])
            }
            for (part, line) in difference.headAndFoot {
                lines.replace(range(of: part), with: line.map { [$0] } ?? [])
            }
        }

        func append(to markup: inout [UInt8]) {
            markup += tags.start
            for line in lines.elements { markup += line.html.markup }
            markup += tags.end
        }
    }

    /// The caption.
    private(set) var caption: [UInt8]
    /// The columns with their titles.
    private let columns: [UInt8]
    private(set) var sections: HashedList<Section>
    /// The foot of the table, with its element `tfoot`.
    private(set) var foot: MarkupLine?
    /// The size of the markup in bytes.
    private(set) var byteCount: Int
    /// The sum of the `linesHash` of all sections.
    private var linesHash: UInt64
    /// The size of the lines in shared buffers, in bytes.
    private var sharedBytes: Int
    /// The original size of the shared buffers, in bytes.
    private var bufferBytes: Int

    private static let start = Array("<table>\n".utf8)
    private static let end = Array("</table>\n".utf8)

    init(caption: [UInt8], columns: [UInt8], _ sections: [Section], foot: MarkupLine?) {
        self.caption = caption
        self.columns = columns
        self.sections = HashedList(sections)
        self.foot = foot
        byteCount = Self.start.count + caption.count + columns.count + Self.end.count
        byteCount += foot?.html.markup.count ?? 0
        linesHash = 0
        sharedBytes = foot?.html.bytes.count ?? 0
        for section in sections {
            linesHash &+= section.linesHash
            byteCount += section.tagByteCount
            for line in section.lines.elements {
                byteCount += line.html.markup.count
                sharedBytes += line.html.bytes.count
            }
        }
        bufferBytes = sharedBytes
    }

    /// The whole markup.
    var joined: [UInt8] {
        var joined = Self.start
        joined.reserveCapacity(byteCount)
        joined += caption
        joined += columns
        for section in sections.elements { section.append(to: &joined) }
        if let foot { joined += foot.html.markup }
        return joined + Self.end
    }

    /// Returns the version: a hash of the markup, which is the same in every process.
    ///
    /// - Parameter isUnique: Whether all parts have different keys, so that no two lines are equal.
    /// - Complexity: O(1), or O(bytes) if keys are not unique.
    func version(isUnique: Bool) -> UInt64 {
        guard isUnique else { return StableHash.hash(joined[...]) }
        return StableHash.hash(StableHash.hash(caption[...]), StableHash.hash(columns[...])) &+ sections.hash
            &+ linesHash &+ (foot?.stableHash ?? 0)
    }

    /// Applies a difference.
    mutating func apply(_ difference: MarkupDifference) {
        for (_, section) in difference.sectionDeletes { linesHash &-= section.linesHash }
        for (_, section) in difference.sectionInserts { linesHash &+= section.linesHash }
        sections.apply(
            removing: difference.sectionDeletes.map(\.index), inserting: difference.sectionInserts)
        for section in difference.sections {
            linesHash &-= sections.elements[section.index].linesHash
            sections.update(at: section.index) { $0.apply(section) }
            linesHash &+= sections.elements[section.index].linesHash
        }
        if difference.updatesFoot { foot = difference.foot }
        if let caption = difference.caption { self.caption = caption }
        byteCount += difference.growth
        sharedBytes += difference.newSharedBytes - difference.lostSharedBytes
        bufferBytes += difference.newSharedBytes
        if sharedBytes < bufferBytes / 2 { compact() }
    }

    /// Copies all lines to one buffer, because a remaining line keeps its whole old buffer in memory.
    private mutating func compact() {
        var buffer: [UInt8] = []
        for section in sections.elements { for line in section.lines.elements { buffer += line.html.bytes } }
        if let foot { buffer += foot.html.bytes }
        var end = 0
        func move(_ line: MarkupLine) -> MarkupLine {
            let start = end
            end += line.html.bytes.count
            return MarkupLine(line.html.moved(to: buffer[start..<end]))
        }
        let sections = sections.elements.map { Section($0.tags, $0.lines.elements.map(move)) }
        self = TableMarkup(caption: caption, columns: columns, sections, foot: foot.map(move))
    }
}
