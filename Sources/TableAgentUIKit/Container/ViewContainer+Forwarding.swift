#if canImport(UIKit) && !os(watchOS)
    import UIKit

    #if canImport(ObjectiveC)
        public import ObjectiveC
    #endif

    // The app's own delegate and data source answer the calls that the container does not implement.
    extension ViewContainer {
        private static let dataSourceCalls: Set<String> = [
            "sectionIndexTitlesForTableView:", "tableView:sectionForSectionIndexTitle:atIndex:",
            "tableView:titleForHeaderInSection:", "tableView:titleForFooterInSection:",
            "indexTitlesForCollectionView:", "collectionView:indexPathForIndexTitle:atIndex:",
        ]

        /// The beginnings of the names of a delegate's methods. A view also asks for private methods, such as those of a view
        /// controller, which must not be forwarded.
        private static let delegateCalls = [
            "tableView:", "collectionView:", "scrollView", "viewForZoomingInScrollView:",
            "indexPathForPreferredFocusedViewIn",
        ]

        /// Returns the object of the app that receives a call, if the container does not implement the method.
        ///
        /// - Parameter name: The name of the method in Objective-C, such as `scrollViewDidScroll:`.
        func recipient(ofCall name: String) -> (any NSObjectProtocol)? {
            if Self.dataSourceCalls.contains(name) { return ownDataSource }
            return Self.delegateCalls.contains(where: name.hasPrefix) ? ownDelegate : nil
        }
    }

    #if canImport(ObjectiveC)
        extension ViewContainer {
            /// Returns whether the container, the app's own delegate, or its data source implements a method.
            public nonisolated override func responds(to aSelector: Selector!) -> Bool {
                super.responds(to: aSelector) || recipient(of: aSelector)?.responds(to: aSelector) == true
            }

            /// Returns the app's own delegate or data source for a method that the container does not implement.
            public nonisolated override func forwardingTarget(for aSelector: Selector!) -> Any? {
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
            func observeRelease(of object: AnyObject?, _ owner: WritableKeyPath<SurfaceOwners, AnyObject?>) {
                guard let object else { return }
                let key = Unmanaged.passUnretained(self).toOpaque() + (owner == \.delegate ? 0 : 1)
                objc_setAssociatedObject(
                    object, key, ReleaseObserver(self, owner), .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
            }
        }

        /// Renews the delegate or the data source of a view when the object that holds the observer is released.
        private final class ReleaseObserver: NSObject {
            private nonisolated(unsafe) weak var container: ViewContainer?
            private nonisolated(unsafe) let owner: WritableKeyPath<SurfaceOwners, AnyObject?>

            init(_ container: ViewContainer, _ owner: WritableKeyPath<SurfaceOwners, AnyObject?>) {
                (self.container, self.owner) = (container, owner)
            }

            deinit {
                guard let container else { return }
                nonisolated(unsafe) let owner = owner
                if Thread.isMainThread {
                    MainActor.assumeIsolated { container.renew(owner) }
                } else {
                    Task { @MainActor in container.renew(owner) }
                }
            }
        }
    #else
        extension ViewContainer {
            func observeRelease(of object: AnyObject?, _ owner: WritableKeyPath<SurfaceOwners, AnyObject?>) {}
        }
    #endif
#endif
