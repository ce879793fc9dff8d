#if canImport(UIKit) && !os(watchOS)
    import TableAgent
    import UIKit

    /// A view whose entries lie in the columns of a guide: the title row, or the content of a cell.
    class ColumnsLine: UIView {
        /// An entry in each column, placed by constraints, so that a cell measures itself.
        private var entries: [(leading: NSLayoutConstraint, width: NSLayoutConstraint)] = []

        var guide: ColumnGuide? { didSet { guide?.add(self) } }
        /// The distance from the leading edge of the surface, in points.
        var leadingInset: CGFloat = 0

        /// The state of the cell whose content the line is.
        var cellState: UICellConfigurationState? {
            (superview as? UITableViewCell)?.configurationState
                ?? (superview as? UICollectionViewCell)?.configurationState
        }

        /// Whether the cell is away from its place: swiped, dragged, or waiting for its reuse.
        var isDisplaced: Bool { superview?.isHidden == true || cellState?.holdsRow == true }

        override func layoutSubviews() {
            guide?.takeInsets(of: self)
            arrange()
            super.layoutSubviews()
        }

        /// Places the entries in their columns.
        func arrange() {
            guard let guide, guide.spans.count == entries.count else { return }
            let start = guide.start(in: self)
            var hasChanged = false
            for (entry, span) in zip(entries, guide.spans) {
                entry.leading.constant = start + span.start
                hasChanged = hasChanged || entry.width.constant != span.width
                entry.width.constant = span.width
            }
            // Texts of several lines may have another height now.
            if hasChanged, window != nil { invalidateIntrinsicContentSize() }
        }

        /// Replaces the entries.
        ///
        /// - Parameter space: The space above and below the entries, in points. A line that is too low has less space, and its
        ///   texts are not cut.
        func replaceEntries(_ old: [UIView], with new: [UIView], space: CGFloat) {
            for view in old { view.removeFromSuperview() }
            entries = new.map { view in
                addSubview(view)
                view.translatesAutoresizingMaskIntoConstraints = false
                let leading = view.leadingAnchor.constraint(equalTo: leadingAnchor, constant: 0)
                let width = view.widthAnchor.constraint(equalToConstant: 0)
                let least = view.topAnchor.constraint(greaterThanOrEqualTo: topAnchor, constant: 0)
                let top = view.topAnchor.constraint(equalTo: topAnchor, constant: space)
                let bottom = view.bottomAnchor.constraint(lessThanOrEqualTo: bottomAnchor, constant: -space)
                top.priority = .belowTexts
                bottom.priority = UILayoutPriority(741)
                NSLayoutConstraint.activate([leading, width, least, top, bottom])
                return (leading, width)
            }
        }
    }

    extension UILayoutPriority {
        /// A priority below that with which texts resist compression.
        static let belowTexts = UILayoutPriority(740)
    }

    /// The cells of a line, each in its column.
    struct ColumnsContent: UIContentConfiguration {
        let guide: ColumnGuide
        let line: GridLine
        /// Whether the line is a row, which has bars.
        let isRow: Bool
        /// The color of texts without a role, which the focus changes.
        var textColor = UIColor.label

        func makeContentView() -> any UIView & UIContentView { ColumnsView(self) }

        func updated(for state: any UIConfigurationState) -> ColumnsContent {
            var content = self
            content.textColor = UIListContentConfiguration.cell().updated(for: state).textProperties
                .resolvedColor()
            return content
        }
    }

    /// The content view of a ``ColumnsContent``.
    private final class ColumnsView: ColumnsLine, UIContentView {
        private var content: ColumnsContent?
        private var labels: [UILabel] = []
        /// The bars behind the numbers, which a column has from its first number on.
        private var bars: [Int: UIView] = [:]

        private static let space: CGFloat = 11
        private static let leastHeight: CGFloat = 44

        var configuration: any UIContentConfiguration {
            get { content ?? UIListContentConfiguration.cell() }
            set {
                content = newValue as? ColumnsContent
                if let content { show(content) }
            }
        }

        convenience init(_ content: ColumnsContent) {
            self.init(frame: .zero)
            preservesSuperviewLayoutMargins = true
            let height = heightAnchor.constraint(greaterThanOrEqualToConstant: Self.leastHeight)
            height.priority = .belowTexts
            height.isActive = true
            configuration = content
        }

        private func show(_ content: ColumnsContent) {
            if guide !== content.guide { guide = content.guide }
            let columns = content.guide.shownColumns
            if labels.count != columns.count {
                for bar in bars.values { bar.removeFromSuperview() }
                bars = [:]
                let old = labels
                labels = columns.map { _ in UILabel(frame: .zero) }
                replaceEntries(old, with: labels, space: Self.space)
            }
            for (index, label) in labels.enumerated() {
                let role = index < content.line.cells.count ? content.line.cells[index].role : .plain
                let text = content.line.shown(at: index)
                label.text = text
                label.font = role.font
                label.adjustsFontForContentSizeCategory = true
                label.textColor = role.color ?? content.textColor
                let isCut = columns[index].overflow == .cut || content.guide.widths.isNumeric(index)
                label.numberOfLines = isCut ? 1 : 0
                label.accessibilityLabel = [columns[index].title, text].filter { !$0.isEmpty }.joined(
                    separator: ", ")
                label.isAccessibilityElement = !text.isEmpty
            }
            arrange()
            setNeedsLayout()
        }

        override func arrange() {
            super.arrange()
            // A cell that waits for its reuse may have other columns.
            guard let content, labels.count == content.guide.spans.count else { return }
            for (index, label) in labels.enumerated() {
                label.textAlignment = content.guide.alignment(of: index)
                let cell = content.isRow && index < content.line.cells.count ? content.line.cells[index] : nil
                let number = cell.flatMap { content.line.number(in: $0) }
                let scale = content.guide.widths.scale(of: index)
                showBar(number.flatMap { scale?.part(of: $0) }, inColumn: index, of: content.guide)
            }
        }

        /// Shows the bar of a number behind its text.
        private func showBar(_ part: ClosedRange<Double>?, inColumn index: Int, of guide: ColumnGuide) {
            bars[index]?.isHidden = part == nil
            guard let part else { return }
            let bar = bars[index] ?? UIView(frame: .zero)
            if bars.updateValue(bar, forKey: index) == nil {
                bar.backgroundColor = .tintColor
                bar.alpha = 0.15
                insertSubview(bar, at: 0)
            }
            let span = guide.spans[index]
            var start = guide.start(in: self) + span.start + span.width * part.lowerBound
            let width = span.width * (part.upperBound - part.lowerBound)
            if effectiveUserInterfaceLayoutDirection == .rightToLeft { start = bounds.width - start - width }
            bar.frame = CGRect(x: start, y: 4, width: width, height: max(0, bounds.height - 8))
        }
    }
#endif
