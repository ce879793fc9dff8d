#if canImport(UIKit) && !os(watchOS)
    import TableAgent
    import UIKit

    /// The rows, heads, and feet that have filled views, and those whose display was reported.
    ///
    /// The record sends display events. UIKit reports views and index paths, and after a change an index path
    /// means another row. UIKit can also show a row in a new view before the display of its old view ends.
    /// The record therefore sends one begin and one end for each row, after the layout.
    ///
    /// A view has an event source, which keeps the data of its row alive. After an update, the record gives each view a
    /// source in the new table. It releases the source when the display ends, so that views in reuse queues keep no data
    /// alive. Only a view with the first responder, which UIKit does not reuse, keeps its source, and a content configuration
    /// keeps what the app captured in it.
    @MainActor final class DisplayRecord {
        /// A row, head, or foot with the view that shows it.
        private struct Line {
            private(set) weak var view: UIView?
            var place: ViewPlace
            var source: EventSource
            let key: Key
            /// The number of the display in the order of appearance, or `nil` before the view is visible.
            var order: Int?
            /// Whether the row or section is no longer in the table.
            var isGone = false

            init(_ view: UIView, _ content: ViewContent, order: Int?) {
                self.view = view
                self.order = order
                place = content.place
                source = content.source
                key = Key(content)
            }

            func post(_ name: EventName<Void>, ofSupplement supplementName: EventName<String>) {
                if let kind = place.supplement {
                    source.post(supplementName, kind)
                } else {
                    source.post(name)
                }
            }
        }

        /// The identity of a line: its ids at the time when its view was filled.
        private struct Key: Hashable {
            /// The id of the section; `nil` for the foot of the table.
            let section: AnyID?
            let row: AnyID?
            let kind: String?

            init(_ content: ViewContent) {
                section = content.source.sectionID
                row = content.source.rowID
                kind = content.supplement ?? content.headFoot?.rawValue
            }
        }

        /// The lines whose views were filled and whose display has not ended, in part before they are visible.
        private var lines: [ObjectIdentifier: Line] = [:]
        /// The lines for which the begin was sent, but not the end.
        private var reported: [Key: Line] = [:]
        /// The number of lines that have appeared so far.
        private var orders = 0
        /// A number that changes with the lines and with each report.
        private var revision = 0
        /// The events that wait for the end of the layout.
        private var held: [() -> Void] = []
        /// Whether a report is scheduled for a later turn of the run loop.
        private var isReportScheduled = false

        /// Records that a view becomes visible.
        func willDisplay(_ view: UIView, with content: ViewContent) {
            orders += 1
            set(Line(view, content, order: orders), of: view)
            scheduleReport()
        }

        /// Returns whether a view was filled and its display has not ended since.
        func isFilled(_ view: UIView) -> Bool { line(of: view) != nil }

        /// The views of heads and feet, with their places.
        var parts: [(view: UIView, place: ViewPlace)] {
            lines.values.compactMap { line in
                guard case .part = line.place, let view = line.view, !line.isGone else { return nil }
                return (view, line.place)
            }
        }

        /// Returns the event source of the line that a view shows.
        func source(of view: UIView) -> EventSource? { line(of: view)?.source }

        /// Records that a view was filled. The view may already be visible.
        func didFill(_ view: UIView, with content: ViewContent) {
            set(Line(view, content, order: line(of: view)?.order), of: view)
        }

        private func line(of view: UIView) -> Line? {
            lines[ObjectIdentifier(view)].flatMap { $0.view === view ? $0 : nil }
        }

        private func set(_ line: Line?, of view: UIView) {
            revision += 1
            lines[ObjectIdentifier(view)] = line
        }

        /// Records that a view is no longer visible, and releases its row.
        func didEndDisplay(_ view: UIView) {
            scheduleReport()
            // The view of a line that a person edits is not reused. What was typed is still to be sent.
            if view.hasFirstResponder, var line = line(of: view) {
                line.order = nil
                return set(line, of: view)
            }
            set(nil, of: view)
            view.renew(with: nil)
        }

        /// Takes new sources after an update, so that the record and the views keep no data of the old table alive.
        ///
        /// The views that were filled in advance are forgotten. They are filled again when they become visible, and UIKit
        /// can also reuse them without a report.
        ///
        /// - Parameter follow: Returns the new content for a place in the old table, or `nil` and whether the row or section
        ///   was removed.
        func renew(_ follow: (ViewPlace) -> (content: ViewContent?, isRemoved: Bool)) {
            func renewed(_ line: Line) -> Line {
                var line = line
                let (content, isRemoved) = follow(line.place)
                if let content, Key(content) == line.key {
                    line.place = content.place
                    line.source = content.source
                } else if isRemoved {
                    line.isGone = true
                    line.source = line.source.ofRemoved
                } else {
                    // A row that moved to another section is filled again, and its display in the old section ends. Other
                    // rows are hidden, have another item, or moved with their section.
                    line.isGone = content != nil || line.source.isGone
                    // A view off the screen is not filled again. The text in it belongs to the new row.
                    if let content, line.view?.hasFirstResponder == true { line.source = content.source }
                }
                return line
            }
            revision += 1
            for (id, line) in lines {
                if line.view == nil || line.order == nil && line.view?.hasFirstResponder != true {
                    lines[id] = nil
                    line.view?.renew(with: nil)
                } else {
                    let line = renewed(line)
                    lines[id] = line
                    line.view?.renew(with: line.source)
                }
            }
            reported = reported.mapValues(renewed)
        }

        /// Calls a closure that sends events, after the current layout.
        func afterLayout(_ send: @escaping () -> Void) {
            held.append(send)
            scheduleReport()
        }

        /// Takes new sources for the rows that a person edits.
        ///
        /// - Parameter follow: Returns the new source for a place in the old table, or `nil` for the same one.
        func renewEdited(_ follow: (ViewPlace) -> EventSource?) {
            for line in lines.values {
                guard let view = line.view, view.hasFirstResponder, let source = follow(line.place) else {
                    continue
                }
                view.renew(with: source)
            }
        }

        /// Replaces all views, and then releases the rows of those that do not show a line any more.
        ///
        /// Listeners receive no event for this. While the views are replaced, the old ones still send events: a text field
        /// whose editing ends, for example.
        func replaceViews(_ replace: () -> Void) {
            let old = lines
            lines = [:]
            revision += 1
            replace()
            for (id, line) in old where lines[id] == nil { line.view?.renew(with: nil) }
        }

        func removeAll() {
            replaceViews {}
            reported = [:]
            held = []
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

        /// Sends the display events one by one. If a listener changes the visible lines, the remaining events are computed again.
        ///
        /// No event is sent for a line that stays visible. This holds for any order in which the surface exchanges
        /// the views of the line, and also at the end of an animation.
        func report() {
            repeat {
                while !sendDisplayEvents() {}
                let reported = revision
                while !held.isEmpty { held.removeFirst()() }
                if reported == revision { return }
            } while true
        }

        /// Sends the events of lines that appeared or disappeared. Returns `false` if a listener changed the lines.
        private func sendDisplayEvents() -> Bool {
            revision += 1
            let revision = revision
            var visible: [Key: Line] = [:]
            // The surface may still animate the disappearance of the views of removed rows.
            for line in lines.values where !line.isGone && line.view != nil {
                if let order = line.order, order > visible[line.key]?.order ?? 0 { visible[line.key] = line }
            }
            // A later end event must carry the content that the view showed last.
            for (key, line) in visible {
                reported[key]?.source = line.source
                reported[key]?.place = line.place
            }
            for line in Self.sorted(reported.values.filter { visible[$0.key] == nil }) {
                reported[line.key] = nil
                line.post(.didEndDisplay, ofSupplement: .didEndDisplaySupplement)
                if revision != self.revision { return false }
            }
            for line in Self.sorted(visible.values.filter { reported[$0.key] == nil }) {
                reported[line.key] = line
                line.post(.willDisplay, ofSupplement: .willDisplaySupplement)
                if revision != self.revision { return false }
            }
            return true
        }

        private static func sorted(_ lines: [Line]) -> [Line] {
            lines.sorted { $0.order ?? 0 < $1.order ?? 0 }
        }
    }

    extension UIView {
        /// Whether the view or one of its subviews is the first responder.
        var hasFirstResponder: Bool { isFirstResponder || subviews.contains { $0.hasFirstResponder } }
    }
#endif
