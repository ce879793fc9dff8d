#if canImport(UIKit) && !os(watchOS)
    import TableAgent
    import UIKit

    /// The visible rows, heads, and feet with their views, in the order of their appearance.
    ///
    /// The record sends display events. UIKit reports views and index paths, and after a change an index path
    /// means another row. UIKit can also show a row in a new view before the display of its old view ends.
    /// The record therefore sends one begin and one end for each row, after the layout.
    ///
    /// A view has an event source, which keeps the whole array of its row alive. The record releases the
    /// source when the display ends, so that views in reuse queues keep no data alive. Only a view with the first responder,
    /// which UIKit does not reuse, keeps its source.
    @MainActor
    final class DisplayRecord {
        private struct Display {
            let view: ObjectIdentifier
            let source: EventSource
            let supplement: String?
            let key: Key

            init(_ view: UIView, _ source: EventSource, _ supplement: String?) {
                self.view = ObjectIdentifier(view)
                self.source = source
                self.supplement = supplement
                switch source.displayOrigin {
                case .row(let row):
                    key = Key(section: row.sectionID, row: row.rowID, kind: supplement)
                case .section(let section): key = Key(section: section.sectionID, kind: section.kind.rawValue)
                // Only the view of the table's foot has a source that is the table.
                case .table: key = Key(kind: HeadFootKind.foot.rawValue)
                }
            }

            /// Whether the row or section was removed from the table, or the row moved to another section.
            var isGone: Bool {
                switch source.displayOrigin {
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

        /// The identity of a visible line: its ids at the time when its view was filled.
        private struct Key: Hashable {
            /// The id of the section; `nil` for the foot of the table.
            var section: AnyID?
            var row: AnyID?
            var kind: String?
        }

        /// The views that were filled and whose display has not ended, in part before they are visible.
        private var filled: [ObjectIdentifier: WeakView] = [:]
        /// The lines that the surface shows.
        private var displays: [Display] = []
        /// The lines for which the begin was sent, but not the end. No two lines have the same key.
        private var reported: [Display] = []
        /// The events that wait for the end of the layout.
        private var held: [() -> Void] = []
        /// Whether a report is scheduled for a later turn of the run loop.
        private var isReportScheduled = false

        /// Records that a view becomes visible.
        ///
        /// - Parameter supplement: The kind of a supplementary view of a row.
        func willDisplay(_ view: UIView, _ source: EventSource, supplement: String? = nil) {
            let display = Display(view, source, supplement)
            displays.removeAll { $0.view == display.view }  // UIKit may not have reported the previous end.
            displays.append(display)
            scheduleReport()
        }

        /// Returns whether a view was filled and its display has not ended since.
        func isFilled(_ view: UIView) -> Bool {
            filled[ObjectIdentifier(view)]?.view === view
        }

        /// Records that a view was filled. The view may already be visible.
        func didFill(_ view: UIView, with content: ViewContent) {
            let display = Display(view, content.source, content.supplement)
            filled[display.view] = WeakView(view: view)
            guard let index = displays.firstIndex(where: { $0.view == display.view }) else { return }
            displays[index] = display
        }

        /// Records that a view is no longer visible, and releases its row.
        func didEndDisplay(_ view: UIView) {
            let key = ObjectIdentifier(view)
            displays.removeAll { $0.view == key }
            scheduleReport()
            // The view of a line that a person edits is not reused. What was typed is still to be sent.
            if view.hasFirstResponder { return }
            filled[key] = nil
            view.releaseRow()
        }

        /// Forgets the views that were filled in advance, so that they are filled again when they become visible.
        func forgetPreparedViews() {
            let visible = Set(displays.map(\.view))
            filled = filled.filter { visible.contains($0.key) || $0.value.view?.hasFirstResponder == true }
        }

        /// Changes the table, and then sends the display events that result from the change.
        ///
        /// No event is sent for a line that stays visible. This holds for any order in which the surface exchanges
        /// the views of the line, and also at the end of an animation.
        func update(_ change: () -> Void) {
            change()
            report()
        }

        /// Calls a closure that sends events, after the current layout.
        func afterLayout(_ send: @escaping () -> Void) {
            held.append(send)
            scheduleReport()
        }

        /// Replaces all views, and then releases the rows of those that do not show a line any more.
        ///
        /// Listeners receive no event for this. While the views are replaced, the old ones still send events: a text field
        /// whose editing ends, for example.
        func replaceViews(_ replace: () -> Void) {
            let old = filled
            (filled, displays) = ([:], [])
            replace()
            for (key, entry) in old where filled[key] == nil { entry.view?.releaseRow() }
        }

        func removeAll() {
            replaceViews {}
            (reported, held) = ([], [])
        }

        /// Schedules a report for the next turn of the run loop. An update in the meantime reports earlier.
        ///
        /// During a layout, UIKit accepts neither a batch nor a reload, but a listener may start either one. The
        /// events must therefore wait until the surface has laid out its views.
        private func scheduleReport() {
            guard !isReportScheduled else { return }
            isReportScheduled = true
            RunLoop.main.perform(inModes: [.common]) { [weak self] in
                MainActor.assumeIsolated {
                    self?.isReportScheduled = false
                    self?.report()
                }
            }
        }

        /// Sends the events one by one. A listener may change the visible lines, which causes further events.
        private func report() {
            // The surface may still animate the disappearance of these views.
            displays.removeAll(where: \.isGone)
            while let index = reported.firstIndex(where: { !Self.contains($0.key, displays) }) {
                reported.remove(at: index).postEnd()
            }
            // A later end event must carry the content that the view showed last.
            for (index, old) in reported.enumerated() {
                reported[index] = displays.first { $0.key == old.key } ?? old
            }
            while let display = displays.first(where: { !Self.contains($0.key, reported) }) {
                reported.append(display)
                display.postBegin()
            }
            while !held.isEmpty { held.removeFirst()() }
        }

        private static func contains(_ key: Key, _ displays: [Display]) -> Bool {
            displays.contains { $0.key == key }
        }
    }

    private struct WeakView {
        private(set) weak var view: UIView?
    }

    extension UIView {
        /// Whether the view or one of its subviews is the first responder.
        fileprivate var hasFirstResponder: Bool {
            isFirstResponder || subviews.contains { $0.hasFirstResponder }
        }
    }
#endif
