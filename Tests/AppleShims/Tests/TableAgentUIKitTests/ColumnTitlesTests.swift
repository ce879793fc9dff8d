import ShimmedTableAgentUIKit
import TableAgent
import Testing
import UIKit

/// Rows in columns below a row of titles. A character is 9 points wide, and 10 points in a headline.
@MainActor
@Suite struct ColumnTitlesTests {
    private struct Item: Identifiable, Equatable {
        let id: Int
        var name: String
        var amount: Double
    }

    private enum ItemLine: GridLineItem, EventItem {
        static func fill(_ line: inout GridLine, with item: Item) {
            line.text(item.name)
            line.integer(item.id)
            line.decimal(item.amount, role: item.amount < 0 ? .negative : .plain)
        }

        static func actions(_ place: RowAction.Placement, for item: Item) -> [RowAction] {
            place == .trailing ? [RowAction("Pay", EventName<Void>("pay"))] : []
        }
    }

    private enum TotalLine: GridLineItem {
        static func fill(_ line: inout GridLine, with total: Double) {
            line.text("Total")
            line.empty()
            line.decimal(total, role: .strong)
        }
    }

    private enum LongLine: GridLineItem {
        static func fill(_ line: inout GridLine, with item: Item) {
            for number in 0..<5 { line.integer(number) }
        }
    }

    private static let columns: [GridColumn] = [
        "Name", GridColumn("Number", key: "id", audience: .programs), GridColumn("Amount", key: "amount"),
    ]

    private static let items = [
        Item(id: 1, name: "Ada", amount: 20), Item(id: 2, name: "Grace", amount: 100.5),
        Item(id: 3, name: "Bo", amount: -50),
    ]

    private static func table(_ columns: [GridColumn] = columns, _ items: [Item] = items) -> TableInfo {
        TableInfo(columns: columns) {
            TableSection(id: "items") {
                Head("All items", as: NoteLine.self)
                Rows(items, as: ItemLine.self)
                Foot(items.reduce(0) { $0 + $1.amount }, as: TotalLine.self)
            }
        }
    }

    /// A table view below titles.
    @MainActor
    private final class Stage {
        let tables = TableStage<TableInfo>()
        let titles: UIView
        var tableView: UITableView { tables.tableView }

        init(
            _ table: TableInfo, width: CGFloat = 800, showQuery: ((TableQuery) throws -> Void)? = nil
        ) throws {
            titles = tables.container.makeColumnTitles(showQuery: showQuery)
            tables.window.addSubview(titles)
            resize(to: width)
            try tables.attach(table, TableReformer())
            layOut()
        }

        func resize(to width: CGFloat) {
            titles.frame.size.width = width
            tableView.frame.size.width = width
            layOut()
        }

        func layOut() {
            for _ in 0..<4 { tables.window.layoutIfNeeded() }
            RunLoop.main.simulateTurn()
            for _ in 0..<4 { tables.window.layoutIfNeeded() }
        }

        func show(_ query: TableQuery) throws {
            try tables.agent.show(query)
            layOut()
        }

        func reload(_ table: TableInfo) throws {
            try tables.agent.reload(table)
            layOut()
        }

        var buttons: [UIButton] { titles.subviews.compactMap { $0 as? UIButton } }
        var shownTitles: [String] { buttons.compactMap { $0.configuration?.title } }
        /// Whether the titles have a height.
        var areTitlesVisible: Bool {
            !buttons.isEmpty
        }

        func cell(_ row: Int) -> UITableViewCell? {
            tableView.cellForRow(at: IndexPath(row: row, section: 0))
        }

        func tap(_ title: Int) {
            buttons[title].sendActions(for: .touchUpInside)
            layOut()
        }

