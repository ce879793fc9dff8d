#if canImport(UIKit) && !os(watchOS)
    import TableAgent
    import UIKit

    extension ViewContainer {
        /// Sends an event of a row; a place where there is no row any more sends none.
        func post(_ name: EventName<Void>, at path: IndexPath) {
            try? panel?.post(name, at: RowPosition(path))
        }

        /// Sends an event of several rows, those that are there now, in the midst of the view's layout.
        func post(_ name: EventName<Void>, atAll paths: [IndexPath]) {
            let sources = paths.compactMap { try? panel?.source(at: RowPosition($0)) }
            duringLayout { for source in sources { source.post(name) } }
        }

        func willDisplay(_ view: UIView, at path: IndexPath) {
            guard let source = try? panel?.source(at: RowPosition(path)) else { return }
            willDisplay(view, .row(source))
        }

        func willDisplay(_ view: UIView, _ kind: HeadFootKind, ofSection section: Int) {
            guard let content = content(of: kind, ofSection: section) else { return }
            willDisplay(view, content.sender)
        }

        func willDisplay(_ view: UIView, supplementOfKind kind: String, at path: IndexPath) {
            guard path.count == 2, let source = try? panel?.source(at: RowPosition(path)) else { return }
            willDisplay(view, .supplement(source, kind: kind))
        }

        private func willDisplay(_ view: UIView, _ sender: EventSender) {
            if display.shows(view, sender.key) { return display.renew(view, sender) }
            didEndDisplay(view)  // of another row, if nobody told
            if display.begin(view, sender), !isUpdating { duringLayout { sender.tellBegin() } }
        }

        /// Tells what a view showed until now, wherever that row stands by then.
        func didEndDisplay(_ view: UIView) {
            if let sender = display.end(view), !isUpdating { duringLayout { sender.tellEnd() } }
        }

        /// Makes a change, and then tells what it took off show and what it brought.
        ///
        /// What stays on show is not told of, in whichever order the surface exchanges its views, and whether
        /// now or at the end of an animation.
        func tellingAfterwards(_ change: () -> Void) {
            let former = display
            isUpdating = true
            change()
            isUpdating = false
            display.removeGone()
            for sender in former.senders(notIn: display) { sender.tellEnd() }
            for sender in display.senders(notIn: former) { sender.tellBegin() }
        }

        /// Whether a row may be selected; it is the one that is selected then, wherever it stands by then.
        func mayBeSelected(_ path: IndexPath) -> Bool {
            chosen = nil
            guard let source = try? panel?.source(at: RowPosition(path)), source.shouldSelect() else {
                return false
            }
            chosen = source
            return true
        }

        func didSelect(_ path: IndexPath) {
            let source = chosen ?? (try? panel?.source(at: RowPosition(path)))
            chosen = nil
            source?.post(.select)
        }

        func mayBeDeselected(_ path: IndexPath) -> Bool {
            (try? panel?.shouldDeselect(at: RowPosition(path))) ?? false
        }
    }
#endif
