#if canImport(UIKit) && !os(watchOS)
    import TableAgent
    import UIKit

    /// The places of a table's columns, which the titles and the lines of a surface share.
    ///
    /// All columns lie between two insets from the edges of the surface. Cells differ in their margins, accessories, and
    /// controls of the editing mode, so each line reports its own insets when it is laid out. The largest ones apply to all lines.
    @MainActor final class ColumnGuide {
        /// The columns that people see.
        private(set) var shownColumns: [GridColumn] = []
        private(set) var widths = ColumnWidths([])
        /// The places of the columns, in points from the leading edge of all columns.
        private(set) lazy var spans = widths.spans(in: room)
        /// The width of the surface, in points.
        private var width: CGFloat = 0
        /// The text size that a person has chosen.
        private var textSize = UIContentSizeCategory.unspecified
        private weak var container: ViewContainer?
        /// The columns of the table.
        private var columns: [GridColumn] = []
        /// Whether rows were measured.
        private var isMeasured = false
        /// The distances of the columns from the edges of the surface, in points.
        private var leading: CGFloat = 0
        private var trailing: CGFloat = 0
        private var isEditing = false
        /// The distance of a line from the leading edge of the surface.
        private var usualInset: CGFloat = 0
        private var lines: [() -> ColumnsLine?] = []

        init(_ container: ViewContainer) { self.container = container }

        /// Measures the columns and the first 200 rows of a table, if it has other columns than before, or texts have another size.
        ///
        /// - Returns: Whether the columns were measured.
        func follow(_ table: TableInfo) -> Bool {
            guard let container else { return false }
            let size = container.surface.traitCollection.preferredContentSizeCategory
            guard columns != table.columns || size != textSize || !isMeasured && table.rowCount > 0
            else { return false }
            columns = table.columns
            textSize = size
            shownColumns = columns.filter { $0.audience != .programs }
            widths = ColumnWidths(shownColumns)
            isMeasured = table.rowCount > 0
            let rows = table.sections.lazy.flatMap { section in
                section.rows.lazy.map { (section.state, $0) }
            }
            for (state, row) in rows.prefix(200)
            where container.viewSource(for: row.item)?.isGrid == true {
                var line = GridLine(words: container.words, columns: columns)
                row.fill(&line, in: state)
                if fits(line) { _ = widths.widen(for: line, isRow: true, isSample: true) }
            }
            resetInsets()
            return true
        }

        /// Takes the width of the surface, and returns whether it has changed.
        func follow(width: CGFloat) -> Bool {
            guard width != self.width else { return false }
            self.width = width
            resetInsets()
            return true
        }

        /// Returns whether another width or another text size was measured.
        func isOutdated(forWidth width: CGFloat) -> Bool {
            width != self.width || container?.surface.traitCollection.preferredContentSizeCategory != textSize
        }

        /// Returns whether a line is shown in columns. A single cell extends over all columns, and no cell is left out.
        func fits(_ line: GridLine) -> Bool {
            line.cells.count <= shownColumns.count && (line.cells.count > 1 || shownColumns.count == 1)
        }

        /// Makes columns as wide as a line.
        func widen(for line: GridLine, isRow: Bool) {
            if widths.widen(for: line, isRow: isRow) { layOutLines() }
        }

        /// Whether all columns are readable in the width of the surface.
        var hasRoom: Bool { widths.fit(in: room) }

        private var room: CGFloat { max(0, width - leading - trailing) }

        /// Returns the alignment of a column.
        func alignment(of column: Int) -> NSTextAlignment {
            widths.alignment(of: column, isRightToLeft: isRightToLeft)
        }

        private var isRightToLeft: Bool {
            container?.surface.effectiveUserInterfaceLayoutDirection == .rightToLeft
        }

        // MARK: Lines

        /// Lays out a line whenever columns change.
        func add(_ line: ColumnsLine) {
            lines.removeAll { $0() == nil }
            lines.append { [weak line] in line }
        }

        private func layOutLines() {
            spans = widths.spans(in: room)
            for line in lines { line()?.setNeedsLayout() }
        }

        /// Returns the distance of the first column from the leading edge of a line.
        func start(in line: ColumnsLine) -> CGFloat { leading - line.leadingInset }

        /// Resets the insets after a change that they depend on.
        private func resetInsets() {
            let margins = container?.surface.directionalLayoutMargins
            leading = margins?.leading ?? 0
            trailing = margins?.trailing ?? 0
            layOutLines()
        }

        /// Takes the insets of a line that is laid out in its place.
        func takeInsets(of line: ColumnsLine) {
            guard let container, line.window != nil, !line.isDisplaced else { return }
            let surface = container.surface
            // A swipe begins the editing mode of a table view, too.
            let isEditing = surface.isEditing && container.touched.edited == nil
            if isEditing != self.isEditing {
                self.isEditing = isEditing
                resetInsets()
            }
            let frame = line.convert(line.bounds, to: surface)
            let left = frame.minX - surface.bounds.minX
            let right = surface.bounds.maxX - frame.maxX
            // A row that slides in or out is partly outside, and a row may still leave the editing mode.
            let isInPlace = frame.width > 0 && min(left, right) > -0.5
            guard isInPlace, isEditing || line.cellState?.isEditing != true else {
                return line.leadingInset = usualInset
            }
            line.leadingInset = isRightToLeft ? right : left
            guard line.isDescendant(of: surface) else { return }
            usualInset = line.leadingInset
            let margins = line.directionalLayoutMargins
            let old = (leading, trailing)
            leading = max(leading, line.leadingInset + margins.leading)
            trailing = max(trailing, (isRightToLeft ? left : right) + margins.trailing)
            if old != (leading, trailing) { layOutLines() }
        }
    }
#endif
