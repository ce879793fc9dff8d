import TableSurfaces

extension TerminalScreen {
    /// Returns the bytes that draw the screen on a terminal in any state.
    ///
    /// Nothing is cleared before it is drawn, so that the terminal does not flicker.
    @_spi(Internals) public func repaint() -> [UInt8] {
        var pen = Pen(self, cursor: (-1, -1))
        // Plain text (SGR), the whole screen scrolls (DECSTBM), characters replace others (IRM), lines count
        // from the top (DECOM), lines wrap (DECAWM), ASCII (SCS and SI).
        pen.output += "\u{1B}[m\u{1B}[r\u{1B}[4l\u{1B}[?6l\u{1B}[?7h\u{1B}(B\u{F}".utf8
        let unknown = [Cell](repeating: .unknown, count: cells.count)
        for line in 0..<height { pen.draw(line, over: unknown) }
        return pen.end()
    }

    /// Returns the bytes that turn a terminal that shows another screen into one that shows this screen.
    ///
    /// The bytes are empty if the screens are equal. They are those of ``repaint()`` if that is shorter, or if
    /// the screens differ in size or palette.
    ///
    /// - Complexity: O(*n*) in the cells, and O(*m*²) in the lines.
    @_spi(Internals) public func difference(from shown: TerminalScreen) -> [UInt8] {
        guard (width, height, palette) == (shown.width, shown.height, shown.palette) else { return repaint() }
        let old = clusters.cells(shown.cells, from: shown.clusters)
        var shortest = difference(from: old, cursor: shown.visibleCursor)
        // A scroll itself takes about 20 bytes, and the lines that appear take more.
        if shortest.count > 40, let scroll = Scroll(from: old, to: cells, width: width) {
            let scrolled = difference(from: old, cursor: shown.visibleCursor, after: scroll)
            if scrolled.count < shortest.count { shortest = scrolled }
        }
        // A repaint has at least a byte for each column of text.
        if shortest.count > (0..<height).reduce(0, { $0 + cells.textEnd($1, width) }) {
            let repaint = repaint()
            if repaint.count < shortest.count { shortest = repaint }
        }
        return shortest
    }

    /// The cursor, or the cell of the screen that is nearest to it.
    fileprivate var visibleCursor: (column: Int, line: Int) {
        (min(max(cursor.column, 0), width - 1), min(max(cursor.line, 0), height - 1))
    }

    private func difference(
        from old: [Cell], cursor: (column: Int, line: Int), after scroll: Scroll? = nil
    ) -> [UInt8] {
        var old = old
        var pen = Pen(self, cursor: cursor)
        if let scroll {
            pen.scroll(scroll)
            scroll.apply(to: &old, width: width)
        }
        for line in 0..<height { pen.draw(line, over: old) }
        return pen.end()
    }
}

extension [Cell] {
    /// Returns the column behind the last cell of a line that is not a plain blank.
    fileprivate func textEnd(_ line: Int, _ width: Int) -> Int {
        var end = width
        while end > 0, self[line * width + end - 1] == Cell() { end -= 1 }
        return end
    }
}

/// A move of lines by a distance within margins, between the first and the last line of the screen.
private struct Scroll {
    /// The lines between the margins.
    let lines: Range<Int>
    /// The number of lines that the text moves; upward if positive.
    let distance: Int

    /// Finds the move that puts the most text where it belongs, or returns `nil` if no text has moved.
    init?(from old: [Cell], to new: [Cell], width: Int) {
        let height = new.count / width
        let oldHashes = Self.hashes(of: old, width)
        let newHashes = Self.hashes(of: new, width)
        let sizes = (0..<height).map { new.textEnd($0, width) }
        var best = (gain: 0, first: 0, last: 0, distance: 0)
        for distance in (3 - height)..<max(height - 2, 3 - height) where distance != 0 {
            // Find the adjacent lines with the largest gain: the columns of lines that the move puts into their
            // place, less those of lines that it takes from their place.
            var gain = 0
            var first = 0
            for line in max(1, 1 - distance)..<min(height - 1, height - 1 - distance) {
                if gain <= 0 {
                    gain = 0
                    first = line
                }
                let arrives = newHashes[line] == oldHashes[line + distance]
                let remains = newHashes[line] == oldHashes[line]
                if arrives != remains { gain += arrives ? sizes[line] : -sizes[line] }
                if gain > best.gain { best = (gain, first, line, distance) }
            }
        }
        guard best.gain > 0 else { return nil }
        distance = best.distance
        lines = min(best.first, best.first + distance)..<(max(best.last, best.last + distance) + 1)
    }

    /// Returns a hash of each line, which doesn't depend on the cursor: the hash ignores the first column, which
    /// contains the cursor's mark, and reversed colors.
    private static func hashes(of cells: [Cell], _ width: Int) -> [UInt64] {
        stride(from: 0, to: cells.count, by: width).map { start in
            var hash: UInt64 = 0
            for cell in cells[(start + min(1, width - 1))..<(start + width)] {
                var style = cell.style
                style.isReversed = false
                // A step of FNV-1a for each cell. It carries no high bits down, so they are folded.
                hash = (hash ^ UInt64(cell.glyph) << 8 ^ UInt64(style.bits)) &* 0x100_0000_01B3
                hash ^= hash >> 32
            }
            return hash
        }
    }

    /// Moves the lines of a screen. The lines that appear are empty.
    func apply(to cells: inout [Cell], width: Int) {
        let moved = cells
        for line in lines {
            for column in 0..<width {
                let isNew = !lines.contains(line + distance)
                cells[line * width + column] = isNew ? Cell() : moved[(line + distance) * width + column]
            }
        }
    }
}

