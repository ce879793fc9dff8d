/// The parts of the screen, from the top: the caption, the titles, the lines of the table, the details or a menu, and the
/// status. A low screen has fewer parts.
struct ScreenLayout {
    /// The line of the caption, or `nil`.
    let caption: Int?
    /// The line of the titles, or `nil`.
    let titles: Int?
    /// The lines of the table.
    let lines: Range<Int>
    /// The lines of the details or the menu.
    let pane: Range<Int>
    /// The line of the status, or `nil`.
    let status: Int?

    /// Divides a screen.
    ///
    /// - Parameter paneHeight: The number of lines for the details or the menu. One line of the table stays visible.
    init(height: Int, hasCaption: Bool, hasTitles: Bool, paneHeight: Int) {
        caption = hasCaption && height >= 8 ? 0 : nil
        let firstTitle = caption == nil ? 0 : 1
        titles = hasTitles && height >= 3 ? firstTitle : nil
        let start = titles.map { $0 + 1 } ?? firstTitle
        status = height >= 2 ? height - 1 : nil
        let end = status ?? height
        let paneCount = max(0, min(paneHeight, end - start - 1))
        lines = start..<end - paneCount
        pane = end - paneCount..<end
    }

    /// Returns the index of the line of the table at a line of the screen, or `nil`. A head at the top covers another line.
    func line(at y: Int, in browsed: BrowsedLines) -> Int? {
        let isCovered = y == lines.lowerBound && browsed.viewport.showsHeadOnTop(browsed.lines)
        guard lines.contains(y), !isCovered else { return nil }
        let index = browsed.viewport.top + y - lines.lowerBound
        return index < browsed.lines.count ? index : nil
    }
}
