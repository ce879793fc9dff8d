import TableAgent

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
    var bytes: [UInt8] = []
    /// The lines from the top, at least one once a text is set.
    var lines: [Line] = []
    /// Whether a line of the text did not fit, so that it goes on in another or was cut.
    var isBroken = false

    let policy: TextWidthPolicy

    /// Kept for their storage only.
    private var visible: [UInt8] = []
    var clusters: [DisplayWidth.Cluster] = []

    init(policy: TextWidthPolicy = .standard) {
        self.policy = policy
    }

    /// Takes the text away: a cell without any line.
    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        lines.removeAll(keepingCapacity: true)
        isBroken = false
    }

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
        removeAll()
        if utf8.count <= width || overflow == .cut, Self.isPlain(utf8) {
            if utf8.count <= width {
                addLine(utf8, width: utf8.count)
            } else {
                addCut(UnsafeBufferPointer(rebasing: utf8[..<(width - 1)]), width: width - 1)
            }
            return
        }
        let scan = DisplayWidth.scan(utf8, policy)
        if scan.mayNeedSymbols {
            Self.forEachLine(of: utf8) { fitVisible($0, to: width, overflow) }
        } else {
            fit(utf8, scan, to: width, overflow)
        }
    }

    private mutating func addLine(_ utf8: UnsafeBufferPointer<UInt8>, width: Int) {
        let start = bytes.count
        bytes.append(contentsOf: utf8)
        lines.append(Line(range: start..<bytes.count, width: width))
    }

    /// Lays out one line of the text in which something may have to be made visible.
    private mutating func fitVisible(
        _ line: UnsafeBufferPointer<UInt8>, to width: Int, _ overflow: TextOverflow
    ) {
        let scan = DisplayWidth.scan(line, policy)
        guard scan.mayNeedSymbols else {
            fit(line, scan, to: width, overflow)
            return
        }
        // Taken out while it is read, as laying out changes `self`.
        var text: [UInt8] = []
        swap(&text, &visible)
        text.removeAll(keepingCapacity: true)
        Self.appendVisible(line, to: &text)
        text.withUnsafeBufferPointer { fit($0, DisplayWidth.scan($0, policy), to: width, overflow) }
        swap(&text, &visible)
    }

    /// Lays out one line of the text that can be shown as it is.
    private mutating func fit(
        _ line: UnsafeBufferPointer<UInt8>, _ scan: DisplayWidth.Scan, to width: Int, _ overflow: TextOverflow
    ) {
        let needed = DisplayWidth.width(of: line, scan, policy)
        guard needed > width else {
            addLine(line, width: needed)
            return
        }
        clusters.removeAll(keepingCapacity: true)
        if scan.isSimple {
            DisplayWidth.forEachScalar(in: line, policy) { clusters.append($0) }
        } else {
            DisplayWidth.forEachCluster(in: line, policy) { clusters.append($0) }
        }
        switch overflow {
        case .wrap, .wrapAnywhere: wrap(line, to: width, byWords: overflow == .wrap)
        case .cut: cut(line, to: width)
        }
    }
}
