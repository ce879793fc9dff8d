#if canImport(UIKit) && !os(watchOS)
    import TableAgent
    import UIKit

    /// The places of a table's columns, which the title row and the lines of a surface share.
    ///
    /// All columns lie between two insets from the edges of the surface. Cells differ in their margins, accessories, and
    /// controls of the editing mode, so each line tells its own insets when it is laid out. The largest ones hold for all lines.
    @MainActor
    final class ColumnGuide {
        private struct Follower {
            weak var line: ColumnsLine?
        }

        /// What the insets depend on.
        private struct Form: Equatable {
            let width: CGFloat
            let isEditing: Bool
        }

        /// The distances of the columns from the edges of the surface, in points.
        private struct Insets: Equatable {
            var leading: CGFloat = 0
            var trailing: CGFloat = 0
        }

        /// The columns of the table.
        private(set) var columns: [GridColumn] = []
        /// The columns that people see.
        private(set) var shownColumns: [GridColumn] = []
        private let surface: any SurfaceView
        private weak var container: ViewContainer?
        private var widths = ColumnWidths([])
        private var scales: [BarScale?] = []
        private var insets = Insets()
        private var form: Form?
        private var followers: [Follower] = []
        private var knownSpans: [ColumnWidths.Span]?
        /// Whether rows were measured.
        private var isMeasured = false
        private var isMeasuringAgain = false

        /// The number of rows from whose numbers a scale of bars is made.
        private static let scaledRows = 1_000
        /// The number of rows that determine the first widths.
        private static let measuredRows = 100

        init(_ container: ViewContainer) {
            surface = container.surface
            self.container = container
        }

        /// Takes the columns of a table. Its widths begin anew if the table has other columns than before.
        func follow(_ table: TableInfo, words: TableWords) {
            guard columns != table.columns || !isMeasured else { return }
            columns = table.columns
            shownColumns = columns.filter { $0.audience != .programs }
            widths = ColumnWidths(shownColumns)
            isMeasured = table.rowCount > 0
            for line in Self.lines(of: table, Self.measuredRows, words) {
                _ = widths.widen(for: line, isRow: true)
            }
            followScales(of: table, words)
            change()
        }

        /// Measures the numbers of columns with bars.
        func followScales(of table: TableInfo, _ words: TableWords) {
            guard shownColumns.contains(where: { $0.bar != nil }) else { return scales = [] }
            var extents = shownColumns.map { _ in 0.0...0.0 }
            for line in Self.lines(of: table, Self.scaledRows, words) {
                for index in extents.indices where shownColumns[index].bar == .automatic {
                    guard let number = line.number(at: index) else { continue }
                    let old = extents[index]
                    extents[index] = min(old.lowerBound, number)...max(old.upperBound, number)
                }
            }
            let new = zip(shownColumns, extents).map { column, extent in
                column.bar.flatMap { BarScale($0, extent: extent) }
            }
            guard new != scales else { return }
            scales = new
            change()
        }

        /// Returns the lines of some rows, from all parts of a table.
        private static func lines(
            of table: TableInfo, _ limit: Int, _ words: TableWords
        ) -> [GridLine] {
            let step = max(1, table.rowCount / limit)
            var lines: [GridLine] = []
            var index = 0
            for section in table.sections {
                while index < section.rows.count {
                    var line = GridLine(words: words, columns: table.columns)
                    let row = section.rows[index]
                    if row.item.viewType == GridLine.self {
                        row.fill(&line, in: section.state)
                        lines.append(line)
                    }
                    index += step
                }
                index -= section.rows.count
            }
            return lines
        }

        /// Makes columns as wide as a line.
        func widen(for line: GridLine, isRow: Bool) {
            if widths.widen(for: line, isRow: isRow) { change() }
        }

        /// The width of the surface, in points.
        var width: CGFloat = 0 { didSet { followForm() } }

        /// Whether all columns are readable in the width of the surface.
        var hasRoom: Bool { widths.fit(in: room) }

        private var room: CGFloat { max(0, width - insets.leading - insets.trailing) }

        /// The places of the columns, in points from the leading edge of all columns.
        var spans: [ColumnWidths.Span] {
            if let knownSpans { return knownSpans }
            let spans = widths.spans(in: room)
            knownSpans = spans
            return spans
        }

        /// Returns the alignment of a column.
        func alignment(of column: Int) -> NSTextAlignment {
            widths.alignment(of: column, isRightToLeft: isRightToLeft)
        }

        /// Returns the part of a column's width that the bar of a number covers, or `nil` for no bar.
        func bar(of number: Double, inColumn index: Int) -> ClosedRange<Double>? {
            index < scales.count ? scales[index]?.part(of: number) : nil
        }

        private var isRightToLeft: Bool { surface.effectiveUserInterfaceLayoutDirection == .rightToLeft }

        // MARK: Lines

        /// Lays out a line again whenever columns change.
        func add(_ line: ColumnsLine) {
            followers.removeAll { $0.line == nil || $0.line === line }
            followers.append(Follower(line: line))
        }

        /// Returns the distance of the first column from the leading edge of a line, and takes the insets of the line.
        func start(in line: ColumnsLine) -> CGFloat {
            if line.window != nil, !line.isAway { takeInsets(of: line) }
            return insets.leading - line.leadingInset
        }

        /// Forgets the insets if they depend on something that has changed.
        private func followForm() {
            let new = Form(width: width, isEditing: surface.isEditing)
            guard form != new else { return }
            form = new
            let margins = surface.directionalLayoutMargins
            insets = Insets(leading: margins.leading, trailing: margins.trailing)
            change()
        }

        private func takeInsets(of line: ColumnsLine) {
            followForm()
            let frame = line.convert(line.bounds, to: surface)
            let sides = (frame.minX - surface.bounds.minX, surface.bounds.maxX - frame.maxX)
            line.leadingInset = isRightToLeft ? sides.1 : sides.0
            guard line.isDescendant(of: surface) else { return }
            let trailing = isRightToLeft ? sides.0 : sides.1
            let margins = line.directionalLayoutMargins
            let old = insets
            insets.leading = max(old.leading, line.leadingInset + margins.leading)
            insets.trailing = max(old.trailing, trailing + margins.trailing)
            if insets != old { change() }
        }

        private func change() {
            knownSpans = nil
            for follower in followers { follower.line?.setNeedsLayout() }
            guard !isMeasuringAgain, surface.window != nil else { return }
            // Texts of several lines may have another height now.
            isMeasuringAgain = true
            RunLoop.main.perform(inModes: [.common]) { [weak self] in
                MainActor.assumeIsolated {
                    self?.isMeasuringAgain = false
                    self?.container?.measureRows()
                }
            }
        }
    }

    extension GridLine {
        /// Returns the finite number in a cell, or `nil` for another value.
        func number(at index: Int) -> Double? {
            guard cells.indices.contains(index), [.integer, .decimal].contains(cells[index].kind) else {
                return nil
            }
            return Double(value(at: index)).flatMap { $0.isFinite ? $0 : nil }
        }
    }
#endif
