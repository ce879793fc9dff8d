#if canImport(UIKit) && !os(watchOS)
    import TableAgent
    public import UIKit

    extension TableViewContainer: UITableViewDelegate {
        /// Sends `willDisplay` of the row.
        public func tableView(
            _ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath
        ) {
            willDisplay(cell, at: indexPath)
        }

        /// Sends `didEndDisplay` of the row that the cell showed, which may be gone or elsewhere.
        public func tableView(
            _ tableView: UITableView, didEndDisplaying cell: UITableViewCell, forRowAt indexPath: IndexPath
        ) {
            didEndDisplay(cell)
        }

        /// Asks the event delegate.
        public func tableView(
            _ tableView: UITableView, willSelectRowAt indexPath: IndexPath
        ) -> IndexPath? {
            mayBeSelected(indexPath) ? chosen?.position?.path : nil
        }

        /// Sends `select` of the row.
        public func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
            didSelect(indexPath)
        }

        /// Asks the event delegate.
        public func tableView(
            _ tableView: UITableView, willDeselectRowAt indexPath: IndexPath
        ) -> IndexPath? {
            mayBeDeselected(indexPath) ? indexPath : nil
        }

        /// Sends `deselect` of the row.
        public func tableView(_ tableView: UITableView, didDeselectRowAt indexPath: IndexPath) {
            post(.deselect, at: indexPath)
        }

        /// Sends `highlight` of the row.
        public func tableView(_ tableView: UITableView, didHighlightRowAt indexPath: IndexPath) {
            post(.highlight, at: indexPath)
        }

        /// Sends `unhighlight` of the row.
        public func tableView(_ tableView: UITableView, didUnhighlightRowAt indexPath: IndexPath) {
            post(.unhighlight, at: indexPath)
        }

        /// Sends `accessory` of the row.
        public func tableView(
            _ tableView: UITableView, accessoryButtonTappedForRowWith indexPath: IndexPath
        ) {
            post(.accessory, at: indexPath)
        }

        /// Returns the row's height if the table info gives one, else that of the view, which is automatic.
        public func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat {
            panel?.tableInfo.row(at: RowPosition(indexPath))?.height.map { CGFloat($0) }
                ?? tableView.rowHeight
        }

        func height(_ height: Double?) -> CGFloat {
            height.map { CGFloat($0) } ?? UITableView.automaticDimension
        }
    }
#endif
