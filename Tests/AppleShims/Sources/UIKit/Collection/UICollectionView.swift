public import Foundation

@MainActor open class UICollectionView: UIScrollView {
    public enum ElementCategory: UInt, Sendable {
        case cell
        case supplementaryView
        case decorationView
    }

    public struct ScrollPosition: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let top = Self(rawValue: 1)
        public static let centeredVertically = Self(rawValue: 2)
        public static let bottom = Self(rawValue: 4)
        public static let centeredHorizontally = Self(rawValue: 16)
    }

    public static let elementKindSectionHeader = "UICollectionElementKindSectionHeader"
    public static let elementKindSectionFooter = "UICollectionElementKindSectionFooter"

    /// The position of a supplementary view.
    struct Place: Hashable {
        let kind: String
        let path: IndexPath
    }

    open var collectionViewLayout: UICollectionViewLayout {
        didSet {
            oldValue.owner = nil
            collectionViewLayout.owner = self
            collectionViewLayout.invalidateLayout()
        }
    }

    open weak var dataSource: (any UICollectionViewDataSource)? {
        didSet {
            if dataSource !== oldValue {
                indexTitleSource = recipient(of: "indexTitlesForCollectionView:", dataSource) ?? dataSource
            }
            dataDidChange()
        }
    }

    weak var indexTitleSource: (any UICollectionViewDataSource)?
    open weak var delegate: (any UICollectionViewDelegate)? {
        didSet {
            if delegate !== oldValue {
                scrollReceiver = recipient(of: "scrollViewDidScroll:", delegate) ?? delegate
            }
            setNeedsLayout()
        }
    }

    private weak var scrollReceiver: (any UIScrollViewDelegate)?
    open weak var prefetchDataSource: (any UICollectionViewDataSourcePrefetching)?
    open var allowsSelection = true
    open var allowsMultipleSelection = false
    open var allowsMultipleSelectionDuringEditing = false
    open var isEditing = false

    open var backgroundView: UIView? {
        didSet {
            oldValue?.removeFromSuperview()
            if let backgroundView { addSubview(backgroundView) }
        }
    }

    /// Whether `reloadData()` itself ends the display of the old cells. Otherwise, the display ends after new cells are
    /// displayed. The order is undocumented, so both are tested.
    public static var endsDisplayBeforeReload = true

    var cells = ReuseQueue<UICollectionViewCell>()
    var supplements: [String: ReuseQueue<UICollectionReusableView>] = [:]
    var counts: [Int] = []
    var isStale = true
    var isLayingOut = false
    var shown: [IndexPath: UICollectionViewCell] = [:]
    /// Cells that were requested before they are visible.
    var prepared: [IndexPath: UICollectionViewCell] = [:]
    var shownSupplements: [Place: UICollectionReusableView] = [:]
    var batch: UpdateBatch?
    /// The number of update passes so far, for tests.
    public internal(set) var simulatedPassCount = 0
    /// Whether the last update pass was animated, for tests.
    public internal(set) var isLastPassAnimated = false
    var selected: [IndexPath] = []
    /// The place of an item that is being dragged.
    var dragged: IndexPath?
    open var hasUncommittedUpdates: Bool { dragged != nil }
    /// The number of batches so far, for tests.
    public internal(set) var simulatedBatchCount = 0

    public init(frame: CGRect, collectionViewLayout layout: UICollectionViewLayout) {
        collectionViewLayout = layout
        super.init(frame: frame)
        layout.owner = self
    }

    public required init(frame: CGRect) {
        collectionViewLayout = UICollectionViewFlowLayout()
        super.init(frame: frame)
        collectionViewLayout.owner = self
    }

    public required init?(coder: NSCoder) {
        collectionViewLayout = UICollectionViewFlowLayout()
        super.init(coder: coder)
        collectionViewLayout.owner = self
    }

    override var shownDelegate: (any UIScrollViewDelegate)? { scrollReceiver }

    override func sizeDidChange(from size: CGSize) {
        super.sizeDidChange(from: size)
        if collectionViewLayout.shouldInvalidateLayout(forBoundsChange: bounds) {
            collectionViewLayout.invalidateLayout()
        }
    }

    open func reloadData() {
        endEditing(true)
        dataDidChange()
        selected = []
    }

    private func dataDidChange() {
        isStale = true
        collectionViewLayout.isValid = false
        setNeedsLayout()
        if Self.endsDisplayBeforeReload, !isLayingOut { endDisplayForReload() }
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        layOut()
    }
}