/// The terminal's cursor while a screen is drawn: its cell, and the style in which it writes.
private struct Pen {
    var output: [UInt8] = []
    private let screen: TerminalScreen
    /// The cell of the cursor; a negative line if the terminal may have the cursor elsewhere.
    private var column: Int
    private var line: Int
    private var style = ScreenStyle()
    /// The codes of `style` in the palette of the screen.
    private var codes = ""

    /// Creates a pen that writes plain text.
    init(_ screen: TerminalScreen, cursor: (column: Int, line: Int)) {
        self.screen = screen
        column = cursor.column
        line = cursor.line
    }

    /// Draws the cells of a line that differ from those on the terminal.
    mutating func draw(_ line: Int, over old: [Cell]) {
        let cells = screen.cells
        let width = screen.width
        let row = line * width
        let end = cells.textEnd(line, width)
        let oldEnd = old.textEnd(line, width)
        // An erasure takes three bytes, as many as three blanks.
        let isErased = oldEnd > end + 3
        var limit = isErased ? end : max(end, oldEnd)
        // The column up to which a terminal may have overwritten cells.
        var reached = 0
        var column = 0
        while column < limit {
            let cell = cells[row + column]
            if column < reached || cell != old[row + column] {
                draw(cell, at: column, line)
                reached = max(reached, column + Int(cell.reach))
                if !isErased { limit = max(limit, min(reached, width)) }
            }
            column += Int(cell.width)
        }
        if isErased {
            move(to: end, line)
            set(ScreenStyle())
            output += "\u{1B}[K".utf8
        }
    }

    /// Draws a cluster, given its first cell.
    private mutating func draw(_ cell: Cell, at column: Int, _ line: Int) {
        let isInPlace = writesGap(to: column, line)
        set(cell.style)
        if !isInPlace, !writesGap(to: column, line) { move(to: column, line) }
        if cell.reach > 0 { return drawUncertain(cell, at: column, line) }
        screen.clusters.append(cell.glyph, to: &output)
        self.column += Int(cell.width)
        // Terminals differ in where the cursor is after the last column.
        if self.column == screen.width { self.line = -1 }
    }

    /// Draws a cluster, at the cursor, whose width differs between terminals.
    ///
    /// Its columns are blanked first, so that a narrower cluster leaves nothing else there. Afterwards, the
    /// cell of the cursor is unknown, and the next cell starts with a move.
    private mutating func drawUncertain(_ cell: Cell, at column: Int, _ line: Int) {
        // A cluster that is too wide must not continue on the next line, so wrapping is off here (DECAWM). Then
        // Ghostty takes a character in the last column for the base of joiners and marks, so it is erased first.
        let mayWrap = column + Int(cell.reach) > screen.width
        if mayWrap {
            output += "\u{1B}[K\u{1B}[?7l".utf8
        } else {
            output.append(contentsOf: repeatElement(0x20, count: Int(cell.width)))
            self.line = -1
            move(to: column, line)
        }
        screen.clusters.append(cell.glyph, to: &output)
        if mayWrap { output += "\u{1B}[?7h".utf8 }
        self.line = -1
    }

    /// Writes the equal cells before a column again, if that takes less than a move of the cursor and no other
    /// style. Returns whether the cursor is at the column.
    private mutating func writesGap(to column: Int, _ line: Int) -> Bool {
        guard line == self.line, 0...4 ~= column - self.column else { return false }
        let gap = screen.cells[(line * screen.width + self.column)..<(line * screen.width + column)]
        guard gap.allSatisfy({ $0.style == style && $0.offset == 0 && $0.glyph < 0x80 }) else { return false }
        for cell in gap { output.append(UInt8(cell.glyph)) }
        self.column = column
        return true
    }

    private mutating func move(to column: Int, _ line: Int) {
        switch (column, line) {
        case (self.column, self.line): return
        case (0, self.line): output += "\r".utf8
        case (0, self.line + 1) where self.line >= 0: output += "\r\n".utf8
        case (_, self.line): output += "\u{1B}[\(column + 1)G".utf8
        case (0, _): output += "\u{1B}[\(line + 1)H".utf8
        default: output += "\u{1B}[\(line + 1);\(column + 1)H".utf8
        }
        self.column = column
        self.line = line
    }

    private mutating func set(_ style: ScreenStyle) {
        guard style != self.style else { return }
        let codes = style.codes(in: screen.palette)
        if codes != self.codes {
            let reset = self.codes.isEmpty || codes.isEmpty ? "" : "0;"
            output += "\u{1B}[\(reset)\(codes)m".utf8
        }
        self.style = style
        self.codes = codes
    }

    /// Scrolls lines with line feeds at the lower margin or reverse line feeds at the upper one. Some terminals
    /// don't support the sequences for scrolling (SU and SD).
    mutating func scroll(_ scroll: Scroll) {
        output += "\u{1B}[\(scroll.lines.lowerBound + 1);\(scroll.lines.upperBound)r".utf8
        line = -1
        if scroll.distance > 0 {
            move(to: 0, scroll.lines.upperBound - 1)
            output.append(contentsOf: repeatElement(0x0A, count: scroll.distance))
        } else {
            move(to: 0, scroll.lines.lowerBound)
            for _ in 0..<(-scroll.distance) { output += "\u{1B}M".utf8 }
        }
        output += "\u{1B}[r".utf8
        // Most terminals move the cursor to the first line here.
        line = -1
    }

    /// Ends with plain text and the cursor of the screen. Returns everything that the pen wrote.
    mutating func end() -> [UInt8] {
        set(ScreenStyle())
        let cursor = screen.visibleCursor
        move(to: cursor.column, cursor.line)
        return output
    }
}
