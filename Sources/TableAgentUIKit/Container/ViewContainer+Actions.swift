#if canImport(UIKit) && !os(watchOS)
    import TableAgent
    import UIKit

    // The actions of rows, in menus and swipes.
    extension ViewContainer {
        /// Returns the actions of a row. If nobody can ask, actions that need an answer are left out.
        func actions(_ place: RowAction.Placement, at path: IndexPath) -> [RowAction] {
            allActions(place, at: path).filter { !$0.needsAnswer || ask != nil }
        }

        /// Returns the first action of a row that fulfills a condition, or `nil` if this action can't be performed. Another
        /// action must not come in its place.
        func firstAction(
            _ place: RowAction.Placement, at path: IndexPath,
            where condition: (RowAction) -> Bool = { _ in true }
        ) -> RowAction? {
            let first = allActions(place, at: path).first(where: condition)
            return first.flatMap { $0.isEnabled && (!$0.needsAnswer || ask != nil) ? $0 : nil }
        }

        private func allActions(_ place: RowAction.Placement, at path: IndexPath) -> [RowAction] {
            panel?.tableInfo.row(.at(RowPosition(path)))?.actions(place) ?? []
        }

        /// Performs a chosen action as the row offers it now, or asks the user first. If the row does not offer the same action
        /// any more, or has disabled it since the choice was shown, nothing happens.
        func perform(_ action: RowAction, _ place: RowAction.Placement, of source: EventSource) {
            let row = source.position.flatMap { panel?.tableInfo.row(.at($0)) }
            guard let current = row?.currentAction(action, at: place), !current.needsAnswer || ask != nil
            else {
                panel?.report("“\(action.title)” was not performed: the row does not offer it any more.")
                return
            }
            do {
                if current.needsAnswer { ask?(current, source) } else { try source.perform(current) }
            } catch {
                panel?.report("“\(action.title)” was not performed: \(error)")
            }
        }

        #if !os(tvOS)
            /// Returns the context menu of a row, or `nil` if the row has no actions.
            func menu(at path: IndexPath) -> UIContextMenuConfiguration? {
                let actions = actions(.menu, at: path)
                guard !actions.isEmpty, let source = eventSource(at: path),
                    let row = panel?.tableInfo.row(.at(RowPosition(path)))
                else { return nil }
                let preview = preview.map { preview in { preview(row) } }
                return UIContextMenuConfiguration(identifier: MenuRow(source), previewProvider: preview) {
                    [weak self] _ in UIMenu(children: self?.menuElements(actions[...], of: source) ?? [])
                }
            }

            /// Returns the cell to which a menu closes: that of its row, which may have moved. It is `nil` if the row is gone.
            func dismissalPreview(of menu: UIContextMenuConfiguration) -> UITargetedPreview? {
                guard let position = (menu.identifier as? MenuRow)?.source.position, isExpanded(position)
                else { return nil }
                // UIKit raises an exception for a view without a window, such as a cell that it has only prepared.
                return surface.visibleCell(at: position.indexPath).flatMap {
                    $0.window == nil ? nil : UITargetedPreview(view: $0)
                }
            }

            /// Sends `openPreview` for the row of a menu, after the menu has closed.
            func openPreview(
                of menu: UIContextMenuConfiguration, _ animator: any UIContextMenuInteractionCommitAnimating
            ) {
                guard let source = (menu.identifier as? MenuRow)?.source else { return }
                animator.addCompletion { source.post(.openPreview) }
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
            func swipeActions(_ place: RowAction.Placement, at path: IndexPath)
                -> UISwipeActionsConfiguration?
            {
                guard let source = eventSource(at: path) else { return nil }
                let enabled = actions(place, at: path).filter(\.isEnabled)
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
                _ action: RowAction, _ place: RowAction.Placement, of source: EventSource
            ) -> UIContextualAction {
                let swipe = UIContextualAction(
                    style: action.isDestructive ? .destructive : .normal, title: action.title
                ) { [weak self] _, _, done in
                    self?.isPerformingSwipe = true
                    self?.perform(action, place, of: source)
                    self?.isPerformingSwipe = false
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

    /// The row of a menu, which can move while the menu is open.
    private final class MenuRow: NSObject, NSCopying {
        let source: EventSource

        init(_ source: EventSource) { self.source = source }

        func copy(with zone: NSZone? = nil) -> Any { self }
    }

    extension RowAction {
        /// The system symbol that the action names, or the app's image of that name if there is no such symbol.
        @MainActor var image: UIImage? { symbol.flatMap { UIImage(systemName: $0) ?? UIImage(named: $0) } }
    }
#endif
