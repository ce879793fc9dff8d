public import Foundation

@MainActor open class UITableViewController: UIViewController {
    open var tableView: UITableView!

    public convenience init(style: UITableView.Style) {
        self.init()
        tableView = UITableView(frame: CGRect(x: 0, y: 0, width: 320, height: 480), style: style)
        view = tableView
    }
}

@MainActor open class UICollectionViewController: UIViewController {
    open var collectionView: UICollectionView!

    public convenience init(collectionViewLayout layout: UICollectionViewLayout) {
        self.init()
        let frame = CGRect(x: 0, y: 0, width: 320, height: 480)
        collectionView = UICollectionView(frame: frame, collectionViewLayout: layout)
        view = collectionView
    }
}

@MainActor open class UIRefreshControl: UIControl {
    open private(set) var isRefreshing = false

    public convenience init(frame: CGRect, primaryAction: UIAction?) {
        self.init(frame: frame)
        guard let primaryAction else { return }
        primaryAction.sender = self
        addAction(primaryAction, for: .valueChanged)
    }

    /// Pulls the table down.
    public func simulatePull() {
        isRefreshing = true
        sendActions(for: .valueChanged)
    }

    open func endRefreshing() { isRefreshing = false }
}
