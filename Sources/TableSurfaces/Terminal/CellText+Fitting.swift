extension CellText {
    /// Cuts a line, whose clusters are at hand, so that an ellipsis fits behind it.
    mutating func cut(_ line: UnsafeBufferPointer<UInt8>, to width: Int) {
        var count = 0
        var used = 0
        for cluster in clusters {
            guard used + cluster.width < width else { break }
            count += cluster.count
            used += cluster.width
        }
        addCut(UnsafeBufferPointer(rebasing: line[..<count]), width: used)
    }

    mutating func addCut(_ kept: UnsafeBufferPointer<UInt8>, width: Int) {
        let start = bytes.count
        bytes.append(contentsOf: kept)
        bytes.append(contentsOf: policy.ellipsis)
        lines.append(Line(range: start..<bytes.count, width: width + 1))
        isBroken = true
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
    ///
    /// By words, it breaks at spaces, of which it drops one, and beside wide characters as far as it can.
    mutating func wrap(_ line: UnsafeBufferPointer<UInt8>, to width: Int, byWords: Bool) {
        var start = bytes.count
        isBroken = true
        addReplacingTooWide(line, width)
        var end = start
        var used = 0
        var lastBreak: Break?
        var (wasWide, wasSpace) = (false, false)
        for cluster in clusters {
            let isSpace = byWords && cluster.count == 1 && bytes[end] == 0x20
            // Behind a space, the break that drops it is the better one.
            if byWords, used > 0, cluster.isWide || wasWide, !wasSpace {
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
                bytes.append(contentsOf: policy.ellipsis)
                clusters[index] = DisplayWidth.Cluster(count: policy.ellipsis.count, width: 1, isWide: true)
            } else {
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: line[offset..<next]))
            }
            offset = next
        }
    }
}
