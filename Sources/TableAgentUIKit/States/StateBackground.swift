#if canImport(UIKit) && !os(watchOS)
    import TableAgent
    import UIKit

    /// Exchanges the background of a view for that of a state, and keeps the one it had.
    @MainActor
    struct StateBackground {
        private var former: UIView?
        private var shown: UIView?

        mutating func show(_ view: UIView?, on surface: any SurfaceView) {
            guard view != nil || shown != nil else { return }
            if shown == nil { former = surface.backgroundView }
            surface.backgroundView = view ?? former
            shown = view
        }
    }

    extension ViewContainer {
        func showState() {
            background.show(stateView, on: surface)
        }

        private var stateView: UIView? {
            switch state {
            case .table: hasShown && panel?.tableInfo.rowCount == 0 ? stateViews.empty?() : nil
            case .loading: stateViews.loading?()
            case .failed(let error): stateViews.failure?(error)
            }
        }
    }
#endif
