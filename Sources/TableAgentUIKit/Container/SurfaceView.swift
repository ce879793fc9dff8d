#if canImport(UIKit) && !os(watchOS)
    public import TableAgent
    public import UIKit

    /// The objects that a view asks and calls.
    struct SurfaceOwners {
        weak var dataSource: AnyObject?
        weak var delegate: AnyObject?
        weak var prefetching: AnyObject?
    }

    /// The common interface of table views and collection views, whose methods have different names.
    @MainActor protocol SurfaceView: UIScrollView {
        var owners: SurfaceOwners { get set }
        var backgroundView: UIView? { get set }
        var visiblePaths: [IndexPath] { get }
        var numberOfSections: Int { get }
        var isEditing: Bool { get }
        /// Whether the view is in the middle of a drop.
        var hasUncommittedUpdates: Bool { get }
        /// Whether a person has swiped a row open, or drags one.
        var holdsRow: Bool { get }

        func reloadData()
        func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)?)

        /// Returns the number of rows of a section for which the view is prepared.
        func rowCount(ofSection index: Int) -> Int

        /// Inserts, deletes, and moves rows and sections, within a batch.
        func perform(_ changes: TableChanges, in update: TableUpdate)

        /// Replaces the views of sections, within a batch.
        ///
        /// - Parameter sections: The indices before the batch.
        func reload(_ sections: IndexSet)

        /// Measures rows, heads, and feet again, within a batch.
        func measureAgain()

        func frame(at path: IndexPath) -> CGRect
        func visibleCell(at path: IndexPath) -> UIView?
        func visibleView(_ kind: TablePart, ofSection index: Int) -> UIView?
        var selectedPaths: [IndexPath] { get }
        /// Selects or deselects a row, without a question or an event.
        func select(_ path: IndexPath)
        func deselect(_ path: IndexPath, animated: Bool)
        /// Scrolls until a row is visible.
        func reveal(_ path: IndexPath)
    }

    extension SurfaceView {
        /// Whether the view is prepared for the sections and rows of a table, so that a batch can begin with them.
        func hasCounts(of table: TableInfo) -> Bool {
            numberOfSections == table.viewSectionCount
                && table.sections.indices.allSatisfy {
                    rowCount(ofSection: $0) == table.sections[$0].visibleRowCount
                }
        }
    }

    extension TableUpdate {
        /// Whether both tables have a foot.
        var keepsTableFoot: Bool { old.hasFoot && new.hasFoot }
        /// Whether only the old table has a foot.
        var removesTableFoot: Bool { old.hasFoot && !new.hasFoot }
        /// Whether only the new table has a foot.
        var addsTableFoot: Bool { !old.hasFoot && new.hasFoot }
    }

    extension RowPosition {
        /// Creates the position that UIKit names by an index path.
        public init(_ indexPath: IndexPath) { self.init(section: indexPath.section, row: indexPath.item) }

        /// The index path by which UIKit names the position, in table views and in collection views.
        public var indexPath: IndexPath { IndexPath(item: row, section: section) }
    }

    extension UITableView: SurfaceView {
        var owners: SurfaceOwners {
            get { SurfaceOwners(dataSource: dataSource, delegate: delegate, prefetching: prefetchDataSource) }
            set {
                if dataSource !== newValue.dataSource {
                    dataSource = newValue.dataSource as? any UITableViewDataSource
                }
                delegate = newValue.delegate as? any UITableViewDelegate
                prefetchDataSource = newValue.prefetching as? any UITableViewDataSourcePrefetching
            }
        }

        var visiblePaths: [IndexPath] { indexPathsForVisibleRows ?? [] }
        var holdsRow: Bool { visibleCells.contains { $0.configurationState.holdsRow } }

        func perform(_ changes: TableChanges, in update: TableUpdate) {
            // The animation of a single edit precedes that of the container.
            let usual = tableContainer?.rowAnimation ?? .automatic
            func uiKit(_ animation: TableAgent.RowAnimation) -> UITableView.RowAnimation {
                (animation == .automatic ? usual : animation).uiKit
            }
            for index in changes.sectionDeletes {
                deleteSections([index], with: uiKit(update.animation(ofDeletedSection: index)))
            }
            for index in changes.sectionInserts {
                insertSections([index], with: uiKit(update.animation(ofInsertedSection: index)))
            }
            if update.removesTableFoot { deleteSections([update.old.sections.count], with: usual.uiKit) }
            if update.addsTableFoot { insertSections([update.new.sections.count], with: usual.uiKit) }
            for position in changes.rowDeletes {
                deleteRows(at: [position.indexPath], with: uiKit(update.animation(ofDeletedRow: position)))
            }
            for position in changes.rowInserts {
                insertRows(at: [position.indexPath], with: uiKit(update.animation(ofInsertedRow: position)))
            }
            for move in changes.rowMoves { moveRow(at: move.from.indexPath, to: move.to.indexPath) }
        }

        func rowCount(ofSection index: Int) -> Int { numberOfRows(inSection: index) }
        func reload(_ sections: IndexSet) { reloadSections(sections, with: .none) }
        func measureAgain() {}  // A table view measures everything again at the end of a batch.
        func frame(at path: IndexPath) -> CGRect { rectForRow(at: path) }
        func visibleCell(at path: IndexPath) -> UIView? { cellForRow(at: path) }
        var selectedPaths: [IndexPath] { indexPathsForSelectedRows ?? [] }
        func select(_ path: IndexPath) { selectRow(at: path, animated: false, scrollPosition: .none) }
        func deselect(_ path: IndexPath, animated: Bool) { deselectRow(at: path, animated: animated) }
        func reveal(_ path: IndexPath) { scrollToRow(at: path, at: .none, animated: true) }

        func visibleView(_ kind: TablePart, ofSection index: Int) -> UIView? {
            kind == .head ? headerView(forSection: index) : footerView(forSection: index)
        }
    }

    extension UICellConfigurationState {
        /// Whether a person has swiped the row open, or drags it.
        var holdsRow: Bool { isSwiped || isReordering }
    }

    extension RowAnimation {
        /// The table view animation with the same name.
        fileprivate var uiKit: UITableView.RowAnimation {
            switch self {
            case .automatic: .automatic
            case .none: .none
            case .fade: .fade
            case .left: .left
            case .right: .right
            case .top: .top
            case .bottom: .bottom
            case .middle: .middle
            }
        }
    }

    extension UICollectionView: SurfaceView {
        var owners: SurfaceOwners {
            get { SurfaceOwners(dataSource: dataSource, delegate: delegate, prefetching: prefetchDataSource) }
            set {
                if dataSource !== newValue.dataSource {
                    dataSource = newValue.dataSource as? any UICollectionViewDataSource
                }
                delegate = newValue.delegate as? any UICollectionViewDelegate
                prefetchDataSource = newValue.prefetching as? any UICollectionViewDataSourcePrefetching
            }
        }

        var visiblePaths: [IndexPath] { indexPathsForVisibleItems }
        var holdsRow: Bool { visibleCells.contains { $0.configurationState.holdsRow } }

        /// Ignores the animations of an edit, because the layout of a collection view animates the rows.
        func perform(_ changes: TableChanges, in update: TableUpdate) {
            deleteSections(IndexSet(changes.sectionDeletes))
            insertSections(IndexSet(changes.sectionInserts))
            if update.removesTableFoot { deleteSections([update.old.sections.count]) }
            if update.addsTableFoot { insertSections([update.new.sections.count]) }
            deleteItems(at: changes.rowDeletes.map(\.indexPath))
            insertItems(at: changes.rowInserts.map(\.indexPath))
            for move in changes.rowMoves { moveItem(at: move.from.indexPath, to: move.to.indexPath) }
        }

        func rowCount(ofSection index: Int) -> Int { numberOfItems(inSection: index) }
        func reload(_ sections: IndexSet) { reloadSections(sections) }
        func measureAgain() { collectionViewLayout.invalidateLayout() }
        func frame(at path: IndexPath) -> CGRect { layoutAttributesForItem(at: path)?.frame ?? .zero }
        func visibleCell(at path: IndexPath) -> UIView? { cellForItem(at: path) }
        var selectedPaths: [IndexPath] { indexPathsForSelectedItems ?? [] }
        func select(_ path: IndexPath) { selectItem(at: path, animated: false, scrollPosition: []) }
        func deselect(_ path: IndexPath, animated: Bool) { deselectItem(at: path, animated: animated) }
        func reveal(_ path: IndexPath) {
            guard !bounds.inset(by: adjustedContentInset).contains(frame(at: path)) else { return }
            scrollToItem(at: path, at: [.centeredVertically, .centeredHorizontally], animated: true)
        }

        func visibleView(_ kind: TablePart, ofSection index: Int) -> UIView? {
            supplementaryView(forElementKind: kind.elementKind, at: IndexPath(item: 0, section: index))
        }
    }

    @MainActor extension TablePart {
        /// Creates the kind that matches the element kind of a supplementary view, or returns `nil` for other
        /// element kinds.
        init?(elementKind: String) {
            let part = [TablePart.head, .foot].first { $0.elementKind == elementKind }
            guard let part else { return nil }
            self = part
        }

        /// The element kind of the supplementary view of a head or foot.
        fileprivate var elementKind: String {
            self == .head
                ? UICollectionView.elementKindSectionHeader : UICollectionView.elementKindSectionFooter
        }
    }
#endif
