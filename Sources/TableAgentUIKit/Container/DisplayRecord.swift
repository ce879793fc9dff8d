#if canImport(UIKit) && !os(watchOS)
    import TableAgent
    import UIKit

    /// The visible rows, heads, and feet, by the views that show them, in the order in which they appeared.
    ///
    /// It sends the events of their display. A surface reports views and index paths, which mean other rows
    /// after a change, and it may show a row in a new view before it ends the display of the old one. Here the
    /// display of each row begins once and ends once, after the layout in which it does.
    ///
    /// A view has a source of its row, and with it the row's whole array. The record releases that when the display
    /// ends, so that views in the queues of the surface keep nothing alive.
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

        /// The views that were filled and whose display has not ended since.
        private var filled: [ObjectIdentifier: WeakView] = [:]
        /// What the surface shows.
        private var displays: [Display] = []
        /// What listeners know to be visible, each key once.
        private var reported: [Display] = []
        /// Events that wait for the end of the layout.
        private var held: [() -> Void] = []
        /// Whether a later turn of the run loop sends what differs.
        private var isReportScheduled = false

        /// Notes that a view becomes visible.
        ///
        /// - Parameter supplement: The kind of a supplementary view of a row.
        func willDisplay(_ view: UIView, _ source: EventSource, supplement: String? = nil) {
            guard let display = Display(view, source, supplement) else { return }
            displays.removeAll { $0.view == display.view }  // The surface may have reported no end.
            displays.append(display)
            scheduleReport()
        }

        /// Returns whether a view shows a row, as it does until its display ends.
        func isFilled(_ view: UIView) -> Bool {
            filled[ObjectIdentifier(view)]?.view === view
        }

        /// Notes that a view was filled, which may be visible.
        func didFill(_ view: UIView, with content: ViewContent) {
            filled[ObjectIdentifier(view)] = WeakView(view: view)
            guard let display = Display(view, content.source, content.supplement),
                let index = displays.firstIndex(where: { $0.view == display.view })
            else { return }
            displays[index] = display
        }

        /// Notes that a view is no longer visible, and releases its row.
        func didEndDisplay(_ view: UIView) {
            let key = ObjectIdentifier(view)
            displays.removeAll { $0.view == key }
            scheduleReport()
            filled[key] = nil
            view.releaseRow()
        }

        /// Performs a change of the table, and then sends what it removed from view and what it brought.
        ///
        /// No event is sent for what stays visible, in whichever order the surface exchanges its views, now or
        /// at the end of an animation.
        func update(_ change: () -> Void) {
            change()
            report()
        }

        /// Sends events after the layout.
        func afterLayout(_ send: @escaping () -> Void) {
            held.append(send)
            scheduleReport()
        }

        /// Forgets the views, which the surface is about to replace, and releases their rows.
        ///
        /// What listeners know is not forgotten.
        func forgetViews() {
            for entry in filled.values { entry.view?.releaseRow() }
            (filled, displays) = ([:], [])
        }

        func removeAll() {
            forgetViews()
            (reported, held) = ([], [])
        }

        /// Holds the events until the surface has laid out its views: in the midst of that it takes neither a
        /// batch nor a reload, which listeners may ask for. It is over by the next turn of the run loop.
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

        /// Sends one event after the other, since a listener may change what is visible, which sends others.
        private func report() {
            // The surface may still show how these views disappear.
            displays.removeAll(where: \.isGone)
            while let index = reported.firstIndex(where: { !Self.contains($0.key, displays) }) {
                reported.remove(at: index).postEnd()
            }
            // The end of a display tells what the view showed last.
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
#endif
