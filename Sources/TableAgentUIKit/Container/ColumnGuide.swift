#if canImport(UIKit) && !os(watchOS)
    import TableAgent
    import UIKit

    /// The places of a table's columns, which the titles and the lines of a surface share.
    ///
    /// All columns lie between two insets from the edges of the surface. Cells differ in their margins, accessories, and
    /// controls of the editing mode, so each line tells its own insets when it is laid out. The largest ones hold for all lines.
    @MainActor final class ColumnGuide {
        /// The columns of the table.
        private var columns: [GridColumn] = []
        /// The columns that people see.
        private(set) var shownColumns: [GridColumn] = []
        private(set) var widths = ColumnWidths([])
        /// The places of the columns, in points from the leading edge of all columns.
        private(set) lazy var spans = widths.spans(in: room)
        private let surface: any SurfaceView
        /// Whether rows were measured.
        private var isMeasured = false
        /// The distances of the columns from the edges of the surface, in points.
        private var leading: CGFloat = 0
        private var trailing: CGFloat = 0
        private var isEditing = false
        private var lines: [() -> ColumnsLine?] = []

        /// The width of the surface, in points.
        var width: CGFloat = 0 { didSet { if width != oldValue { forgetInsets() } } }

        init(_ surface: any SurfaceView) { self.surface = surface }

        /// Takes the columns of a table, and measures its first rows. Widths begin anew if the table has other columns than before.
        func follow(_ table: TableInfo, words: TableWords) {
            guard columns != table.columns || !isMeasured else { return }
            columns = table.columns
            shownColumns = columns.filter { $0.audience != .programs }
            widths = ColumnWidths(shownColumns)
            isMeasured = table.rowCount > 0
            for section in table.sections.prefix(100) {
                for row in section.rows.prefix(100) where row.item.viewType == GridLine.self {
                    var line = GridLine(words: words, columns: columns)
                    row.fill(&line, in: section.state)
                    _ = widths.widen(for: line, isRow: true)
                }
            }
            change()
        }

        /// Makes columns as wide as a line.
        func widen(for line: GridLine, isRow: Bool) { if widths.widen(for: line, isRow: isRow) { change() } }

        /// Whether all columns are readable in the width of the surface.
        var hasRoom: Bool { widths.fit(in: room) }

        private var room: CGFloat { max(0, width - leading - trailing) }

        /// Returns the alignment of a column.
        func alignment(of column: Int) -> NSTextAlignment {
            widths.alignment(of: column, isRightToLeft: isRightToLeft)
        }

        private var isRightToLeft: Bool { surface.effectiveUserInterfaceLayoutDirection == .rightToLeft }

        private func change() {
            spans = widths.spans(in: room)
            for line in lines { line()?.setNeedsLayout() }
        }

        // MARK: Lines

        /// Lays out a line whenever columns change.
        func add(_ line: ColumnsLine) {
            lines.removeAll { $0() == nil }
            lines.append { [weak line] in line }
        }

        /// Returns the distance of the first column from the leading edge of a line, and takes the insets of the line.
        func start(in line: ColumnsLine) -> CGFloat {
            if line.window != nil, !line.isAway { takeInsets(of: line) }
            return leading - line.leadingInset
        }

        /// Forgets the insets when something changes on which they depend.
        private func forgetInsets() {
            isEditing = surface.isEditing
            leading = surface.directionalLayoutMargins.leading
            trailing = surface.directionalLayoutMargins.trailing
            change()
        }

        private func takeInsets(of line: ColumnsLine) {
            if isEditing != surface.isEditing { forgetInsets() }
            let frame = line.convert(line.bounds, to: surface)
            let left = frame.minX - surface.bounds.minX
            let right = surface.bounds.maxX - frame.maxX
            line.leadingInset = isRightToLeft ? right : left
            guard line.isDescendant(of: surface) else { return }
            let margins = line.directionalLayoutMargins
            let old = (leading, trailing)
            leading = max(leading, line.leadingInset + margins.leading)
            trailing = max(trailing, (isRightToLeft ? left : right) + margins.trailing)
            if old != (leading, trailing) { change() }
        }
    }
#endif
