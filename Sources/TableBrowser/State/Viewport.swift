/// The part of the lines that the screen shows, and the line of the cursor.
///
/// The head of the section at the top stays visible: it covers the first line.
struct Viewport {
    /// The index of the first line.
    private(set) var top = 0

    /// The index of the cursor's line.
    private(set) var cursor = 0

    /// The number of lines on the screen.
    private(set) var height = 1

    /// The number of lines that were added above the first visible line and that the person has not reached yet.
    private(set) var newAbove = 0

    /// Returns the indices of the visible lines.
    func range(in lines: TableLines) -> Range<Int> {
        min(top, lines.count)..<min(top + height, lines.count)
    }

    /// Returns whether the head of a section covers the first line.
    func showsHeadOnTop(_ lines: TableLines) -> Bool {
        guard height > 1, top < lines.count else { return false }
        let first = lines[top]
        return first.part != .head && lines.headIndex(above: first) != nil
    }

    /// Moves the cursor to a line, and scrolls as little as possible.
    mutating func move(to line: Int, in lines: TableLines) {
        cursor = line
        clamp(to: lines)
    }

    /// Moves the cursor as a command does. Other commands do nothing.
    mutating func move(_ command: BrowserCommand, in lines: TableLines) {
        switch command {
        case .moveUp: move(to: cursor - 1, in: lines)
        case .moveDown: move(to: cursor + 1, in: lines)
        case .moveToStart: move(to: 0, in: lines)
        case .moveToEnd: move(to: lines.count - 1, in: lines)
        case .pageUp: follow(cursor + 1 - height, in: lines)
        case .pageDown: follow(cursor + height - 1, in: lines)
        case .halfPageUp: follow(cursor - height / 2, in: lines)
        case .halfPageDown: follow(cursor + height / 2, in: lines)
        default: break
        }
    }

    /// Moves the cursor to a line. If the line is not visible, scrolls it into the middle of the screen.
    mutating func reveal(_ line: Int, in lines: TableLines) {
        if !(top..<top + height).contains(line) { top = max(0, line - height / 2) }
        move(to: line, in: lines)
    }

    /// Moves the lines under the cursor by a number of lines, as a mouse wheel does. The cursor stays visible.
    mutating func turn(by count: Int, in lines: TableLines) {
        top = max(0, min(top + count, lines.count - height))
        let first = top + (showsHeadOnTop(lines) ? 1 : 0)
        move(to: max(first, min(cursor, top + height - 1)), in: lines)
    }

    /// Moves the cursor to a line, maybe its line in other lines, and scrolls, so that it stays on its line of the screen.
    ///
    /// - Parameter countsNew: Whether the lines that the first visible line moves down are new ones.
    mutating func follow(_ line: Int, in lines: TableLines, countsNew: Bool = false) {
        let offset = cursor - top
        let oldTop = top
        cursor = line
        top = max(0, cursor - offset)
        clamp(to: lines)
        if countsNew { newAbove = top == 0 ? 0 : max(0, newAbove + top - oldTop) }
    }

    /// Changes the number of lines on the screen.
    mutating func resize(height: Int, in lines: TableLines) {
        self.height = max(1, height)
        top = cursor - min(cursor - top, self.height - 1)
        clamp(to: lines)
    }

    private mutating func clamp(to lines: TableLines) {
        let last = max(lines.count - 1, 0)
        cursor = max(0, min(cursor, last))
        // There is no empty space below the lines while lines are above.
        top = max(0, min(top, lines.count - height))
        if cursor < top { top = cursor }
        if cursor >= top + height { top = cursor - height + 1 }
        if cursor == top, top > 0, showsHeadOnTop(lines) { top -= 1 }
        newAbove = min(newAbove, top)
    }
}
