#if canImport(UIKit) && !os(watchOS)
    import TableAgent
    import UIKit

    extension ViewContainer {
        func post(_ name: EventName<Void>, at path: IndexPath) {
            eventSource(at: path)?.post(name)
        }

        /// Sends an event for each of several rows, after the layout.
        func post(_ name: EventName<Void>, atAll paths: [IndexPath]) {
            let sources = paths.compactMap { eventSource(at: $0) }
            display.afterLayout { for source in sources { source.post(name) } }
        }

        func willDisplay(_ view: UIView, at place: ViewPlace) {
            guard let content = content(at: place) else { return }
            restore(view, with: content)
            display.willDisplay(view, with: content)
        }

        /// Asks the event delegate whether a row may be selected.
        ///
        /// - Returns: The index path of the row after the call, because the delegate can move the row. Returns `nil`
        ///   if the delegate refuses or removes the row.
        func shouldSelect(_ path: IndexPath) -> IndexPath? {
            selection = question(at: path) { $0.shouldSelect() }
            // In the editing mode, no primary action follows.
            primary = surface.isEditing ? nil : (selection?.source, selection?.paths ?? [path])
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

        /// Sends `primaryAction` for the touched row, which the event delegate may have moved when it was asked about the
        /// selection. If the delegate refused the selection, nothing is sent.
        func performPrimaryAction(at path: IndexPath) {
            let asked = primary.flatMap { $0.paths.contains(path) ? $0 : nil }
            primary = nil
            (asked == nil ? eventSource(at: path) : asked?.source)?.post(.primaryAction)
        }

        /// Sends `deselect` for the row that the event delegate allowed to be deselected.
        func didDeselect(_ path: IndexPath) {
            let asked = deselection.flatMap { $0.paths.contains(path) ? $0.source : nil }
            deselection = nil
            (asked ?? eventSource(at: path))?.post(.deselect)
        }

        /// Returns the actions of a row. If nobody can ask, actions that need an answer are left out.
        func actions(_ place: RowActionPlace, at path: IndexPath) -> [RowAction] {
            allActions(place, at: path).filter { !$0.needsAnswer || ask != nil }
        }

        /// Returns the first action of a row that fulfills a condition, or `nil` if this action can't be performed. Another
        /// action must not come in its place.
        func firstAction(
            _ place: RowActionPlace, at path: IndexPath, where condition: (RowAction) -> Bool = { _ in true }
        ) -> RowAction? {
            let first = allActions(place, at: path).first(where: condition)
            return first.flatMap { $0.isEnabled && (!$0.needsAnswer || ask != nil) ? $0 : nil }
        }

        private func allActions(_ place: RowActionPlace, at path: IndexPath) -> [RowAction] {
            panel?.tableInfo.row(at: RowPosition(path))?.actions(place) ?? []
        }

        /// Performs a chosen action as the row offers it now, or asks the user first. If the row does not offer the same action
        /// any more, or has disabled it since the choice was shown, nothing happens.
        func perform(_ action: RowAction, _ place: RowActionPlace, of source: EventSource) {
            let row = source.position.flatMap { panel?.tableInfo.row(at: $0) }
            guard let current = row?.currentAction(action, place), !current.needsAnswer || ask != nil else {
                panel?.eventHandler.report(
                    "“\(action.title)” was not performed: the row does not offer it any more.")
                return
            }
            if current.needsAnswer { ask?(current, source) } else { try? source.perform(current) }
        }

        #if !os(tvOS)
            /// Returns the context menu of a row, or `nil` if the row has no actions.
            func menu(at path: IndexPath) -> UIContextMenuConfiguration? {
                let actions = actions(.menu, at: path)
                guard !actions.isEmpty, let source = eventSource(at: path),
                    let row = panel?.tableInfo.row(at: RowPosition(path))
                else { return nil }
                let preview = preview.map { preview in { preview(row) } }
                return UIContextMenuConfiguration(identifier: nil, previewProvider: preview) {
                    [weak self] _ in
                    UIMenu(children: self?.menuElements(actions[...], of: source) ?? [])
                }
            }

            /// Returns the elements of a menu. Neighboring actions of one submenu are one element.
            private func menuElements(_ actions: ArraySlice<RowAction>, of source: EventSource)
                -> [UIMenuElement]
            {
                guard let first = actions.first else { return [] }
                guard let title = first.submenu else {
                    return [menuAction(first, of: source)] + menuElements(actions.dropFirst(), of: source)
                }
                let children = actions.prefix { $0.submenu == title }
                let menu = UIMenu(title: title, children: children.map { menuAction($0, of: source) })
                return [menu] + menuElements(actions[children.endIndex...], of: source)
            }

            /// Returns the enabled actions for a swipe over a row.
            ///
            /// The configuration of a row without actions is empty. With `nil`, a table view would show its own delete
            /// action.
            func swipeActions(_ place: RowActionPlace, at path: IndexPath) -> UISwipeActionsConfiguration? {
                guard let source = eventSource(at: path) else { return nil }
                let actions = actions(place, at: path)
                let enabled = actions.filter(\.isEnabled)
                let configuration = UISwipeActionsConfiguration(
                    actions: enabled.map { swipeAction($0, place, of: source) })
                configuration.performsFirstActionWithFullSwipe =
                    firstAction(place, at: path)?.allowsFullSwipe ?? false
                return configuration
            }

            private func menuAction(_ action: RowAction, of source: EventSource) -> UIAction {
                var attributes: UIMenuElement.Attributes = action.isDestructive ? .destructive : []
                if !action.isEnabled { attributes.insert(.disabled) }
                return UIAction(title: action.title, image: action.image, attributes: attributes) {
                    [weak self] _ in self?.perform(action, .menu, of: source)
                }
            }

            private func swipeAction(
                _ action: RowAction, _ place: RowActionPlace, of source: EventSource
            ) -> UIContextualAction {
                let swipe = UIContextualAction(
                    style: action.isDestructive ? .destructive : .normal, title: action.title
                ) { [weak self] _, _, done in
                    self?.perform(action, place, of: source)
                    // After a completed destructive action, UIKit removes the cell. The action is therefore reported as
                    // not completed if the row still exists.
                    done(!action.isDestructive || source.position == nil)
                }
                swipe.image = action.image
                if let color = action.role.color { swipe.backgroundColor = color }
                return swipe
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
