#if canImport(UIKit) && !os(watchOS)
    import TableAgent
    import UIKit

    #if canImport(ObjectiveC)
        import ObjectiveC
    #endif

    /// The data source and the delegate of a container's view.
    ///
    /// UIKit calls methods of Objective-C. The adapter has these methods, so that a container has only what an app calls.
    /// There is a subclass for each kind of view. The app's own delegate and data source receive the calls that the
    /// subclass does not implement.
    @MainActor class ViewAdapter: NSObject {
        let surface: any SurfaceView
        /// The container, which owns the adapter. If a listener releases the container, UIKit keeps the adapter alive until
        /// the end of the current call.
        weak var container: ViewContainer?
        /// The objects that the view had before the container.
        private var originalOwners = SurfaceOwners()

        /// The app's own delegate of the view.
        weak var ownDelegate: (any NSObjectProtocol)? {
            didSet { if ownDelegate !== oldValue { didSetOwn(ownDelegate, \.delegate) } }
        }

        /// The app's own data source of the view.
        weak var ownDataSource: (any NSObjectProtocol)? {
            didSet { if ownDataSource !== oldValue { didSetOwn(ownDataSource, \.dataSource) } }
        }

        /// The visible table, or `nil` without a panel.
        var table: TableInfo? { container?.panel?.tableInfo }

        init(_ surface: any SurfaceView) { self.surface = surface }

        // MARK: Ownership

        /// Whether the adapter is still the data source and the delegate of the view.
        var ownsSurface: Bool { surface.owners.dataSource === self && surface.owners.delegate === self }

        /// Makes the adapter the data source and the delegate of the view, and stores the previous ones.
        func takeOver() {
            let other = surface.owners.dataSource as? ViewAdapter
            originalOwners = other?.originalOwners ?? surface.owners
            surface.owners = SurfaceOwners(dataSource: self, delegate: self, prefetching: self)
        }

        /// Restores the objects that the view had before, but not those that were replaced since.
        func giveBack() {
            let current = surface.owners
            var restored = current
            for owner in [\SurfaceOwners.dataSource, \.delegate, \.prefetching]
            where current[keyPath: owner] === self {
                restored[keyPath: owner] = originalOwners[keyPath: owner]
            }
            surface.owners = restored
            if current.dataSource === self { surface.reloadData() }
        }

        /// Takes over an object of the app, after it was set.
        private func didSetOwn(_ object: AnyObject?, _ owner: WritableKeyPath<SurfaceOwners, AnyObject?>) {
            precondition(
                object !== self, "A container can't forward calls to itself; set an object of your own.")
            #if canImport(ObjectiveC)
                observeRelease(of: object, owner)
            #endif
            renew(owner)
        }

        /// Makes the view ask again which methods its delegate or its data source has. A view asks when the object is set, and
        /// not if the same object is set again.
        fileprivate func renew(_ owner: WritableKeyPath<SurfaceOwners, AnyObject?>) {
            guard ownsSurface else { return }
            container?.keepingSelection({ $0 }) {
                surface.owners[keyPath: owner] = nil
                surface.owners[keyPath: owner] = self
            }
        }

        /// The reuse identifiers that the view knows, each with the kind of its views.
        private var registered: Set<String> = []

        /// Registers views once, unless a storyboard has registered them.
        ///
        /// - Parameters:
        ///   - kind: The kind of the views.
        ///   - register: Registers a nib, or a class without one.
        func registerOnce(
            _ identifier: String, ofKind kind: String, of source: ViewSource?, isOwn: Bool,
            _ register: (UINib?) -> Void
        ) {
            guard source?.isPrototype != true, registered.insert("\(kind) \(identifier)").inserted else {
                return
            }
            register(isOwn ? source?.nib : nil)
        }

        // MARK: Overridden for each kind of view

        /// Whether a head appears and disappears when the layout of the view is prepared again.
        var laysOutHeads: Bool { false }

        /// Returns whether the view shows the item's views directly, without a cell around them.
        func isOwnView(_ source: ViewSource, at place: ViewPlace) -> Bool { false }

        /// Returns the default content configuration for the head or foot of a grid item.
        func gridContent(of kind: TablePart) -> UIListContentConfiguration { .cell() }

        /// Sets up a view after it was filled.
        func didFill(_ view: UIView, with content: ViewContent) {}

        /// Refills the visible supplementary views of rows, after the container has applied changes.
        func fillSupplements() {}

        // MARK: Forwarding

        private static let dataSourceCalls: Set<String> = [
            "sectionIndexTitlesForTableView:", "tableView:sectionForSectionIndexTitle:atIndex:",
            "indexTitlesForCollectionView:", "collectionView:indexPathForIndexTitle:atIndex:",
        ]

        /// The beginnings of the names of a delegate's methods. A view also asks for private methods, such as those of a view
        /// controller, which must not be forwarded.
        private static let delegateCalls = [
            "tableView:", "collectionView:", "scrollView", "viewForZoomingInScrollView:",
            "indexPathForPreferredFocusedViewIn",
        ]

        /// Returns the object of the app that receives a call, if the adapter does not implement the method.
        ///
        /// - Parameter name: The name of the method in Objective-C, such as `scrollViewDidScroll:`.
        func recipient(ofCall name: String) -> (any NSObjectProtocol)? {
            if Self.dataSourceCalls.contains(name) { return ownDataSource }
            return Self.delegateCalls.contains(where: name.hasPrefix) ? ownDelegate : nil
        }

        #if canImport(ObjectiveC)
            /// Returns whether the adapter, the app's own delegate, or its data source implements a method.
            nonisolated override func responds(to aSelector: Selector!) -> Bool {
                super.responds(to: aSelector) || recipient(of: aSelector)?.responds(to: aSelector) == true
            }

            /// Returns the app's own delegate or data source for a method that the adapter does not implement.
            nonisolated override func forwardingTarget(for aSelector: Selector!) -> Any? {
                recipient(of: aSelector) ?? super.forwardingTarget(for: aSelector)
            }

            /// Returns the recipient of a call. UIKit calls and asks on the main thread only.
            private nonisolated func recipient(of selector: Selector) -> (any NSObjectProtocol)? {
                guard Thread.isMainThread else { return nil }
                let name = NSStringFromSelector(selector)
                nonisolated(unsafe) var recipient: (any NSObjectProtocol)?
                MainActor.assumeIsolated { recipient = self.recipient(ofCall: name) }
                return recipient
            }

            /// Makes the view ask again for methods when an object of the app is released. A view remembers the answers, and
            /// would call methods that nobody implements any more.
            private func observeRelease(
                of object: AnyObject?, _ owner: WritableKeyPath<SurfaceOwners, AnyObject?>
            ) {
                guard let object else { return }
                let key = Unmanaged.passUnretained(self).toOpaque() + (owner == \.delegate ? 0 : 1)
                objc_setAssociatedObject(
                    object, key, ReleaseObserver(self, owner), .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
            }
        #endif
    }

    /// A tap on the view of a head.
    final class HeadTap: UITapGestureRecognizer {
        /// Performs the tap.
        let perform: () -> Void

        init(_ perform: @escaping () -> Void) {
            self.perform = perform
            super.init(target: nil, action: nil)
            #if canImport(ObjectiveC)
                addTarget(self, action: #selector(recognize))
            #endif
        }

        #if canImport(ObjectiveC)
            @objc private func recognize() { perform() }
        #endif
    }

    #if canImport(ObjectiveC)
        /// Renews the delegate or the data source of a view when the object that holds the observer is released.
        private final class ReleaseObserver: NSObject {
            private nonisolated(unsafe) weak var adapter: ViewAdapter?
            private nonisolated(unsafe) let owner: WritableKeyPath<SurfaceOwners, AnyObject?>

            init(_ adapter: ViewAdapter, _ owner: WritableKeyPath<SurfaceOwners, AnyObject?>) {
                self.adapter = adapter
                self.owner = owner
            }

            deinit {
                guard let adapter else { return }
                nonisolated(unsafe) let owner = owner
                if Thread.isMainThread {
                    MainActor.assumeIsolated { adapter.renew(owner) }
                } else {
                    Task { @MainActor in adapter.renew(owner) }
                }
            }
        }
    #endif
#endif
