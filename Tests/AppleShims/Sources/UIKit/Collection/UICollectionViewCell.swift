@MainActor open class UICollectionReusableView: UIView {
    open private(set) var reuseIdentifier: String?

    open func prepareForReuse() {}

    /// A view gets its identifier when it is dequeued.
    func adopt(_ identifier: String) { reuseIdentifier = identifier }
}

@MainActor open class UICollectionViewCell: UICollectionReusableView {
    open var isSelected = false
    open var isHighlighted = false
    /// Made at first use, so that a cell needs no initialiser of its own.
    public private(set) lazy var contentView: UIView = {
        let view = UIView()
        addSubview(view)
        return view
    }()

    private var content = ContentHolder()

    open var contentConfiguration: (any UIContentConfiguration)? {
        get { content.configuration }
        set { content.show(newValue, in: self) }
    }
}

@MainActor open class UICollectionViewListCell: UICollectionViewCell {}
