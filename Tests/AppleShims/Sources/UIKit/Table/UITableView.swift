public import Foundation

@MainActor open class UITableView: UIScrollView {
    public enum Style: Int, Sendable {
        case plain
        case grouped
        case insetGrouped
    }

    public enum ScrollPosition: Int, Sendable {
        case none
        case top
        case middle
        case bottom
    }

    public enum RowAnimation: Int, Sendable {
        case fade
        case right
        case left
        case top
        case bottom
        case none
        case middle
        case automatic = 100
    }

    public static let automaticDimension: CGFloat = -1

    public let style: Style

    open weak var dataSource: (any UITableViewDataSource)? {
        didSet {
            if dataSource !== oldValue {
                indexTitleSource = recipient(of: "sectionIndexTitlesForTableView:", dataSource) ?? dataSource
            }
            dataDidChange()
        }
    }

    open weak var delegate: (any UITableViewDelegate)? {
        didSet {
            if delegate !== oldValue {
                scrollReceiver = recipient(of: "scrollViewDidScroll:", delegate) ?? delegate
                indenter = recipient(of: "tableView:indentationLevelForRowAtIndexPath:", delegate) ?? delegate
            }
            setNeedsLayout()
        }
    }

    weak var indexTitleSource: (any UITableViewDataSource)?
    private weak var scrollReceiver: (any UIScrollViewDelegate)?
    weak var indenter: (any UITableViewDelegate)?
    open weak var prefetchDataSource: (any UITableViewDataSourcePrefetching)?

    open var rowHeight = UITableView.automaticDimension
    /// With 0, heights are not estimated. With estimated heights, the table view keeps its position by rows
    /// instead of by the offset.
    open var estimatedRowHeight = UITableView.automaticDimension
    open var sectionHeaderHeight = UITableView.automaticDimension
    open var sectionFooterHeight = UITableView.automaticDimension
    open var allowsSelection = true
    open var allowsMultipleSelection = false
    open var allowsMultipleSelectionDuringEditing = false
    open var isEditing: Bool {
        get { editing }
        set { setEditing(newValue, animated: false) }
    }

    open var backgroundView: UIView? {
        didSet {
            oldValue?.removeFromSuperview()
            if let backgroundView { addSubview(backgroundView) }
        }
    }

    /// Whether `reloadData()` itself ends the display of the old cells. Otherwise, the display ends after new cells are
    /// displayed. The order is undocumented, so both are tested.
    public static var endsDisplayBeforeReload = true

    var cells = ReuseQueue<UITableViewCell>()
    var headFeet = ReuseQueue<UITableViewHeaderFooterView>()
    var geometry = TableGeometry()
    var isStale = true
    var isLayingOut = false
    /// Whether an update is in progress in which cells appear and disappear. Reloads are suspended meanwhile.
    var isUpdatingCells = false
    /// Whether a reload is suspended. Until it is performed, the table keeps its old row counts and shows no
    /// rows.
    var isReloadPending = false
    /// Cells that were requested before they are visible.
    var prepared: [IndexPath: UITableViewCell] = [:]
    /// The place of a row that is being dragged.
    var dragged: IndexPath?
    weak var draggedCell: UITableViewCell?
    /// Whether a drag has ended when the data source moves the row. The order is undocumented, so both are tested.
    public static var endsDragBeforeMove = false
    open var hasUncommittedUpdates: Bool { dragged != nil }
    /// The place of the rows before a reload that has removed them.
    var reloadAnchor: (number: Int, top: CGFloat)?
    var shown: [IndexPath: UITableViewCell] = [:]
    var heads: [Int: UIView] = [:]
    var feet: [Int: UIView] = [:]
    var batch: UpdateBatch?
    /// Closures that report views removed by batches.
    var disappearing: [() -> Void] = []
    /// The number of update passes so far, for tests.
    public internal(set) var simulatedPassCount = 0
    /// Whether the last update pass was animated, for tests.
    public internal(set) var isLastPassAnimated = false
    var selected: [IndexPath] = []
    var prefetched: Set<IndexPath> = []
    /// The animations of the last batch, for tests.
    public internal(set) var animations: [RowAnimation] = []
    private var editing = false

    public init(frame: CGRect, style: Style) {
        self.style = style
        super.init(frame: frame)
    }

    public required init(frame: CGRect) {
        style = .plain
        super.init(frame: frame)
    }

    public required init?(coder: NSCoder) {
        style = .plain
        super.init(coder: coder)
    }

    override var shownDelegate: (any UIScrollViewDelegate)? { scrollReceiver }

    open func setEditing(_ editing: Bool, animated: Bool) {
        self.editing = editing
        for cell in shown.values { cell.isEditing = editing }
    }

    open func reloadData() {
        endEditing(true)
        dataDidChange()
        selected = []
    }

    /// Reloads the data. While the visible cells are updated, the reload is only scheduled.
    private func dataDidChange() {
        isReloadPending = isUpdatingCells
        guard !isUpdatingCells else { return }
        isStale = true
        simulateEndOfPreparation()
        setNeedsLayout()
        if Self.endsDisplayBeforeReload { updateCells { endDisplayForReload() } }
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        layOut()
    }
}
