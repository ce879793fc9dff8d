#if canImport(UIKit) && !os(watchOS)
    public import TableAgent
    public import UIKit

    /// A row of column titles, below which a container shows grid items in columns.
    ///
    /// Place the titles above the container's view, with the same width. They stay when the rows scroll:
    ///
    /// ```swift
    /// let titles = ColumnTitles(container, minimumWidth: 700)
    /// let stack = UIStackView(arrangedSubviews: [titles, tableView])
    /// stack.axis = .vertical
    /// ```
    ///
    /// The columns are those of the visible table and its query, and follow the rules of `GridColumn`: widths, with a digit in place
    /// of a terminal column, shares, priorities, alignment, and bars. A tap on a title sorts by its column: ascending, then
    /// descending, then not at all. Rows and feet with views of your own keep them. The style of a grid item gives way to its columns,
    /// and its accessory stays.
    ///
    /// The titles have no height, and rows have their system cells, in three cases: the titles are narrower than the minimum width,
    /// the columns are not readable in that width, or the table has no columns.
    public final class ColumnTitles: UIView {
        /// The width from which rows are shown in columns, in points.
        public private(set) var minimumWidth: CGFloat = 0

        /// Shows the table by a query, after a tap on a title. While the property is `nil`, the visible table is shown by the query.
        ///
        /// Set it if a database answers queries:
        ///
        /// ```swift
        /// titles.showQuery = { query in loadOrders(by: query) }
        /// ```
        public var showQuery: ((TableQuery) throws -> Void)?

        /// Whether rows are shown in columns.
        private(set) var isActive = false
        private(set) var guide: ColumnGuide?
        private weak var container: ViewContainer?
        private var columns: [GridColumn] = []
        private var titles: [UIButton] = []
        private let line = ColumnsLine(frame: .zero)
        private var noHeight: NSLayoutConstraint?

        /// Creates the titles of a container.
        ///
        /// - Parameters:
        ///   - container: The container, which holds the titles weakly.
        ///   - minimumWidth: The width from which rows are shown in columns, in points.
        public convenience init(_ container: ViewContainer, minimumWidth: CGFloat = 600) {
            self.init(frame: .zero)
            self.container = container
            self.minimumWidth = minimumWidth
            let guide = ColumnGuide(container)
            self.guide = guide
            line.guide = guide
            container.columnTitles = self
            line.translatesAutoresizingMaskIntoConstraints = false
            addSubview(line)
            noHeight = heightAnchor.constraint(equalToConstant: 0)
            noHeight?.isActive = true
            NSLayoutConstraint.activate([
                line.leadingAnchor.constraint(equalTo: leadingAnchor),
                line.trailingAnchor.constraint(equalTo: trailingAnchor),
                line.topAnchor.constraint(equalTo: topAnchor),
                line.bottomAnchor.constraint(equalTo: bottomAnchor),
            ])
        }

        /// Shows rows in columns, or not any more, when the width has changed.
        public override func layoutSubviews() {
            update()
            super.layoutSubviews()
        }

        /// Shows the titles of the visible table.
        func update() {
            guard let container, let guide, bounds.width > 0 else { return }
            let table = container.panel?.tableInfo ?? TableInfo()
            let wasActive = isActive
            isActive = false
            guide.width = bounds.width
            if bounds.width >= minimumWidth {
                guide.follow(table, words: container.words)
                guide.followScales(of: table, container.words)
                isActive = !guide.shownColumns.isEmpty && guide.hasRoom
            }
            showTitles(isActive ? guide.shownColumns : [])
            noHeight?.isActive = !isActive
            if isActive != wasActive { container.replaceRows() }
        }

        private func showTitles(_ new: [GridColumn]) {
            if new != columns {
                columns = new
                titles = new.map(makeTitle)
                line.replaceEntries(titles, space: 0)
                line.setNeedsLayout()
            }
            for (index, title) in titles.enumerated() { showOrder(in: title, ofColumn: index) }
        }

        private func makeTitle(of column: GridColumn) -> UIButton {
            let key = column.key
            let action = UIAction(title: column.title) { [weak self] _ in self?.sort(by: key) }
            let button = UIButton(configuration: .plain(), primaryAction: action)
            button.isUserInteractionEnabled = column.isSortable && !column.title.isEmpty
            button.isAccessibilityElement = !column.title.isEmpty
            button.accessibilityTraits = column.isSortable ? [.header, .button] : .header
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
            let alignment = guide?.alignment(of: index)
            button.contentHorizontalAlignment =
                alignment == .natural ? .leading : alignment == .center ? .center : .trailing
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
            do {
                if let showQuery { try showQuery(query) } else { try panel.show(query) }
            } catch {
                panel.report("The table could not be sorted by “\(key)”: \(error)")
            }
        }
    }

    extension ViewContainer {
        /// Returns the content of a line in columns, or `nil` if the line has no columns or more cells than columns.
        func columns(of line: GridLine, isRow: Bool) -> ColumnsContent? {
            guard let titles = columnTitles, titles.isActive, let guide = titles.guide,
                let table = panel?.tableInfo
            else { return nil }
            guide.follow(table, words: words)
            guard line.cells.count <= guide.shownColumns.count else { return nil }
            guide.widen(for: line, isRow: isRow)
            return ColumnsContent(guide: guide, line: line, isRow: isRow)
        }
    }
#endif