        /// Returns the labels of a row, and their places in the table view.
        func labels(_ row: Int) -> [UILabel] { cell(row).map(Self.labels) ?? [] }
        static func labels(of view: UIView) -> [UILabel] {
            view.subviews.flatMap { ($0 as? UILabel).map { [$0] } ?? Self.labels(of: $0) }
                .filter { $0.superview?.isDescendant(of: view) == true && $0.frame.width > 0 }
        }
        func places(_ views: [UIView]) -> [ClosedRange<CGFloat>] {
            views.map {
                let frame = $0.convert(CGRect(origin: .zero, size: $0.frame.size), to: tableView)
                return frame.minX...frame.maxX
            }
        }
        /// The bars of a row in the table view.
        func bars(_ row: Int) -> [ClosedRange<CGFloat>] {
            let content = labels(row).first?.superview
            return places((content?.subviews ?? []).filter { !($0 is UILabel) && !$0.isHidden })
        }
    }

    @Test func `Titles and cells of all rows and feet have the same places`() throws {
        let stage = try Stage(Self.table())
        #expect(stage.shownTitles == ["Name", "Amount"] && stage.areTitlesVisible)
        let rows = (0..<3).map { stage.labels($0) }
        #expect(rows.map { $0.map(\.text) } == [["Ada", "20.0"], ["Grace", "100.5"], ["Bo", "-50.0"]])
        // Widths of 60 and 80, 16 between them, and the rest in equal parts: 800 - 2 * 20 - 156 = 604.
        let places: [ClosedRange<CGFloat>] = [20...382, 398...780]
        for row in rows { #expect(stage.places(row) == places) }
        #expect(stage.places(stage.buttons) == places)
        #expect(rows[0].map(\.textAlignment) == [.left, .right])
        #expect(stage.buttons.map(\.contentHorizontalAlignment) == [.left, .right])
        #expect(rows[2][1].textColor == .systemRed && rows[2][0].textColor == .label)
        let foot = try #require(stage.tableView.footerView(forSection: 0))
        #expect(Stage.labels(of: foot).map(\.text) == ["Total", "70.5"])
        #expect(stage.places(Stage.labels(of: foot)) == places)
        // A head with a single cell is no line of columns.
        #expect(stage.tableView.headerView(forSection: 0)?.shownText == "All items")
        #expect(rows[0].map(\.accessibilityLabel) == ["Name, Ada", "Amount, 20.0"])
    }

    @Test func `Widths follow the rules of the columns`() throws {
        let columns: [GridColumn] = [
            GridColumn("A", width: 10...10), GridColumn("B", share: 1),
            GridColumn("C", width: 1...20, share: 3),
        ]
        let stage = try Stage(Self.table(columns))
        let widths = stage.places(stage.labels(0)).map { $0.upperBound - $0.lowerBound }
        // 2 * 16 points are between the columns. The last one takes 180, and the second one what is left: 760 - 32 - 90 - 180.
        #expect(widths == [90, 458, 180])
        // The column of the lowest priority shrinks, down to 8 digits.
        let long = String(repeating: "x", count: 70)
        let tight = try Stage(
            Self.table(
                ["Name", GridColumn("Id", priority: 1), GridColumn("Amount", priority: 1)],
                [Item(id: 1, name: long, amount: 5)]))
        #expect(tight.places(tight.labels(0)).map { $0.upperBound - $0.lowerBound } == [608, 40, 80])
    }

    @Test func `A narrow view has its list cells`() throws {
        let stage = try Stage(Self.table(), width: 500)
        #expect(stage.shownTitles.isEmpty && !stage.areTitlesVisible)
        let list = ["[All items]", "Ada | 20.0", "Grace | 100.5", "Bo | -50.0", "(Total  70.5)"]
        #expect(stage.tableView.shownLines == list && stage.labels(0).isEmpty)
        stage.tableView.selectRow(at: IndexPath(row: 1, section: 0), animated: false, scrollPosition: .none)
        stage.resize(to: 700)
        #expect(stage.shownTitles == ["Name", "Amount"] && stage.labels(0).count == 2)
        #expect(stage.tableView.indexPathsForSelectedRows == [IndexPath(row: 1, section: 0)])
        stage.resize(to: 599)
        #expect(stage.shownTitles.isEmpty && stage.tableView.shownLines == list)
        stage.resize(to: 600)
        #expect(stage.shownTitles == ["Name", "Amount"])
        // Without columns, there is nothing to name.
        try stage.reload(Self.table([]))
        #expect(!stage.areTitlesVisible && stage.tableView.shownLines[1] == "Ada | 1  20.0")
    }

    @Test func `Columns that are not readable in the width are not shown`() throws {
        let columns = (1...3).map { GridColumn("Column \($0)", width: 30...40) }
        let stage = try Stage(Self.table(columns), width: 800)
        #expect(stage.shownTitles.isEmpty && stage.labels(0).isEmpty)
        stage.resize(to: 900)
        #expect(stage.shownTitles.count == 3 && stage.labels(0).count == 3)
    }

    @Test func `A tap on a title sorts`() throws {
        let columns: [GridColumn] = ["Name", GridColumn("Id", isSortable: false), GridColumn("Amount")]
        let stage = try Stage(Self.table(columns))
        stage.tables.container.words.descending = "absteigend"
        let query = TableQuery(
            filters: [.column("Name", .contains("a"))], page: .init(size: 1, start: .offset(1)))
        try stage.show(query)
        stage.tap(2)
        #expect(stage.tables.agent.query.sorts == [.ascending("Amount")])
        #expect(stage.tables.agent.query.filters == query.filters)
        #expect(stage.tables.agent.query.page == .init(size: 1))
        #expect(stage.buttons[2].accessibilityValue == "Ascending")
        #expect(stage.buttons[2].configuration?.image == UIImage(systemName: "chevron.up"))
        let button = stage.buttons[2]
        stage.tap(2)
        #expect(stage.labels(0).first?.text == "Grace")
        // The button stays, and with it the focus of a keyboard or VoiceOver.
        #expect(stage.buttons[2] === button && button.accessibilityValue == "absteigend")
        stage.tap(0)
        #expect(stage.tables.agent.query.sorts == [.ascending("Name")] && button.accessibilityValue == nil)
        stage.tap(0)
        stage.tap(0)
        #expect(stage.tables.agent.query.sorts.isEmpty)
        #expect(!stage.buttons[1].isUserInteractionEnabled && stage.buttons[0].isUserInteractionEnabled)
    }

    @Test func `A database answers the query of a title`() throws {
        var asked: [TableQuery] = []
        let stage = try Stage(Self.table()) { asked.append($0) }
        stage.tap(0)
        #expect(asked.map(\.sorts) == [[.ascending("Name")]] && stage.tables.agent.query.sorts.isEmpty)
    }

    @Test func `A query selects the visible columns`() throws {
        let stage = try Stage(Self.table(["Name", "Id", "Amount"]))
        try stage.show(TableQuery(columns: ["Amount", "Name"]))
        #expect(stage.shownTitles == ["Amount", "Name"])
        #expect(stage.labels(1).map(\.text) == ["100.5", "Grace"])
        try stage.show(TableQuery(sorts: [.descending("Amount")]))
        #expect(stage.shownTitles == ["Name", "Id", "Amount"])
        #expect(stage.labels(0).map(\.text) == ["Grace", "2", "100.5"])
    }

    @Test func `New titles replace the old ones`() throws {
        let stage = try Stage(Self.table())
        try stage.reload(Self.table(["Customer", GridColumn("Id", audience: .programs), "Sum"]))
        #expect(stage.shownTitles == ["Customer", "Sum"])
        #expect(stage.labels(0).first?.accessibilityLabel == "Customer, Ada")
        stage.tables.agent.detach()
        stage.layOut()
        #expect(!stage.areTitlesVisible)
    }

    @Test func `Accessories and the editing mode move all columns alike`() throws {
        let stage = try Stage(Self.table())
        stage.tables.container.register(
            .value, for: ItemLine.self, accessory: { $0.id == 2 ? .disclosure : .none })
        try stage.reload(Self.table())
        let places: [ClosedRange<CGFloat>] = [20...367, 383...750]
        for row in 0..<3 { #expect(stage.places(stage.labels(row)) == places) }
        #expect(stage.places(stage.buttons) == places)
        stage.tableView.setEditing(true, animated: false)
        stage.layOut()
        for row in 0..<3 { #expect(stage.places(stage.labels(row)).first?.lowerBound == 58) }
        #expect(stage.places(stage.buttons).first?.lowerBound == 58)
        stage.tableView.setEditing(false, animated: false)
        stage.layOut()
        for row in 0..<3 { #expect(stage.places(stage.labels(row)) == places) }
    }

    @Test func `A swiped row takes its columns with it`() throws {
        let stage = try Stage(Self.table())
        let before = stage.labels(0).map(\.frame.minX)
        let path = IndexPath(row: 0, section: 0)
        _ = stage.tableView.simulateSwipe(fromLeading: false, at: path)
        stage.cell(0)?.frame.origin.x = -100
        stage.labels(0).first?.superview?.setNeedsLayout()
        stage.layOut()
        #expect(stage.labels(0).map(\.frame.minX) == before)
        #expect(stage.places(stage.labels(1)).first?.lowerBound == 20)
    }

    @Test func `A wider text widens its column in all rows`() throws {
        let stage = try Stage(Self.table())
        var items = Self.items
        items[2].name = String(repeating: "n", count: 40)
        try stage.reload(Self.table(Self.columns, items))
        let places = (0..<3).map { stage.places(stage.labels($0)) }
        // 360 for the text, and half of the rest.
        #expect(places[0].first == 20...(20 + 360 + 152) && Set(places).count == 1)
        #expect(stage.places(stage.buttons) == places[0])
    }

    @Test func `Bars have the scale of the rows`() throws {
        var columns = Self.columns
        columns[2].bar = .automatic
        columns[2].width = 20...20
        let stage = try Stage(Self.table(columns))
        // From -50 to 120 on 180 points.
        let column = try #require(stage.places(stage.labels(0)).last)
        func place(_ number: CGFloat) -> CGFloat { column.lowerBound + (number + 50) / 170 * 180 }
        func isNear(_ bars: [ClosedRange<CGFloat>], _ from: CGFloat, _ to: CGFloat) -> Bool {
            bars.count == 1 && abs(bars[0].lowerBound - place(from)) < 0.01
                && abs(bars[0].upperBound - place(to)) < 0.01
        }
        #expect(isNear(stage.bars(0), 0, 20) && isNear(stage.bars(1), 0, 100.5))
        #expect(isNear(stage.bars(2), -50, 0))
        let foot = try #require(stage.tableView.footerView(forSection: 0))
        #expect(Stage.labels(of: foot)[0].superview?.subviews.count == 2)
        // Another number extends the scale of all rows.
        try stage.reload(Self.table(columns, Self.items.dropLast() + [Item(id: 3, name: "Bo", amount: 300)]))
        #expect(abs(stage.bars(0)[0].upperBound - column.lowerBound - 70.0 / 350 * 180) < 0.01)
    }

    @Test func `In a language from right to left, columns begin at the right`() throws {
        UIView.simulatedLayoutDirection = .rightToLeft
        defer { UIView.simulatedLayoutDirection = .leftToRight }
        let stage = try Stage(Self.table())
        let places: [ClosedRange<CGFloat>] = [418...780, 20...402]
        #expect(stage.places(stage.labels(0)) == places)
        #expect(stage.labels(0).map(\.textAlignment) == [.right, .left])
    }

    @Test func `Rows without columns keep their look`() throws {
        let stage = try Stage(
            TableInfo(columns: Self.columns) {
                TableSection(id: "items") {
                    Rows(Self.items, as: ItemLine.self)
                    Row(Self.items[0], id: "long", as: LongLine.self)
                    Row(Order(id: 1, customer: "Ada"), id: "own", as: Card.self)
                }
            })
        #expect(stage.labels(0).count == 2)
        // A line with more cells than columns shows all of them.
        #expect(stage.cell(3)?.shownText == "0 | 2  3  4")
        #expect(stage.cell(4)?.shownText == "card of Ada")
    }

    @Test func `A line that waits for its reuse has other columns than the table`() throws {
        let stage = try Stage(Self.table(["Name", "Id", "Amount"]))
        let content = try #require(stage.labels(0).first?.superview)
        stage.tables.window.addSubview(content)
        try stage.reload(Self.table(["Name"], []))
        stage.tables.agent.detach()
        stage.layOut()
        #expect(content.subviews.count == 3)
    }

    @Test func `A table view with columns is released`() throws {
        weak var released: UITableView?
        do {
            let stage = try Stage(Self.table())
            released = stage.tableView
            stage.tableView.contentOffset.y = 10
            stage.layOut()
        }
        for _ in 0..<3 { RunLoop.main.simulateTurn() }
        #expect(released == nil)
    }

    @Test func `Titles of an empty table wait for the first rows`() throws {
        let stage = try Stage(Self.table(Self.columns, []))
        #expect(stage.shownTitles == ["Name", "Amount"])
        try stage.reload(Self.table())
        #expect(stage.labels(0).map(\.textAlignment) == [.left, .right])
        #expect(stage.buttons.map(\.contentHorizontalAlignment) == [.left, .right])
    }

    @Test func `A table that stays in columns is not replaced by a new caption, and by new titles it is`()
        throws
    {
        let stage = try Stage(Self.table())
        let cell = stage.cell(0)
        var table = Self.table()
        table.caption = "3 items"
        try stage.reload(table)
        #expect(stage.cell(0) === cell)
        try stage.reload(Self.table(["Who", GridColumn("Id", audience: .programs), "Amount"]))
        #expect(
            stage.labels(0).first?.accessibilityLabel == "Who, Ada" && stage.shownTitles == ["Who", "Amount"])
    }

    @Test func `Columns become wider with the text size of the person`() throws {
        let columns: [GridColumn] = [
            "Name", GridColumn("Id", width: 1...10), GridColumn("Amount", width: 10...10),
        ]
        let stage = try Stage(Self.table(columns))
        defer { UITraitCollection.simulatedSize = .large }
        UITraitCollection.simulatedSize = .extraLarge
        stage.titles.setNeedsLayout()
        stage.layOut()
        #expect(stage.places(stage.labels(0)).last.map { $0.upperBound - $0.lowerBound } == 140)
    }

    @Test func `The second of two quick taps goes on from the first one`() async throws {
        let stage = try Stage(Self.table())
        _ = stage.tableView.simulateSwipe(fromLeading: false, at: IndexPath(row: 0, section: 0))
        // The update of the first tap waits until the swipe ends.
        for _ in 0..<2 { stage.buttons[0].sendActions(for: .touchUpInside) }
        #expect(stage.tables.agent.query.sorts.isEmpty)
        stage.tableView.simulateEndOfSwipe(at: nil)
        while stage.tables.agent.query.sorts.isEmpty { await Task.yield() }
        stage.layOut()
        #expect(stage.tables.agent.query.sorts == [.descending("Name")])
    }

    @Test func `A text that appears later among numbers keeps the alignment of its column`() throws {
        enum OpenLine: GridLineItem {
            static func fill(_ line: inout GridLine, with item: Item) {
                line.text(item.name)
                line.integer(item.id)
                line.text("n/a")
            }
        }
        let stage = try Stage(Self.table())
        let open = Item(id: 9, name: "Eve", amount: 0)
        try stage.tables.agent.edit { try $0.append([Row(open, as: OpenLine.self)], to: .id("items")) }
        stage.layOut()
        #expect(stage.labels(3).map(\.text) == ["Eve", "n/a"])
        for row in [1, 3] { #expect(stage.labels(row).map(\.textAlignment) == [.left, .right]) }
        // A table that begins with the text has no column of numbers.
        let mixed = TableInfo(columns: ["Who"] + Self.columns.dropFirst()) {
            TableSection(id: "items") {
                Row(open, as: OpenLine.self)
                Rows(Self.items, as: ItemLine.self)
            }
        }
        try stage.reload(mixed)
        #expect(stage.labels(1).map(\.textAlignment) == [.left, .left])
    }

    @Test func `First rows that arrive by an edit are shown as those of a new table`() throws {
        let stage = try Stage(Self.table(Self.columns, []))
        try stage.tables.agent.edit { try $0.append(Rows(Self.items, as: ItemLine.self), to: .id("items")) }
        stage.layOut()
        #expect(stage.labels(0).map(\.numberOfLines) == [0, 1])
        #expect(stage.places(stage.labels(0)) == [20...382, 398...780])
        let foot = try #require(stage.tableView.footerView(forSection: 0))
        #expect(stage.places(Stage.labels(of: foot)) == [20...382, 398...780])
    }

    @Test func `Wide numbers that appear later do not end the columns`() throws {
        let stage = try Stage(Self.table([GridColumn("Name", width: 60...60), "Id", "Amount"]))
        #expect(stage.labels(0).count == 3)
        let wide = Item(id: 4, name: "Max", amount: 1_234_567_890_123.25)
        try stage.tables.agent.edit { try $0.append([Row(wide, as: ItemLine.self)], to: .id("items")) }
        stage.layOut()
        #expect(stage.labels(0).count == 3 && stage.labels(3).last?.text == "1234567890123.25")
        let right = stage.places(stage.labels(3)).last?.upperBound ?? 0
        #expect(abs(right - 780) < 0.01)
        // A new width decides again.
        stage.resize(to: 760)
        #expect(stage.labels(0).isEmpty)
    }

    @Test func `A second tap keeps a search that began meanwhile`() throws {
        var asked: [TableQuery] = []
        let stage = try Stage(Self.table()) { asked.append($0) }
        stage.tap(0)
        try stage.show(TableQuery(search: "a"))
        stage.tap(0)
        #expect(asked.last == TableQuery(search: "a", sorts: [.descending("Name")]))
        // The database answers, and the next tap begins with the visible order.
        try stage.show(TableQuery(sorts: [.descending("Name")]))
        stage.tap(0)
        #expect(asked.last?.sorts == [])
    }

    @Test func `A list of a collection has columns, too`() throws {
        let view = UICollectionView(
            frame: CGRect(x: 0, y: 0, width: 800, height: 440),
            collectionViewLayout: UICollectionViewFlowLayout())
        let window = UIWindow(frame: view.frame)
        let container = CollectionViewContainer(view)
        view.collectionViewLayout = container.listLayout(.init(appearance: .plain))
        let titles = container.makeColumnTitles()
        titles.frame.size.width = 800
        window.addSubview(titles)
        window.addSubview(view)
        let agent = Agent<TableInfo>()
        try agent.attach(container, dataSource: DataSource(Self.table(), reformer: TableReformer()))
        for _ in 0..<6 { window.layoutIfNeeded() }
        let cell = try #require(view.cellForItem(at: IndexPath(item: 1, section: 0)))
        #expect(Stage.labels(of: cell).map(\.text) == ["Grace", "100.5"])
        #expect(Stage.labels(of: cell).map(\.frame.minX) == [20, 398])
    }
}
