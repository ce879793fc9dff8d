#if canImport(UIKit) && !os(watchOS)
    import TableAgent
    import UIKit

    /// A view whose entries lie in the columns of a guide: the title row, or the content of a cell.
    class ColumnsLine: UIView {
        /// An entry in each column, placed by constraints, so that a cell measures itself.
        private var entries: [(view: UIView, leading: NSLayoutConstraint, width: NSLayoutConstraint)] = []

        var guide: ColumnGuide? { didSet { guide?.add(self) } }
        /// The distance from the leading edge of the surface, in points.
        var leadingInset: CGFloat = 0

        /// Whether the cell is away from its place, because a person swipes or drags it.
        var isAway: Bool {
            let state =
                (superview as? UITableViewCell)?.configurationState
                ?? (superview as? UICollectionViewCell)?.configurationState
            return state?.holdsRow == true
        }

        override func layoutSubviews() {
            arrange()
            super.layoutSubviews()
        }

        /// Places the entries in their columns.
        func arrange() {
            guard let guide else { return }
            let start = guide.start(in: self)
            for (entry, span) in zip(entries, guide.spans) {
                entry.leading.constant = start + span.start
                guard entry.width.constant != span.width else { continue }
                entry.width.constant = span.width
                // Texts of several lines may have another height now.
                invalidateIntrinsicContentSize()
            }
        }

        /// Returns the place of a column, in points from the leading edge of the line.
        func place(ofColumn index: Int) -> (start: CGFloat, width: CGFloat) {
            (entries[index].leading.constant, entries[index].width.constant)
        }

        /// Replaces the entries.
        ///
        /// - Parameter space: The space above and below the entries, in points.
        func replaceEntries(_ views: [UIView], space: CGFloat) {
            for entry in entries { entry.view.removeFromSuperview() }
            entries = views.map { view in
                addSubview(view)
                view.translatesAutoresizingMaskIntoConstraints = false
                let leading = view.leadingAnchor.constraint(equalTo: leadingAnchor, constant: 0)
                let width = view.widthAnchor.constraint(equalToConstant: 0)
                let bottom = view.bottomAnchor.constraint(lessThanOrEqualTo: bottomAnchor, constant: -space)
                // While a cell is measured, its estimated height would contradict a required constraint.
                bottom.priority = UILayoutPriority(999)
                let top = view.topAnchor.constraint(equalTo: topAnchor, constant: space)
                NSLayoutConstraint.activate([leading, width, top, bottom])
                return (view, leading, width)
            }
        }
    }

    /// The cells of a line, each in its column.
    struct ColumnsContent: UIContentConfiguration {
        let guide: ColumnGuide
        let line: GridLine
        /// Whether the line is a row, which has bars.
        let isRow: Bool

        func makeContentView() -> any UIView & UIContentView { ColumnsView(self) }

        func updated(for state: any UIConfigurationState) -> ColumnsContent { self }
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
                guard let new = newValue as? ColumnsContent else { return }
                content = new
                if guide !== new.guide { guide = new.guide }
                show(new)
            }
        }

        convenience init(_ content: ColumnsContent) {
            self.init(frame: .zero)
            let height = heightAnchor.constraint(greaterThanOrEqualToConstant: Self.leastHeight)
            height.priority = UILayoutPriority(999)
            height.isActive = true
            configuration = content
        }

        func supports(_ configuration: any UIContentConfiguration) -> Bool { configuration is ColumnsContent }

        private func show(_ content: ColumnsContent) {
            let columns = content.guide.shownColumns
            if labels.count != columns.count {
                labels = columns.map { _ in UILabel(frame: .zero) }
                replaceEntries(labels, space: Self.space)
            }
            for (index, label) in labels.enumerated() {
                let role = index < content.line.cells.count ? content.line.cells[index].role : .plain
                let text = content.line.shown(at: index)
                label.text = text
                label.font = role.font
                label.adjustsFontForContentSizeCategory = true
                label.textColor = role.color ?? .label
                label.numberOfLines = columns[index].overflow == .cut ? 1 : 0
                label.accessibilityLabel = [columns[index].title, text].filter { !$0.isEmpty }.joined(
                    separator: ", ")
                // An empty cell is not read.
                label.isAccessibilityElement = !text.isEmpty
            }
            arrange()
            setNeedsLayout()
        }

        override func arrange() {
            super.arrange()
            guard let content else { return }
            for (index, label) in labels.enumerated() {
                label.textAlignment = content.guide.alignment(of: index)
                let number = content.isRow ? content.line.number(at: index) : nil
                let scale = content.guide.widths.scale(of: index)
                showBar(number.flatMap { scale?.part(of: $0) }, inColumn: index)
            }
        }

        /// Shows the bar of a number behind its text.
        private func showBar(_ part: ClosedRange<Double>?, inColumn index: Int) {
            bars[index]?.isHidden = part == nil
            guard let part else { return }
            let bar = bars[index] ?? makeBar()
            bars[index] = bar
            let place = place(ofColumn: index)
            var start = place.start + place.width * part.lowerBound
            let width = place.width * (part.upperBound - part.lowerBound)
            if effectiveUserInterfaceLayoutDirection == .rightToLeft { start = bounds.width - start - width }
            bar.frame = CGRect(x: start, y: 4, width: width, height: max(0, bounds.height - 8))
        }

        private func makeBar() -> UIView {
            let bar = UIView(frame: .zero)
            bar.backgroundColor = UIColor.tintColor.withAlphaComponent(0.15)
            insertSubview(bar, at: 0)
            return bar
        }
    }
#endif
