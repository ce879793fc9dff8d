#if canImport(UIKit) && !os(watchOS)
    import TableAgent
    import UIKit

    extension ViewContainer {
        /// Returns the event source of the row at an index path, or `nil` if there is no row.
        func eventSource(at path: IndexPath) -> EventSource? {
            // The index path of a supplementary view that belongs to the whole layout has only one index.
            path.count == 2 ? try? panel?.source(.row(.at(RowPosition(path)))) : nil
        }

        func post(_ name: EventName<Void>, at path: IndexPath) {
            eventSource(at: path)?.post(name)
        }

        /// Sends an event for each of several rows, after the layout.
        func post(_ name: EventName<Void>, atAll paths: [IndexPath]) {
            let sources = paths.compactMap { eventSource(at: $0) }
            display.afterLayout { for source in sources { source.post(name) } }
        }

        func willDisplay(_ view: UIView, at path: IndexPath, supplement: String? = nil) {
            willDisplay(view, content(at: path, supplement: supplement))
        }

        func willDisplay(_ view: UIView, _ kind: HeadFootKind, ofSection index: Int) {
            willDisplay(view, content(of: kind, ofSection: index))
        }

        private func willDisplay(_ view: UIView, _ content: ViewContent?) {
            guard let content else { return }
            restore(view, with: content)
            display.willDisplay(view, content.source, supplement: content.supplement)
        }

        /// Asks the event delegate whether a row may be selected.
        ///
        /// - Returns: The index path of the row after the call, because the delegate can move the row. Returns `nil`
        ///   if the delegate refuses or removes the row.
        func shouldSelect(_ path: IndexPath) -> IndexPath? {
            selection = question(at: path) { $0.shouldSelect() }
            return selection?.paths.last
        }

        /// Asks the event delegate whether a row may be deselected. Returns the same as ``shouldSelect(_:)``.
        func shouldDeselect(_ path: IndexPath) -> IndexPath? {
            deselection = question(at: path) { $0.shouldDeselect() }
            return deselection?.paths.last
        }

        private func question(
            at path: IndexPath, _ isAllowed: (EventSource) -> Bool
        ) -> (source: EventSource, paths: [IndexPath])? {
            guard let source = eventSource(at: path), isAllowed(source), let newPath = source.position?.path
            else { return nil }
            return (source, [path, newPath])
        }

        /// Sends `select` for the row that the event delegate allowed to be selected, at its current position, where the
        /// surface marks it.
        ///
        /// UIKit may ask without selecting, and may select without asking.
        ///
        /// - Parameter path: The index path that UIKit reports. It may be the path before or after the call of the
        ///   delegate.
        func didSelect(_ path: IndexPath) {
            let asked = selection.flatMap { $0.paths.contains(path) ? $0.source : nil }
            selection = nil
            if let newPath = asked?.position?.path, newPath != path, surface.selectedPaths.contains(path) {
                surface.deselect(path, animated: false)
                surface.select(newPath)
            }
            (asked ?? eventSource(at: path))?.post(.select)
        }

        /// Sends `deselect` for the row that the event delegate allowed to be deselected.
        func didDeselect(_ path: IndexPath) {
            let asked = deselection.flatMap { $0.paths.contains(path) ? $0.source : nil }
            deselection = nil
            (asked ?? eventSource(at: path))?.post(.deselect)
        }

        /// Returns the actions of a row. If nobody can ask, actions that need an answer are left out.
        func actions(_ place: RowActionPlace, at path: IndexPath) -> [RowAction] {
            let actions = panel?.tableInfo.row(at: RowPosition(path))?.actions(place) ?? []
            return actions.filter { !$0.needsAnswer || ask != nil }
        }

        /// Performs a chosen action, or asks the user first.
        func perform(_ action: RowAction, of source: EventSource) {
            // An action that needs no answer throws no error.
            if action.needsAnswer { ask?(action, source) } else { try? source.perform(action) }
        }

        #if !os(tvOS)
            /// Returns the context menu of a row, or `nil` if the row has no actions.
            func menu(at path: IndexPath) -> UIContextMenuConfiguration? {
                let actions = actions(.menu, at: path)
                guard !actions.isEmpty, let source = eventSource(at: path) else { return nil }
                return UIContextMenuConfiguration(identifier: nil, previewProvider: nil) { _ in
                    UIMenu(
                        children: actions.map { action in
                            UIAction(
                                title: action.title, image: action.image,
                                attributes: action.isDestructive ? .destructive : []
                            ) { [weak self] _ in self?.perform(action, of: source) }
                        })
                }
            }
        #endif
    }

    extension RowAction {
        /// The system symbol that the action names, or the app's image of that name if there is no such symbol.
        @MainActor var image: UIImage? {
            symbol.flatMap { UIImage(systemName: $0) ?? UIImage(named: $0) }
        }
    }
#endif
