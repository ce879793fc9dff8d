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

    /// Whether the line shares its buffer with others; `false` for the first line of a buffer.
    var isShared: Bool { html.bytes.startIndex > 0 }
}

/// The markup of a live table line by line, and its version.
///
/// A step changes the lines that it names. The whole markup is joined only for a viewer that asks for it.
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

        /// The hash of the lines in this section.
        var linesHash: UInt64 { StableHash.hash(stableHash, lines.hash) }

        var tagByteCount: Int { tags.start.count + tags.end.count }

        private var firstRow: Int { lines.elements.first?.html.part == .head ? 1 : 0 }

        func row(_ index: Int) -> LiveLine { lines.elements[firstRow + index] }

        func headOrFoot(_ part: GridPart) -> LiveLine? { lines.elements[range(of: part)].first }

        /// The range of the head or of the foot among the lines.
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
            for update in step.updates {
                lines.replace(first + update.row..<first + update.row + 1, with: [update.line])
            }
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

    /// The markup that precedes the first section, and the markup that follows the last section.
    private let (start, end): ([UInt8], [UInt8])
    private(set) var sections: HashedList<Section>
    /// The number of bytes of the markup.
    private(set) var byteCount: Int
    /// The sum of the hashes of the lines in their sections.
    private var linesHash: UInt64
    /// The bytes of lines that share a buffer, and the bytes that the buffer had at first.
    private var (sharedBytes, bufferBytes): (Int, Int)

    init(start: [UInt8], end: [UInt8], _ sections: [Section]) {
        (self.start, self.end) = (start, end)
        self.sections = HashedList(sections)
        byteCount = start.count + end.count
        (linesHash, sharedBytes) = (0, 0)
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
        return markup + end
    }

    /// The version: a hash of the markup, which is the same in every process.
    ///
    /// - Parameter isUnique: Whether no two parts have one key, so that no two lines are equal.
    /// - Complexity: O(1); O(bytes) if keys are not unique.
    func version(isUnique: Bool) -> UInt64 {
        isUnique
            ? StableHash.hash((start + end)[...]) &+ sections.hash &+ linesHash : StableHash.hash(markup[...])
    }

    /// Applies a step that was measured.
    mutating func apply(_ step: LiveStep) {
        for index in step.sectionDeletes { linesHash &-= sections.elements[index].linesHash }
        for (_, section) in step.sectionInserts { linesHash &+= section.linesHash }
        sections.apply(removing: step.sectionDeletes, inserting: step.sectionInserts)
        for section in step.sections {
            linesHash &-= sections.elements[section.index].linesHash
            sections.update(at: section.index) { $0.apply(section) }
            linesHash &+= sections.elements[section.index].linesHash
        }
        byteCount += step.growth
        sharedBytes -= step.lostSharedBytes
        if sharedBytes < bufferBytes / 2 { compact() }
    }

    /// Copies all lines to one buffer, as a line that stays keeps the whole of its buffer.
    private mutating func compact() {
        var buffer: [UInt8] = []
        for section in sections.elements { for line in section.lines.elements { buffer += line.html.bytes } }
        var end = 0
        let sections = sections.elements.map { section in
            Section(
                section.tags,
                section.lines.elements.map { line in
                    let range = end..<end + line.html.bytes.count
                    end = range.upperBound
                    return LiveLine(line.html.moved(to: buffer[range]))
                })
        }
        self = LiveLines(start: start, end: self.end, sections)
    }
}
