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
        /// place of a terminal column, shares, priorities, alignment, and bars. A tap on a title sorts by its column: ascending, then
        /// descending, then not at all. Rows with views of your own keep them. The style of a grid item gives way to its
        /// columns, and its accessory stays.
        ///
        /// The titles have no height, and rows have their system cells, in three cases: the titles are narrower than the minimum
        /// width, the columns are not readable in that width, or the table has no columns.
        ///
        /// - Parameters:
        ///   - minimumWidth: The width from which rows are shown in columns, in points.
        ///   - showQuery: Shows the table by a query, after a tap on a title. By default, the visible table is shown by the query.
        ///     Pass a closure if a database answers queries.
        /// - Returns: The titles. The container shows columns as long as you keep the titles.
        public func makeColumnTitles(
            minimumWidth: CGFloat = 600, showQuery: ((TableQuery) throws -> Void)? = nil
        ) -> UIView {
            let titles = ColumnTitles(self, minimumWidth, showQuery)
            columnTitles = titles
            return titles
        }

        /// Returns the content of a line in columns, or `nil` if the line has no columns or more cells than columns.
        func columns(of line: GridLine, isRow: Bool) -> ColumnsContent? {
            guard let titles = columnTitles, titles.isActive, let guide = titles.guide, let panel else {
                return nil
            }
            guide.follow(panel.tableInfo, words: words)
            guard line.cells.count <= guide.shownColumns.count else { return nil }
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
        private lazy var noHeight = heightAnchor.constraint(equalToConstant: 0)

        convenience init(
            _ container: ViewContainer, _ minimumWidth: CGFloat, _ showQuery: ((TableQuery) throws -> Void)?
        ) {
            self.init(frame: .zero)
            self.container = container
            self.minimumWidth = minimumWidth
            self.showQuery = showQuery
            guide = ColumnGuide(container.surface)
            noHeight.isActive = true
        }

        override func layoutSubviews() {
            update()
            super.layoutSubviews()
        }

        /// Shows the titles of the visible table, and begins or ends to show its rows in columns.
        func update() {
            guard let container, let guide, bounds.width > 0 else { return }
            guide.width = bounds.width
            guide.follow(container.panel?.tableInfo ?? TableInfo(), words: container.words)
            let wasActive = isActive
            isActive = bounds.width >= minimumWidth && guide.hasRoom
            noHeight.isActive = !isActive
            showTitles(isActive ? guide.shownColumns : [])
            if isActive != wasActive { container.replaceRows() }
        }

        private func showTitles(_ new: [GridColumn]) {
            if new != columns {
                columns = new
                buttons = new.map(makeButton)
                replaceEntries(buttons, space: 0)
            }
            for (index, button) in buttons.enumerated() { showOrder(in: button, ofColumn: index) }
        }

        private func makeButton(for column: GridColumn) -> UIButton {
            let action = UIAction { [weak self] _ in self?.sort(by: column.key) }
            let button = UIButton(configuration: .plain(), primaryAction: action)
            button.isUserInteractionEnabled = column.isSortable && !column.title.isEmpty
            button.accessibilityTraits = button.isUserInteractionEnabled ? [.header, .button] : .header
            return button
        }

        /// Shows by which title the table is sorted.
        private func showOrder(in button: UIButton, ofColumn index: Int) {
            let sort = container?.panel?.query.sorts.first { $0.column == columns[index].key }
            var configuration = UIButton.Configuration.plain()
            configuration.title = columns[index].title
            configuration.image = sort.flatMap {
                UIImage(systemName: $0.isDescending ? "chevron.down" : "chevron.up")
            }
            configuration.imagePlacement = .trailing
            configuration.imagePadding = 4
            configuration.buttonSize = .small
            configuration.titleLineBreakMode = .byTruncatingTail
            configuration.contentInsets = NSDirectionalEdgeInsets(top: 8, leading: 0, bottom: 8, trailing: 0)
            if !columns[index].isSortable { configuration.baseForegroundColor = .secondaryLabel }
            button.configuration = configuration
            switch guide?.alignment(of: index) {
            case .natural: button.contentHorizontalAlignment = .leading
            case .center: button.contentHorizontalAlignment = .center
            default: button.contentHorizontalAlignment = .trailing
            }
            let words = container?.words ?? .english
            button.accessibilityValue = sort.map { $0.isDescending ? words.descending : words.ascending }
        }

        /// Sorts by a column: ascending, then descending, then not at all.
        private func sort(by key: String) {
            guard let panel = container?.panel else { return }
            var query = panel.query
            switch query.sorts.first {
            case .ascending(key): query.sorts = [.descending(key)]
            case .descending(key): query.sorts = []
            default: query.sorts = [.ascending(key)]
            }
            query.page?.start = .first
            do { if let showQuery { try showQuery(query) } else { try panel.show(query) } } catch {
                panel.report("The table could not be sorted by “\(key)”: \(error)")
            }
        }
    }
#endif
