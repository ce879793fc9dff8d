import TableAgent
import TableSurfaces

extension BrowserPainter {
    /// Paints the details on some lines of the screen, below a title.
    func paintDetails(in range: Range<Int>, on screen: inout TerminalScreen) {
        guard !range.isEmpty else { return }
        let room = range.dropFirst()
        let hiddenCount = max(0, details.count - room.count)
        let title = hiddenCount > 0 ? words.moreDetails(hiddenCount) : words.details
        screen.put(
            title.cut(to: screen.width, policy), column: 0, line: range.lowerBound, ScreenStyle(.muted))
        screen.restyle(line: range.lowerBound, 0..<screen.width) { $0.isUnderlined = true }
        details.paint(from: 0, in: room, on: &screen)
    }

    /// Paints the details on the whole screen, from a line on.
    func paintDetails(from first: Int, on screen: inout TerminalScreen) {
        screen.clear()
        let room = max(screen.height - 1, 1)
        details.paint(from: first, in: 0..<room, on: &screen)
        let last = min(first + room, details.count)
        let place = details.count > room ? words.help.place(first + 1, last, details.count) : ""
        if screen.height > 1 {
            let text = (place + words.help.returns).cut(to: screen.width, policy)
            screen.put(text, column: 0, line: room, ScreenStyle(.muted))
        }
        screen.cursor = (0, screen.height - 1)
    }
}
