/// The text of one cell as a terminal shows it: in lines, none wider than the column, with symbols in place
/// of all that a terminal would obey.
///
/// One value serves many cells: `set(_:width:overflow:)` fills it anew and keeps its storage. A container
/// sets one for each cell of a row, then prints line by line across the row.
struct CellText {
    /// A line of the cell.
    struct Line: Equatable {
        /// Where the line is in `bytes`.
        var range: Range<Int>
        /// The columns that the line takes.
        var width: Int
    }

    /// The text of all lines, valid UTF-8. Spaces dropped at line breaks lie between the lines.
    private(set) var bytes: [UInt8] = []
    /// The lines from the top, at least one once a text is set.
    private(set) var lines: [Line] = []

    /// Kept for their storage only.
    private var visible: [UInt8] = []
    private var clusters: [DisplayWidth.Cluster] = []

    /// Lays a text out.
    ///
    /// The text starts a new line at each LF, CRLF and lone CR, so one that ends with such a break ends with
    /// an empty line. A cluster wider than the whole column shows as an ellipsis.
    ///
    /// - Parameters:
    ///   - utf8: The cell's text, valid UTF-8.
    ///   - width: The width of the column in columns of the terminal, at least 1.
    ///   - overflow: What happens to lines wider than that.
    /// - Complexity: O(*n*) in the bytes of the text.
    mutating func set(_ utf8: UnsafeBufferPointer<UInt8>, width: Int, overflow: TextOverflow) {
        precondition(width >= 1, "A cell needs a width of at least one column, not \(width).")
        bytes.removeAll(keepingCapacity: true)
        lines.removeAll(keepingCapacity: true)
        if utf8.count <= width || overflow == .cut, Self.isPlain(utf8) {
            if utf8.count <= width {
                addLine(utf8, width: utf8.count)
            } else {
                addCut(UnsafeBufferPointer(rebasing: utf8[..<(width - 1)]), width: width - 1)
            }
            return
        }
        let scan = DisplayWidth.scan(utf8)
        if scan.hasControls {
            Self.forEachLine(of: utf8) { fitVisible($0, to: width, overflow) }
        } else {
            fit(utf8, scan, to: width, overflow)
        }
    }

    /// Adds the bytes of a line to the end of an output.
    ///
    /// - Returns: The columns that they take: 0 for a line below the cell's last.
    func appendLine(_ index: Int, to output: inout [UInt8]) -> Int {
        guard index < lines.count else { return 0 }
        bytes.withUnsafeBufferPointer {
            output.append(contentsOf: UnsafeBufferPointer(rebasing: $0[lines[index].range]))
        }
        return lines[index].width
    }

    private mutating func addLine(_ utf8: UnsafeBufferPointer<UInt8>, width: Int) {
        let start = bytes.count
        bytes.append(contentsOf: utf8)
        lines.append(Line(range: start..<bytes.count, width: width))
    }

    /// Lays out one line of the text that may hold controls.
    private mutating func fitVisible(
        _ line: UnsafeBufferPointer<UInt8>, to width: Int, _ overflow: TextOverflow
    ) {
        let scan = DisplayWidth.scan(line)
        guard scan.hasControls else {
            fit(line, scan, to: width, overflow)
            return
        }
        // Taken out while it is read, as laying out changes `self`.
        var text: [UInt8] = []
        swap(&text, &visible)
        text.removeAll(keepingCapacity: true)
        Self.appendVisible(line, to: &text)
        text.withUnsafeBufferPointer { fit($0, DisplayWidth.scan($0), to: width, overflow) }
        swap(&text, &visible)
    }

    /// Lays out one line of the text that holds no controls.
    private mutating func fit(
        _ line: UnsafeBufferPointer<UInt8>, _ scan: DisplayWidth.Scan, to width: Int, _ overflow: TextOverflow
    ) {
        let needed = DisplayWidth.width(of: line, scan)
        guard needed > width else {
            addLine(line, width: needed)
            return
        }
        clusters.removeAll(keepingCapacity: true)
        if scan.isSimple {
            DisplayWidth.forEachScalar(in: line) { clusters.append($0) }
        } else {
            DisplayWidth.forEachCluster(in: line) { clusters.append($0) }
        }
        switch overflow {
        case .wrap: wrap(line, to: width)
        case .cut: cut(line, to: width)
        }
    }

    /// Cuts a line, whose clusters are at hand, so that an ellipsis fits behind it.
    private mutating func cut(_ line: UnsafeBufferPointer<UInt8>, to width: Int) {
        var count = 0
        var used = 0
        for cluster in clusters {
            guard used + cluster.width < width else { break }
            count += cluster.count
            used += cluster.width
        }
        addCut(UnsafeBufferPointer(rebasing: line[..<count]), width: used)
    }

    private mutating func addCut(_ kept: UnsafeBufferPointer<UInt8>, width: Int) {
        let start = bytes.count
        bytes.append(contentsOf: kept)
        bytes.append(contentsOf: Self.ellipsis)
        lines.append(Line(range: start..<bytes.count, width: width + 1))
    }

    /// Where a line may end.
    private struct Break {
        /// The end of the line in `bytes`.
        var end: Int
        /// The columns up to there.
        var width: Int
        /// The spaces dropped behind it, 0 or 1: each a byte and a column.
        var dropped: Int
    }

    /// Breaks a line, whose clusters are at hand, into lines of the cell.
    private mutating func wrap(_ line: UnsafeBufferPointer<UInt8>, to width: Int) {
        var start = bytes.count
        addReplacingTooWide(line, width)
        var end = start
        var used = 0
        var lastBreak: Break?
        var (wasWide, wasSpace) = (false, false)
        for cluster in clusters {
            let isSpace = cluster.count == 1 && bytes[end] == 0x20
            // Behind a space, the break that drops it is the better one.
            if used > 0, cluster.isWide || wasWide, !wasSpace {
                lastBreak = Break(end: end, width: used, dropped: 0)
            }
            (wasWide, wasSpace) = (cluster.isWide, isSpace)
            if isSpace, used == width {
                lines.append(Line(range: start..<end, width: used))
                end += 1
                (start, used, lastBreak) = (end, 0, nil)
                continue
            }
            // Twice when the last break was at a space that starts the line.
            while used + cluster.width > width {
                let last = lastBreak ?? Break(end: end, width: used, dropped: 0)
                lines.append(Line(range: start..<last.end, width: last.width))
                start = last.end + last.dropped
                used -= last.width + last.dropped
                lastBreak = nil
            }
            if isSpace { lastBreak = Break(end: end, width: used, dropped: 1) }
            end += cluster.count
            used += cluster.width
        }
        if start < end {
            lines.append(Line(range: start..<end, width: used))
        }
    }

    /// Adds a line to `bytes`, with an ellipsis in place of each cluster wider than the whole column.
    private mutating func addReplacingTooWide(_ line: UnsafeBufferPointer<UInt8>, _ width: Int) {
        guard clusters.contains(where: { $0.width > width }) else {
            bytes.append(contentsOf: line)
            return
        }
        var offset = 0
        for index in clusters.indices {
            let next = offset + clusters[index].count
            if clusters[index].width > width {
                bytes.append(contentsOf: Self.ellipsis)
                clusters[index] = DisplayWidth.Cluster(count: Self.ellipsis.count, width: 1, isWide: true)
            } else {
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: line[offset..<next]))
            }
            offset = next
        }
    }
}
