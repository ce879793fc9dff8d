import TableAgent
import TableSurfaces

/// A line of a live table.
struct LiveLine: StablyHashed, Sendable {
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

/// The markup of a live table line by line, and its version.
///
/// A step changes only some lines. The whole markup is joined only when a viewer needs it.
struct LiveLines: Sendable {
    /// The head, the rows and the foot of a section, with the tags around them.
    struct Section: StablyHashed, Sendable {
        let tags: (start: [UInt8], end: [UInt8])
        /// The hash of the start tag, which contains the key of the section.
        let stableHash: UInt64
        private(set) var lines: HashedList<LiveLine>

        init(_ tags: (start: [UInt8], end: [UInt8]), _ lines: [LiveLine]) {
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

        func row(_ index: Int) -> LiveLine { lines.elements[firstRow + index] }

        func headOrFoot(_ part: GridPart) -> LiveLine? { lines.elements[range(of: part)].first }

        /// Returns the range of the head or the foot among the lines.
        private func range(of part: GridPart) -> Range<Int> {
            if part == .head { return 0..<firstRow }
            let count = lines.elements.count
            return (lines.elements.last?.html.part == .foot ? count - 1 : count)..<count
        }

        mutating func apply(_ step: LiveStep.Section) {
            let first = firstRow
            let arrivals = step.arrivals.map { arrival in
                switch arrival.source {
                case .new(let line): (first + arrival.row, line)
                case .old(let row): (first + arrival.row, lines.elements[first + row])
                }
            }
            lines.apply(removing: step.departures.map { first + $0 }, inserting: arrivals)
            for (row, line) in step.updates { lines.replace(first + row..<first + row + 1, with: [line]) }
            for (part, line) in step.headAndFoot {
                lines.replace(range(of: part), with: line.map { [$0] } ?? [])
            }
        }

        func append(to markup: inout [UInt8]) {
            markup += tags.start
            for line in lines.elements { markup += line.html.markup }
            markup += tags.end
        }
    }

    /// The markup that precedes the first section.
    private let start: [UInt8]
    private(set) var sections: HashedList<Section>
    /// The foot of the table, with its element `tfoot`.
    private(set) var foot: LiveLine?
    /// The size of the markup in bytes.
    private(set) var byteCount: Int
    /// The sum of the `linesHash` of all sections.
    private var linesHash: UInt64
    /// The size of the lines in shared buffers, and the original size of these buffers, in bytes.
    private var (sharedBytes, bufferBytes): (Int, Int)

    private static let end = Array("</table>\n".utf8)

    init(start: [UInt8], _ sections: [Section], foot: LiveLine?) {
        self.start = start
        self.sections = HashedList(sections)
        self.foot = foot
        byteCount = start.count + Self.end.count + (foot?.html.markup.count ?? 0)
        (linesHash, sharedBytes) = (0, foot?.html.bytes.count ?? 0)
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
    var markup: [UInt8] {
        var markup = start
        markup.reserveCapacity(byteCount)
        for section in sections.elements { section.append(to: &markup) }
        if let foot { markup += foot.html.markup }
        return markup + Self.end
    }

    /// Returns the version: a hash of the markup, which is the same in every process.
    ///
    /// - Parameter isUnique: Whether all parts have different keys, so that no two lines are equal.
    /// - Complexity: O(1), or O(bytes) if keys are not unique.
    func version(isUnique: Bool) -> UInt64 {
        guard isUnique else { return StableHash.hash(markup[...]) }
        return StableHash.hash(start[...]) &+ sections.hash &+ linesHash &+ (foot?.stableHash ?? 0)
    }

    /// Applies a step.
    mutating func apply(_ step: LiveStep) {
        for (_, section) in step.sectionDeletes { linesHash &-= section.linesHash }
        for (_, section) in step.sectionInserts { linesHash &+= section.linesHash }
        sections.apply(removing: step.sectionDeletes.map(\.index), inserting: step.sectionInserts)
        for section in step.sections {
            linesHash &-= sections.elements[section.index].linesHash
            sections.update(at: section.index) { $0.apply(section) }
            linesHash &+= sections.elements[section.index].linesHash
        }
        if step.updatesFoot { foot = step.foot }
        byteCount += step.growth
        sharedBytes += step.newSharedBytes - step.lostSharedBytes
        bufferBytes += step.newSharedBytes
        if sharedBytes < bufferBytes / 2 { compact() }
    }

    /// Copies all lines to one buffer, because a remaining line keeps its whole old buffer in memory.
    private mutating func compact() {
        var buffer: [UInt8] = []
        for section in sections.elements { for line in section.lines.elements { buffer += line.html.bytes } }
        if let foot { buffer += foot.html.bytes }
        var end = 0
        func move(_ line: LiveLine) -> LiveLine {
            let start = end
            end += line.html.bytes.count
            return LiveLine(line.html.moved(to: buffer[start..<end]))
        }
        let sections = sections.elements.map { Section($0.tags, $0.lines.elements.map(move)) }
        self = LiveLines(start: start, sections, foot: foot.map(move))
    }
}
