#if canImport(UIKit) && !os(watchOS)
    import UIKit

    /// Which rows, heads and feet are on show, by the views that show them, in the order in which they came.
    ///
    /// A surface tells of views and of places, which mean other rows after a change, and it may show a row in
    /// a new view before it lets go of the old one. Here each row begins and ends once.
    @MainActor
    struct DisplayRecord {
        private var entries: [(view: ObjectIdentifier, sender: EventSender)] = []

        /// Whether a view shows a row.
        func shows(_ view: UIView, _ key: EventSender.Key) -> Bool {
            index(of: view).map { entries[$0].sender.key == key } ?? false
        }

        func isShown(_ view: UIView) -> Bool { index(of: view) != nil }

        /// Notes that a view comes on show; returns whether that brings its row on show.
        mutating func begin(_ view: UIView, _ sender: EventSender) -> Bool {
            let isNew = !isShown(sender.key)
            entries.append((ObjectIdentifier(view), sender))
            return isNew
        }

        /// Notes that a view on show was filled anew.
        mutating func renew(_ view: UIView, _ sender: EventSender) {
            if let index = index(of: view) { entries[index].sender = sender }
        }

        /// Notes that a view is off show; returns its row, if no other view shows it.
        mutating func end(_ view: UIView) -> EventSender? {
            guard let index = index(of: view) else { return nil }
            let sender = entries.remove(at: index).sender
            return isShown(sender.key) ? nil : sender
        }

        /// Forgets views whose row is gone, though the surface may still show how they go.
        mutating func removeGone() {
            entries.removeAll { $0.sender.isGone }
        }

        mutating func removeAll() {
            entries = []
        }

        /// The rows on show that another record has not, each once.
        func senders(notIn other: DisplayRecord) -> [EventSender] {
            var known = Set(other.entries.map(\.sender.key))
            return entries.map(\.sender).filter { known.insert($0.key).inserted }
        }

        private func isShown(_ key: EventSender.Key) -> Bool {
            entries.contains { $0.sender.key == key }
        }

        private func index(of view: UIView) -> Int? {
            let view = ObjectIdentifier(view)
            return entries.firstIndex { $0.view == view }
        }
    }
#endif
