#if canImport(UIKit) && !os(watchOS)
    import TableAgent
    public import UIKit

    extension TableViewContainer {
        /// Returns a view that the head's item has filled.
        public func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView? {
            view(of: .head, ofSection: section)
        }

        /// Returns a view that the foot's item has filled.
        public func tableView(_ tableView: UITableView, viewForFooterInSection section: Int) -> UIView? {
            view(of: .foot, ofSection: section)
        }

        /// Returns the head's height if the table info gives one.
        public func tableView(_ tableView: UITableView, heightForHeaderInSection section: Int) -> CGFloat {
            height(of: .head, ofSection: section)
        }

        /// Returns the foot's height if the table info gives one.
        public func tableView(_ tableView: UITableView, heightForFooterInSection section: Int) -> CGFloat {
            height(of: .foot, ofSection: section)
        }

        /// Sends `willDisplay` of the head.
        public func tableView(
            _ tableView: UITableView, willDisplayHeaderView view: UIView, forSection section: Int
        ) {
            willDisplay(view, .head, ofSection: section)
        }

        /// Sends `willDisplay` of the foot.
        public func tableView(
            _ tableView: UITableView, willDisplayFooterView view: UIView, forSection section: Int
        ) {
            willDisplay(view, .foot, ofSection: section)
        }

        /// Sends `didEndDisplay` of the head that the view showed.
        public func tableView(
            _ tableView: UITableView, didEndDisplayingHeaderView view: UIView, forSection section: Int
        ) {
            didEndDisplay(view)
        }

        /// Sends `didEndDisplay` of the foot that the view showed.
        public func tableView(
            _ tableView: UITableView, didEndDisplayingFooterView view: UIView, forSection section: Int
        ) {
            didEndDisplay(view)
        }

        private func view(of kind: HeadFootKind, ofSection section: Int) -> UIView? {
            guard let content = content(of: kind, ofSection: section),
                let source = registry.source(for: content.item),
                let view = headFoot(from: source)
            else { return nil }
            fillEntry(view, with: content)
            return view
        }

        private func headFoot(from source: ViewSource) -> UITableViewHeaderFooterView? {
            let ownClass = source.ownClass(UITableViewHeaderFooterView.self)
            guard let identifier = source.reuseIdentifier else {
                guard let ownClass else { return UITableViewHeaderFooterView(reuseIdentifier: nil) }
                return source.makeView { ownClass.init(reuseIdentifier: nil) }
            }
            if registeredHeadFeet.insert(identifier).inserted {
                if ownClass != nil, let nib = source.nib {
                    tableView.register(nib, forHeaderFooterViewReuseIdentifier: identifier)
                } else {
                    tableView.register(
                        ownClass ?? UITableViewHeaderFooterView.self,
                        forHeaderFooterViewReuseIdentifier: identifier)
                }
            }
            return tableView.dequeueReusableHeaderFooterView(withIdentifier: identifier)
        }

        /// In a grouped table the space between two groups belongs to them, also where there is no head or
        /// foot.
        private func height(of kind: HeadFootKind, ofSection section: Int) -> CGFloat {
            let entry = panel?.tableInfo.section(at: section)?.row(kind)
            return entry == nil && tableView.style == .plain ? 0 : height(entry?.height)
        }
    }
#endif
