#if canImport(UIKit) && !os(watchOS)
    import TableAgent
    import UIKit

    /// The visible rows, heads, and feet, by the views that show them, in the order in which they appeared.
    ///
    /// It sends the events of their display. A surface reports views and index paths, which mean other rows
    /// after a change, and it may show a row in a new view before it ends the display of the old one. Here the
    /// display of each row begins once and ends once.
    @MainActor
    final class DisplayRecord {
        private struct Display {
            let view: ObjectIdentifier
            let source: EventSource
            let supplement: String?
            let key: Key

            init?(_ view: UIView, _ source: EventSource, _ supplement: String?) {
                self.view = ObjectIdentifier(view)
                self.source = source
                self.supplement = supplement
                switch source.origin {
                case .row(let row):
                    key = Key(section: row.sectionID, row: row.rowID, kind: supplement)
                case .section(let section): key = Key(section: section.sectionID, kind: section.kind.rawValue)
                case .table: return nil
                }
            }

            /// Whether the row or section is no longer in the table.
            var isGone: Bool {
                switch source.origin {
                case .row(let row): row.position == nil
                case .section(let section): section.index == nil
                case .table: false
                }
            }

            func postBegin() {
                if let supplement {
                    source.post(.willDisplaySupplement, supplement)
                } else {
                    source.post(.willDisplay)
                }
            }

            func postEnd() {
                if let supplement {
                    source.post(.didEndDisplaySupplement, supplement)
                } else {
                    source.post(.didEndDisplay)
                }
            }
        }

        /// What is visible, by the ids at the time when its view was filled.
        private struct Key: Hashable {
            let section: AnyID
            var row: AnyID?
            var kind: String?
        }

        private var displays: [Display] = []
        private var isUpdating = false

        /// Whether the surface reports views in the midst of its layout, when it takes no batch.
        private(set) var isLayingOut = false

        /// Notes that a view becomes visible.
        ///
        /// - Parameter supplement: The kind of a supplementary view of a row.
        func willDisplay(_ view: UIView, _ source: EventSource, supplement: String? = nil) {
            guard let display = Display(view, source, supplement) else { return }
            if let index = index(of: view), displays[index].key == display.key {
                displays[index] = display
                return
            }
            didEndDisplay(view)  // The surface may have reported no end of what the view showed.
            let isNew = !isVisible(display.key)
            displays.append(display)
            if isNew, !isUpdating { duringLayout(display.postBegin) }
        }

        /// Notes that a view was filled, which may be visible.
        func didFill(_ view: UIView, with content: ViewContent) {
            guard let index = index(of: view),
                let display = Display(view, content.source, content.supplement)
            else { return }
            displays[index] = display
        }

        /// Notes that a view is no longer visible.
        func didEndDisplay(_ view: UIView) {
            guard let index = index(of: view) else { return }
            let display = displays.remove(at: index)
            if !isVisible(display.key), !isUpdating { duringLayout(display.postEnd) }
        }

        /// Performs a change of the table, and then sends what it removed from view and what it brought.
        ///
        /// No event is sent for what stays visible, in whichever order the surface exchanges its views, now or
        /// at the end of an animation.
        func update(_ change: () -> Void) {
            let old = displays
            isUpdating = true
            change()
            isUpdating = false
            // The surface may still show how these views disappear.
            displays.removeAll(where: \.isGone)
            let new = displays
            for display in Self.displays(in: old, notIn: new) { display.postEnd() }
            for display in Self.displays(in: new, notIn: old) { display.postBegin() }
        }

        /// Sends events in the midst of the surface's layout.
        func duringLayout(_ send: () -> Void) {
            let isNested = isLayingOut
            isLayingOut = true
            send()
            isLayingOut = isNested
        }

        func removeAll() {
            displays = []
        }

        /// Returns the displays of one list whose key another list does not have, each key once.
        private static func displays(in list: [Display], notIn other: [Display]) -> [Display] {
            var known = Set(other.map(\.key))
            return list.filter { known.insert($0.key).inserted }
        }

        private func isVisible(_ key: Key) -> Bool {
            displays.contains { $0.key == key }
        }

        private func index(of view: UIView) -> Int? {
            let view = ObjectIdentifier(view)
            return displays.firstIndex { $0.view == view }
        }
    }
#endif
