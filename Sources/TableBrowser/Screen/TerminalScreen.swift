public import TableSurfaces

/// The cells of a terminal in one frame.
///
/// To draw a frame, copy the last screen, clear the copy, and put text into the copy. ``difference(from:)``
/// returns the bytes that turn the last screen of a terminal into this one. ``repaint()`` returns the bytes
/// for a terminal in any state.
///
/// A `TextFormat.WidthPolicy` decides how many columns a text takes. A grapheme cluster of several columns is drawn
/// whole or not at all.
@_spi(Internals) public struct TerminalScreen: Sendable {
    /// The number of columns; at least 1.
    package let width: Int
    /// The number of lines; at least 1.
    package let height: Int
    /// The cell of the terminal's own cursor, which screen readers and magnifiers follow. A cursor outside of the
    /// screen is drawn in the nearest cell.
    package var cursor = (column: 0, line: 0)

    /// The colors and marks of the styles.
    let palette: TextFormat.Palette
    private let widthPolicy: TextFormat.WidthPolicy
    /// The cells, line by line.
    private(set) var cells: [Cell]
    /// The clusters that don't fit into a cell.
    private(set) var clusters = ClusterTable()

    /// Creates an empty screen. A width or a height below 1 counts as 1.
    @_spi(Internals) public init(
        width: Int, height: Int, palette: TextFormat.Palette = .basic,
        widthPolicy: TextFormat.WidthPolicy = .standard
    ) {
        self.width = max(width, 1)
        self.height = max(height, 1)
        self.palette = palette
        self.widthPolicy = widthPolicy
        cells = [Cell](repeating: Cell(), count: self.width * self.height)
    }

    /// Removes all text. The cursor stays where it is.
    package mutating func clear() {
        for index in cells.indices { cells[index] = Cell() }
        if clusters.count > 4096 { clusters = ClusterTable() }
    }

    /// Draws text into a line and returns the column after the text.
    ///
    /// The text is clipped at the column `end` and at both edges of the screen; it may start in a negative
    /// column. A clipped cluster becomes blanks, and so does the rest of a cluster that the text overwrites in
    /// part. Control characters become U+FFFD, or are dropped if they take no column.
    ///
    /// - Parameter utf8: Valid UTF-8, usually from `CellText`, which has no control characters.
    @discardableResult
    package mutating func put(
        _ utf8: UnsafeBufferPointer<UInt8>, column start: Int, line: Int, end: Int = .max,
        _ style: ScreenStyle = ScreenStyle()
    ) -> Int {
        let end = min(end, width)
        guard 0..<height ~= line, start < end, end > 0, !utf8.isEmpty else { return start }
        let row = line * width
        if DisplayWidth.isPrintableASCII(utf8) {
            let stop = min(start + utf8.count, end)
            guard stop > 0 else { return stop }
            split(at: max(start, 0), row)
            split(at: stop, row)
            for column in max(start, 0)..<stop {
                cells[row + column] = Cell(glyph: UInt32(utf8[column - start]), style: style)
            }
            return stop
        }
        var offset = 0
        var column = start
        DisplayWidth.forEachCluster(in: utf8, widthPolicy) { cluster in
            let text = UnsafeBufferPointer(rebasing: utf8[offset..<(offset + cluster.count)])
            let columns = column..<(column + cluster.width)
            offset += cluster.count
            column = columns.upperBound
            let visible = columns.clamped(to: 0..<end)
            guard !visible.isEmpty else { return }
            var blanks = visible
            if visible == columns {
                let cell = cell(of: text, width: cluster.width, style)
                put(cell, at: visible.lowerBound, row)
                blanks = blanks.dropFirst(Int(cell.width))
            }
            for column in blanks { put(Cell(style: style), at: column, row) }
        }
        return min(column, end)
    }

    /// Draws a string into a line and returns the column after the text.
    @discardableResult
    package mutating func put(
        _ text: String, column: Int, line: Int, end: Int = .max, _ style: ScreenStyle = ScreenStyle()
    ) -> Int {
        var text = text
        return text.withUTF8 { put($0, column: column, line: line, end: end, style) }
    }

    /// Changes the style of columns of a line. A cluster that is partly in these columns changes as a whole.
    package mutating func restyle(line: Int, _ columns: Range<Int>, _ change: (inout ScreenStyle) -> Void) {
        let columns = columns.clamped(to: 0..<width)
        guard 0..<height ~= line, !columns.isEmpty else { return }
        let row = line * width
        let first = row + columns.lowerBound
        let last = row + columns.upperBound - 1
        let start = first - Int(cells[first].offset)
        let end = last - Int(cells[last].offset) + Int(cells[last].width)
        for index in start..<end { change(&cells[index].style) }
    }

    /// Returns the text of a line, without the blanks at its end.
    package func text(ofLine line: Int) -> String {
        var utf8: [UInt8] = []
        for cell in cells[(line * width)..<((line + 1) * width)] where cell.offset == 0 {
            clusters.append(cell.glyph, to: &utf8)
        }
        return String(decoding: utf8[..<((utf8.lastIndex { $0 != 0x20 } ?? -1) + 1)], as: UTF8.self)
    }

    /// Returns the first cell of a cluster, or U+FFFD if the table of clusters refuses the cluster.
    private mutating func cell(
        of utf8: UnsafeBufferPointer<UInt8>, width: Int, _ style: ScreenStyle
    ) -> Cell {
        guard let glyph = clusters.glyph(of: utf8) else {
            // The width of U+FFFD is ambiguous.
            return Cell(glyph: 0xEF_BFBD, style: style, reach: widthPolicy.hasWideAmbiguous ? 2 : 0)
        }
        return Cell(
            glyph: glyph, style: style, width: UInt8(width), reach: Cell.reach(of: utf8, width: width))
    }

    /// Draws a cluster, given its first cell, into columns that are all visible.
    private mutating func put(_ first: Cell, at column: Int, _ row: Int) {
        split(at: column, row)
        split(at: column + Int(first.width), row)
        cells[row + column] = first
        for offset in 1..<max(first.width, 1) {
            cells[row + column + Int(offset)] = Cell(style: first.style, width: first.width, offset: offset)
        }
    }

    /// Blanks a cluster that covers the cells on both sides of a column's left edge, before one of the sides
    /// is overwritten.
    private mutating func split(at column: Int, _ row: Int) {
        guard column < width, cells[row + column].offset > 0 else { return }
        let start = row + column - Int(cells[row + column].offset)
        for index in start..<(start + Int(cells[start].width)) {
            cells[index] = Cell(style: cells[index].style)
        }
    }
}
