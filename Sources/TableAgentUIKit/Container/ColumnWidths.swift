#if canImport(UIKit) && !os(watchOS)
    import TableAgent
    import UIKit

    /// The widths of a table's columns, in points, and the scales of their bars. They follow the rules of `GridColumn`, with the
    /// width of a digit as the width of a terminal column. Widths and scales only grow.
    @MainActor struct ColumnWidths {
        /// The place of a column, in points from the leading edge of all columns.
        struct Span: Equatable {
            let start: CGFloat
            let width: CGFloat
        }

        private struct Column {
            let options: GridColumn
            /// The width of the title, with room for the sign of a sort.
            let titleWidth: CGFloat
            /// The width of the widest text so far.
            var textWidth: CGFloat = 0
            /// Whether all values of the first rows are numbers; `nil` without values.
            var isNumeric: Bool?
            /// Zero and the numbers so far.
            var extent = 0.0...0.0
        }

        private var columns: [Column]
        private let digitWidth = width(of: "0", .plain)

        private static let gap: CGFloat = 16
        private static let sortIndicatorWidth: CGFloat = 20
        /// The number of digits for which a column of texts stays readable.
        private static let readableDigits: CGFloat = 8

        init(_ columns: [GridColumn]) {
            self.columns = columns.map {
                Column(options: $0, titleWidth: Self.width(of: $0.title, .strong) + Self.sortIndicatorWidth)
            }
        }

        private static func width(of text: String, _ role: GridRole) -> CGFloat {
            NSString(string: text).size(withAttributes: [.font: role.font]).width.rounded(.up)
        }

        /// Makes columns as wide as the cells of a line, which has at most as many cells as there are columns.
        ///
        /// - Parameters:
        ///   - isRow: Whether the line is a row, whose numbers have bars.
        ///   - isSample: Whether the line decides about the alignment of its columns.
        /// - Returns: Whether a column has changed.
        mutating func widen(for line: GridLine, isRow: Bool, isSample: Bool = false) -> Bool {
            var hasChanged = false
            for (index, cell) in line.cells.enumerated() {
                let width = Self.width(of: line.shown(at: index), cell.role)
                if width > columns[index].textWidth {
                    columns[index].textWidth = width
                    hasChanged = true
                }
                guard isRow, cell.kind != .empty, cell.kind != .missing else { continue }
                let number = line.number(in: cell)
                if isSample { columns[index].isNumeric = columns[index].isNumeric != false && number != nil }
                let extent = columns[index].extent
                guard let number, number.isFinite, !extent.contains(number) else { continue }
                columns[index].extent = min(extent.lowerBound, number)...max(extent.upperBound, number)
                hasChanged = true
            }
            return hasChanged
        }

        /// Returns the alignment of a column's title and cells. UIKit can't align decimal points.
        func alignment(of index: Int, isRightToLeft: Bool) -> NSTextAlignment {
            let leading = isRightToLeft ? NSTextAlignment.right : .left
            let trailing = isRightToLeft ? NSTextAlignment.left : .right
            return switch columns[index].options.alignment {
            case .left: leading
            case .center: .center
            case .automatic: isNumeric(index) ? trailing : leading
            case .right, .decimal, .decimalComma: trailing
            }
        }

        /// Whether a column has only numbers, which are not broken.
        func isNumeric(_ index: Int) -> Bool { columns[index].isNumeric == true }

        /// Returns the scale of a column's bars, or `nil` for a column without bars.
        func scale(of index: Int) -> BarScale? {
            columns[index].options.bar.flatMap { BarScale($0, extent: columns[index].extent) }
        }

        private func bounded(_ width: CGFloat, _ index: Int) -> CGFloat {
            min(max(width, CGFloat(columns[index].options.width.lowerBound) * digitWidth), greatest(index))
        }

        private func greatest(_ index: Int) -> CGFloat {
            CGFloat(columns[index].options.width.upperBound) * digitWidth
        }

        /// Returns the width that shows the title and all texts so far.
        private func natural(_ index: Int) -> CGFloat {
            bounded(max(columns[index].textWidth, columns[index].titleWidth), index)
        }

        /// Returns the least width at which a column is readable. Numbers are not cut.
        private func least(_ index: Int) -> CGFloat {
            let column = columns[index]
            if column.options.width.lowerBound > 1 { return bounded(0, index) }
            let readable = min(natural(index), Self.readableDigits * digitWidth)
            return isNumeric(index) ? max(readable, bounded(column.textWidth, index)) : readable
        }

        private func sum(_ widths: [CGFloat]) -> CGFloat { widths.reduce(-Self.gap) { $0 + $1 + Self.gap } }

        /// Returns whether all columns are readable in a width.
        func fit(in room: CGFloat) -> Bool { !columns.isEmpty && sum(columns.indices.map(least)) <= room }

        /// Divides the width of a line among the columns.
        func spans(in room: CGFloat) -> [Span] {
            var widths = columns.indices.map(natural)
            var free = room - sum(widths)
            // Columns of the lowest priority shrink first.
            for priority in Set(columns.map(\.options.priority)).sorted() where free < 0 {
                let group = columns.indices.filter { columns[$0].options.priority == priority }
                let slack = group.reduce(0) { $0 + widths[$1] - least($1) }
                let part = slack > 0 ? min(1, -free / slack) : 0
                for index in group { widths[index] -= part * (widths[index] - least(index)) }
                free += part * slack
            }
            // Without shares, all columns become wider alike. What a column can't take is left to the others.
            let shares = columns.map { CGFloat($0.options.share) }
            let weights = shares.contains { $0 > 0 } ? shares : shares.map { _ in 1 }
            for _ in columns where free >= 1 {
                let growing = columns.indices.filter { weights[$0] > 0 && widths[$0] < greatest($0) }
                let total = growing.reduce(0) { $0 + weights[$1] }
                for index in growing {
                    widths[index] = min(widths[index] + free * weights[index] / total, greatest(index))
                }
                free = room - sum(widths)
            }
            // A row that has appeared since may be too wide.
            let factor = free < 0 ? max(0, room / (room - free)) : 1
            var start: CGFloat = 0
            return widths.map { width in
                defer { start += factor * (width + Self.gap) }
                return Span(start: start, width: factor * width)
            }
        }
    }

    extension GridRole {
        /// The font of a cell with the role.
        @MainActor var font: UIFont { .preferredFont(forTextStyle: self == .strong ? .headline : .body) }
    }
#endif
