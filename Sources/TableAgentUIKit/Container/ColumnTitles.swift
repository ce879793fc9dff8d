#if canImport(UIKit) && !os(watchOS)
    public import TableAgent
    public import UIKit

    extension ViewContainer {
        /// Creates a row of column titles, below which grid items are shown in columns.
        ///
        /// Place the titles above the container's view, with the same width. They stay when the rows scroll:
        ///
        /// ```swift
        /// let titles = container.makeColumnTitles(minimumWidth: 700)
        /// let stack = UIStackView(arrangedSubviews: [titles, tableView])
        /// stack.axis = .vertical
        /// ```
        ///
        /// The columns are those of the visible table and its query. They follow the rules of `GridColumn`: widths, with a digit in
        /// place of a terminal column, shares, priorities, alignment, and bars. Without shares, all columns become wider alike. A
        /// tap on a title sorts by its column: ascending, then descending, then not at all. Rows with views of your own keep
        /// them. A grid item keeps its accessory, but not its style and the changes of its content configuration.
        ///
        /// The titles are empty, and rows have their system cells, in three cases: the titles are narrower than the minimum
        /// width, the columns are not readable in that width, or the table has no columns. Use the titles for lists, not for
        /// layouts with several items in a line.
        ///
        /// - Parameters:
        ///   - minimumWidth: The width from which rows are shown in columns, in points.
        ///   - showQuery: Shows the table by a query, after a tap on a title. By default, the visible table is shown by the query.
        ///     Pass a closure if a database answers queries; the titles keep what it captures.
        /// - Returns: The titles. The container shows columns as long as you keep the titles.
        public func makeColumnTitles(
            minimumWidth: CGFloat = 600, showQuery: ((TableQuery) throws -> Void)? = nil
        ) -> UIView {
            let titles = ColumnTitles(of: self, minimumWidth: minimumWidth, showQuery: showQuery)
            columnTitles = titles
            return titles
        }

        /// Returns the content of a line in columns, or `nil` if the line is not shown in columns.
        func columns(of line: GridLine, isRow: Bool) -> ColumnsContent? {
            guard let titles = columnTitles, titles.isActive, let guide = titles.guide, guide.fits(line)
            else { return nil }
            guide.widen(for: line, isRow: isRow)
            return ColumnsContent(guide: guide, line: line, isRow: isRow)
        }
    }

    /// The titles of a table's columns.
    final class ColumnTitles: ColumnsLine {
        /// Whether rows are shown in columns.
        private(set) var isActive = false
        private weak var container: ViewContainer?
        private var minimumWidth: CGFloat = 0
        private var showQuery: ((TableQuery) throws -> Void)?
        private var columns: [GridColumn] = []
        private var buttons: [UIButton] = []
        /// The order of the latest tap, which may wait.
        private var asked: [TableQuery.Sort]?

        convenience init(
            of container: ViewContainer, minimumWidth: CGFloat, showQuery: ((TableQuery) throws -> Void)?
        ) {
            self.init(frame: .zero)
            self.container = container
            self.minimumWidth = minimumWidth
            self.showQuery = showQuery
            guide = ColumnGuide(container)
            // The titles are as low as their texts permit.
            let height = heightAnchor.constraint(equalToConstant: 0)
            height.priority = .belowTexts
            height.isActive = true
        }

        override func layoutSubviews() {
            if guide?.isOutdated(forWidth: bounds.width) == true { update(replacesRows: true) }
            showOrder()
            super.layoutSubviews()
        }

        /// Shows the titles of the visible table, and starts or stops showing its rows in columns.
        ///
        /// - Parameter replacesRows: Whether the views of the table are replaced if they are of the wrong kind.
        func update(replacesRows: Bool) {
            guard let container, container.columnTitles === self, let guide else { return }
            if showQuery == nil || container.panel?.query.sorts == asked { asked = nil }
            let isWider = guide.follow(width: bounds.width)
            let isMeasured = guide.follow(container.panel?.tableInfo ?? TableInfo())
            // Rows that appear later do not end the columns.
            if isWider || isMeasured {
                let wasActive = isActive
                isActive = bounds.width >= minimumWidth && guide.hasRoom
                let shown = isActive ? guide.shownColumns : []
                if shown != columns {
                    let old = buttons
                    columns = shown
                    buttons = shown.map(makeButton)
                    replaceEntries(old, with: buttons, space: 0)
                }
                if replacesRows, isActive ? isMeasured || !wasActive : wasActive { container.replaceRows() }
            }
            showOrder()
        }

        private func makeButton(for column: GridColumn) -> UIButton {
            var configuration = UIButton.Configuration.plain()
            configuration.title = column.title
            configuration.imagePlacement = .trailing
            configuration.imagePadding = 4
            configuration.buttonSize = .small
            configuration.titleLineBreakMode = .byTruncatingTail
            configuration.contentInsets = NSDirectionalEdgeInsets(
                top: 12, leading: 0, bottom: 12, trailing: 0)
            if !column.isSortable { configuration.baseForegroundColor = .secondaryLabel }
            let action = UIAction { [weak self] _ in self?.sort(by: column.key) }
            let button = UIButton(configuration: configuration, primaryAction: action)
            button.isUserInteractionEnabled = column.isSortable && !column.title.isEmpty
            button.isAccessibilityElement = !column.title.isEmpty
            button.accessibilityTraits = button.isUserInteractionEnabled ? [.header, .button] : .header
            return button
        }

        /// Shows by which title the table is sorted. Only what differs is set, because that lays out the button.
        private func showOrder() {
            guard let guide, let container, buttons.count == guide.shownColumns.count else { return }
            for (index, button) in buttons.enumerated() {
                let first = container.panel?.query.sorts.first
                let sort = first?.column == columns[index].key ? first : nil
                let words = container.words
                let value = sort.map { $0.isDescending ? words.descending : words.ascending }
                if button.accessibilityValue != value {
                    button.accessibilityValue = value
                    button.configuration?.image = sort.flatMap {
                        UIImage(systemName: $0.isDescending ? "chevron.down" : "chevron.up")
                    }
                }
                let alignment = guide.alignment(of: index)
                let side: UIControl.ContentHorizontalAlignment =
                    alignment == .left ? .left : alignment == .right ? .right : .center
                if button.contentHorizontalAlignment != side { button.contentHorizontalAlignment = side }
            }
        }

        /// Sorts by a column: ascending, then descending, then not at all.
        private func sort(by key: String) {
            guard let panel = container?.panel else { return }
            var query = panel.query
            switch (asked ?? query.sorts).first {
            case .ascending(key): query.sorts = [.descending(key)]
            case .descending(key): query.sorts = []
            default: query.sorts = [.ascending(key)]
            }
            query.page?.start = .first
            asked = query.sorts
            do {
                if let showQuery { try showQuery(query) } else { try panel.show(query) }
            } catch {
                asked = nil
                panel.report("The table could not be sorted by “\(key)”: \(error)")
            }
        }
    }
#endif
