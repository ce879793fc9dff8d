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
        /// The titles have no height, and rows have their system cells, in three cases: the titles are narrower than the minimum
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
            let titles = ColumnTitles(self, minimumWidth, showQuery)
            columnTitles = titles
            return titles
        }

        /// Returns the content of a line in columns, or `nil` if the line is not shown in columns.
        func columns(of line: GridLine, isRow: Bool) -> ColumnsContent? {
            guard let titles = columnTitles, titles.isActive, let guide = titles.guide, guide.fits(line)
            else {
                return nil
            }
            guide.widen(for: line, isRow: isRow)
            return ColumnsContent(guide: guide, line: line, isRow: isRow)
        }
    }

    /// The titles of a table's columns.
    final class ColumnTitles: ColumnsLine {
        /// What a title shows.
        private struct Look: Equatable {
            let sort: TableQuery.Sort?
            let alignment: NSTextAlignment
        }

        /// Whether rows are shown in columns.
        private(set) var isActive = false
        private weak var container: ViewContainer?
        private var minimumWidth: CGFloat = 0
        private var showQuery: ((TableQuery) throws -> Void)?
        private var columns: [GridColumn] = []
        private var buttons: [UIButton] = []
        private var looks: [Look?] = []
        /// The query of the latest tap, which may wait.
        private var asked: TableQuery?

        convenience init(
            _ container: ViewContainer, _ minimumWidth: CGFloat, _ showQuery: ((TableQuery) throws -> Void)?
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
            if let guide,
                bounds.width != guide.width || guide.textSize != traitCollection.preferredContentSizeCategory
            {
                update(replacesRows: true)
            }
            showOrder()
            super.layoutSubviews()
        }

        /// Shows the titles of the visible table, and starts or stops showing its rows in columns.
        ///
        /// - Parameter replacesRows: Whether the views of the table are replaced if they are of the wrong kind.
        func update(replacesRows: Bool) {
            guard let container, container.columnTitles === self, let guide, bounds.width > 0 else { return }
            asked = nil
            guide.follow(width: bounds.width)
            guide.follow(container.panel?.tableInfo ?? TableInfo())
            let old = columns
            isActive = bounds.width >= minimumWidth && guide.hasRoom
            showTitles(isActive ? guide.shownColumns : [])
            if replacesRows, columns != old { container.replaceRows() }
        }

        private func showTitles(_ new: [GridColumn]) {
            if new != columns {
                let old = buttons
                columns = new
                buttons = new.map(makeButton)
                looks = new.map { _ in nil }
                replaceEntries(old, with: buttons, space: 0)
            }
            showOrder()
        }

        private func makeButton(for column: GridColumn) -> UIButton {
            let action = UIAction { [weak self] _ in self?.sort(by: column.key) }
            let button = UIButton(configuration: .plain(), primaryAction: action)
            button.isUserInteractionEnabled = column.isSortable && !column.title.isEmpty
            button.isAccessibilityElement = !column.title.isEmpty
            button.accessibilityTraits = button.isUserInteractionEnabled ? [.header, .button] : .header
            return button
        }

        /// Shows by which title the table is sorted.
        private func showOrder() {
            guard let guide, let container, buttons.count == guide.shownColumns.count else { return }
            let sort = container.panel?.query.sorts.first
            for (index, button) in buttons.enumerated() {
                let look = Look(
                    sort: sort?.column == columns[index].key ? sort : nil,
                    alignment: guide.alignment(of: index))
                guard look != looks[index] else { continue }
                looks[index] = look
                show(look, in: button, ofColumn: index, container.words)
            }
        }

        private func show(_ look: Look, in button: UIButton, ofColumn index: Int, _ words: TableWords) {
            var configuration = UIButton.Configuration.plain()
            configuration.title = columns[index].title
            configuration.image = look.sort.flatMap {
                UIImage(systemName: $0.isDescending ? "chevron.down" : "chevron.up")
            }
            configuration.imagePlacement = .trailing
            configuration.imagePadding = 4
            configuration.buttonSize = .small
            configuration.titleLineBreakMode = .byTruncatingTail
            configuration.contentInsets = NSDirectionalEdgeInsets(
                top: 12, leading: 0, bottom: 12, trailing: 0)
            if !columns[index].isSortable { configuration.baseForegroundColor = .secondaryLabel }
            button.configuration = configuration
            button.contentHorizontalAlignment =
                look.alignment == .left ? .left : look.alignment == .right ? .right : .center
            button.accessibilityValue = look.sort.map { $0.isDescending ? words.descending : words.ascending }
        }

        /// Sorts by a column: ascending, then descending, then not at all.
        private func sort(by key: String) {
            guard let panel = container?.panel else { return }
            var query = asked ?? panel.query
            switch query.sorts.first {
            case .ascending(key): query.sorts = [.descending(key)]
            case .descending(key): query.sorts = []
            default: query.sorts = [.ascending(key)]
            }
            query.page?.start = .first
            asked = query
            do {
                if let showQuery { try showQuery(query) } else { try panel.show(query) }
            } catch {
                asked = nil
                panel.report("The table could not be sorted by “\(key)”: \(error)")
            }
        }
    }
#endif
