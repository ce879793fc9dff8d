#if canImport(UIKit) && !os(watchOS)
    public import TableAgent
    public import UIKit

    /// What the containers of table views and collection views have in common.
    ///
    /// A container takes its view over when an agent is attached: it becomes its data source and delegate.
    /// When the agent is detached it gives the view back to whom it had before. See ``TableViewContainer``
    /// and ``CollectionViewContainer``.
    @MainActor
    public class ViewContainer: NSObject {
        /// The panel that the container shows tables for.
        public weak var panel: Panel? {
            didSet {
                guard panel !== oldValue else { return }
                display = DisplayRecord()
                hasShown = false
                if panel == nil { letGo() } else { takeOver() }
            }
        }

        /// The surroundings of the table, for views that are a ``ContextView``.
        public weak var viewController: UIViewController?

        /// Hears of scrolling, as the delegate of the view itself would.
        public weak var scrollDelegate: (any UIScrollViewDelegate)?

        /// Whether the rows on the screen stay where they are when others come or go above them. The default
        /// is no.
        ///
        /// The uppermost row that is still there is found by its id.
        public var keepsScrollPosition = false

        /// What is on show in place of rows that are not there. The default is the table.
        ///
        /// The next table that the agent shows sets it back.
        public var state = TableState.table {
            didSet { showState() }
        }

        /// The views that are shown behind the rows, or where there are none.
        public var stateViews = TableStateViews() {
            didSet { showState() }
        }

        let surface: any SurfaceView
        var registry: ViewRegistry
        var display = DisplayRecord()
        var background = StateBackground()
        private(set) var hasShown = false
        /// The row that the event delegate let be selected.
        var chosen: RowSource?
        /// Whether items have other views than when the table was loaded, so that cells can't be filled anew.
        var hasOtherViews = false
        /// Whether a change of the table is under way.
        var isUpdating = false
        /// Whether the view tells of rows that come and go just now, in the midst of its layout.
        private(set) var isLayingOut = false

        init(_ surface: any SurfaceView, _ registry: ViewRegistry) {
            self.surface = surface
            self.registry = registry
            super.init()
        }

        /// Whether the container is the data source of its view.
        var ownsSurface: Bool { false }
        func takeOver() {}
        func giveBack() {}

        /// Whether the views of an item are themselves heads and feet of the surface.
        func isOwnEntry(_ source: ViewSource) -> Bool { false }

        /// Fills the views anew that belong to no row, head or foot alone, after every change.
        func refillSupplements() {}

        /// How a head or foot looks that is a grid item.
        func gridContent(of kind: HeadFootKind) -> UIListContentConfiguration { .cell() }

        private func letGo() {
            chosen = nil
            state = .table
            giveBack()
        }

        /// Tells of what the view does in the midst of its layout, when a batch is out of the question.
        func duringLayout(_ tell: () -> Void) {
            let isNested = isLayingOut
            isLayingOut = true
            tell()
            isLayingOut = isNested
        }

        /// Notes that a new table is on show.
        func didShow() {
            hasShown = true
            state = .table
        }
    }
#endif
