#if canImport(UIKit) && !os(watchOS)
    import TableAgent
    import UIKit

    /// The widths of a table's columns, in points, and the scales of their bars. They follow the rules of `GridColumn`, with the
    /// width of a digit as the width of a terminal column.
    ///
    /// Widths and scales only grow, so that columns do not jump while a person reads.
    @MainActor struct ColumnWidths {
        /// The place of a column, in points from the leading edge of all columns.
        struct Span: Equatable {
            let start: CGFloat
            let width: CGFloat
        }

        private struct Column: Equatable {
            let options: GridColumn
            /// The width of the title, with room for the sign of a sort.
            let titleWidth: CGFloat
            /// The width of the widest text so far.
            var textWidth: CGFloat = 0
            var hasNumbers = false
            var hasOtherValues = false
            /// Zero and the numbers so far.
            var extent = 0.0...0.0

            /// Whether all values so far are numbers.
            var isNumeric: Bool { hasNumbers && !hasOtherValues }
        }

        private var columns: [Column]
        private let digitWidth = width(of: "0", .plain)

        private static let gap: CGFloat = 16
        private static let signWidth: CGFloat = 20
        /// The number of digits for which a column of texts stays readable.
        private static let readableDigits: CGFloat = 8

        init(_ columns: [GridColumn]) {
            self.columns = columns.map {
                Column(options: $0, titleWidth: Self.width(of: $0.title, .strong) + Self.signWidth)
            }
        }

        private static func width(of text: String, _ role: GridRole) -> CGFloat {
            NSString(string: text).size(withAttributes: [.font: role.font]).width.rounded(.up)
        }

        /// Makes columns as wide as the cells of a line.
        ///
        /// - Returns: Whether a column has changed.
        mutating func widen(for line: GridLine, isRow: Bool) -> Bool {
            let old = columns
            for (index, cell) in line.cells.enumerated() where index < columns.count {
                let width = Self.width(of: line.shown(at: index), cell.role)
                columns[index].textWidth = max(columns[index].textWidth, width)
                guard isRow, cell.kind != .empty, cell.kind != .missing else { continue }
                if let number = line.number(at: index) {
                    let extent = columns[index].extent
                    columns[index].extent = min(extent.lowerBound, number)...max(extent.upperBound, number)
                    columns[index].hasNumbers = true
                } else {
                    columns[index].hasOtherValues = true
                }
            }
            return columns != old
        }

        /// Returns the alignment of a column's title and cells. UIKit aligns no decimal points.
        func alignment(of index: Int, isRightToLeft: Bool) -> NSTextAlignment {
            switch columns[index].options.alignment {
            case .left: .natural
            case .center: .center
            case .automatic where !columns[index].isNumeric: .natural
            case .automatic, .right, .decimal, .decimalComma: isRightToLeft ? .left : .right
            }
        }

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
            return column.isNumeric ? max(readable, bounded(column.textWidth, index)) : readable
        }

        private func sum(_ widths: [CGFloat]) -> CGFloat { widths.reduce(-Self.gap) { $0 + $1 + Self.gap } }

        /// Returns whether all columns are readable in a width.
        func fit(in room: CGFloat) -> Bool { !columns.isEmpty && sum(columns.indices.map(least)) <= room }

        /// Divides the width of a line between the columns.
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
            // A row that has appeared since may be too wide.
            let factor = free < 0 ? max(0, room / (room - free)) : 1
            // Without shares, all columns that may become wider do so alike.
            let shares = columns.map(\.options.share)
            let hasShares = shares.contains { $0 > 0 }
            let parts = columns.indices.map { hasShares ? shares[$0] : greatest($0) > room ? 1 : 0 }
            let total = CGFloat(max(1, parts.reduce(0, +)))
            var start: CGFloat = 0
            return columns.indices.map { index in
                let wide = widths[index] + max(0, free) * CGFloat(parts[index]) / total
                let width = factor * min(wide, max(widths[index], greatest(index)))
                defer { start += width + factor * Self.gap }
                return Span(start: start, width: width)
            }
        }
    }

    extension GridRole {
        /// The font of a cell with the role.
        @MainActor var font: UIFont { .preferredFont(forTextStyle: self == .strong ? .headline : .body) }
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
