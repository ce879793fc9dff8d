#if canImport(UIKit) && !os(watchOS)
    import TableAgent
    import UIKit

    /// The rows that the user acts on, from UIKit's question about a row until its report.
    struct TouchedRows {
        /// A row that the event delegate was asked about.
        struct Asked {
            /// The row, or `nil` if the delegate refused or removed it.
            var source: EventSource?
            /// The index paths of the row before and after the call of the delegate, which can move the row.
            var paths: [IndexPath]
        }

        var selection: Asked?
        var deselection: Asked?
        /// The row of the last question about a selection, which a primary action can follow.
        var primary: Asked?
        /// The row whose swipe actions are visible.
        var edited: EventSource?
    }

    extension EventSource {
        /// The row by its ids, so that nothing keeps its data alive; `nil` for another sender.
        fileprivate var reference: RowReference? {
            rowID.flatMap { row in sectionID.map { .id(row, in: .id($0)) } }
        }
    }

    // The events of rows.
    extension ViewContainer {
        func post(_ name: EventName<Void>, at path: IndexPath) { eventSource(at: path)?.post(name) }

        /// Sends `prefetch` for each of several rows, after the layout.
        func prefetch(_ paths: [IndexPath]) {
            for path in paths { prefetched[path] = eventSource(at: path)?.reference }
            let sources = paths.compactMap { eventSource(at: $0) }
            display.afterLayout { for source in sources { source.post(.prefetch) } }
        }

        /// Sends `cancelPrefetch` for the rows that had the index paths when their prefetching began.
        func cancelPrefetch(_ paths: [IndexPath]) {
            let sources = paths.compactMap { path in
                guard let row = prefetched.removeValue(forKey: path) else { return eventSource(at: path) }
                return try? panel?.source(.row(row))
            }
            display.afterLayout { for source in sources { source.post(.cancelPrefetch) } }
        }

        func willDisplay(_ view: UIView, at place: ViewPlace) {
            if case .row(let position) = place { prefetched[position.indexPath] = nil }
            guard let content = content(at: place) else { return }
            // After the display of a view has ended, UIKit can show the same view again without requesting a view from the data
            // source.
            if !display.isFilled(view) { fill(view, with: content) }
            display.willDisplay(view, with: content)
        }

        func willBeginEditing(at path: IndexPath) {
            touched.edited = eventSource(at: path)
            touched.edited?.post(.beginEditing)
        }

        /// Sends `endEditing` of the edited row, even if the row has moved or is removed.
        func didEndEditing() {
            let source = touched.edited
            touched.edited = nil
            source?.post(.endEditing)
        }

        // MARK: Selection

        /// Returns whether a row can be selected at all, and so is highlighted when it is touched.
        func canSelectRow(at path: IndexPath) -> Bool {
            guard let canSelect else { return true }
            return panel?.tableInfo.row(.at(RowPosition(path))).map(canSelect) == true
        }

        /// Asks the event delegate whether a row may be selected.
        ///
        /// - Returns: The index path of the row after the call, because the delegate can move the row. Returns `nil`
        ///   if the delegate refuses or removes the row.
        func shouldSelect(_ path: IndexPath) -> IndexPath? {
            let asked = question(at: path) { canSelectRow(at: path) && $0.shouldSelect() }
            touched.selection = asked
            // In the editing mode, no primary action follows.
            touched.primary = surface.isEditing ? nil : asked
            return asked.source == nil ? nil : asked.paths.last
        }

        /// Asks the event delegate whether a row may be deselected. Returns the same as ``shouldSelect(_:)``.
        func shouldDeselect(_ path: IndexPath) -> IndexPath? {
            let asked = question(at: path) { $0.shouldDeselect() }
            touched.deselection = asked
            return asked.source == nil ? nil : asked.paths.last
        }

        private func question(at path: IndexPath, _ isAllowed: (EventSource) -> Bool) -> TouchedRows.Asked {
            guard let source = eventSource(at: path), isAllowed(source),
                let newPath = source.position?.indexPath
            else { return TouchedRows.Asked(source: nil, paths: [path]) }
            return TouchedRows.Asked(source: source, paths: [path, newPath])
        }

        /// Sends `select` for the row that the event delegate allowed to be selected, at its current position, where the
        /// surface marks it.
        ///
        /// UIKit may ask without selecting, and may select without asking.
        ///
        /// - Parameter path: The index path that UIKit reports. It may be the path before or after the call of the
        ///   delegate.
        func didSelect(_ path: IndexPath) {
            let asked = touched.selection.flatMap { $0.paths.contains(path) ? $0.source : nil }
            touched.selection = nil
            if let newPath = asked?.position?.indexPath, newPath != path, surface.selectedPaths.contains(path)
            {
                surface.deselect(path, animated: false)
                surface.select(newPath)
            }
            (asked ?? eventSource(at: path))?.post(.select)
        }

        /// Sends `deselect` for the row that the event delegate allowed to be deselected.
        func didDeselect(_ path: IndexPath) {
            let asked = touched.deselection.flatMap { $0.paths.contains(path) ? $0.source : nil }
            touched.deselection = nil
            (asked ?? eventSource(at: path))?.post(.deselect)
        }

        /// Sends `primaryAction` for the touched row, which the event delegate may have moved when it was asked about the
        /// selection. If the delegate refused the selection, nothing is sent.
        func performPrimaryAction(at path: IndexPath) {
            let asked = touched.primary.flatMap { $0.paths.contains(path) ? $0 : nil }
            touched.primary = nil
            (asked == nil ? eventSource(at: path) : asked?.source)?.post(.primaryAction)
        }
    }
#endif
