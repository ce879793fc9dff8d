public import Foundation

@MainActor open class UITableViewCell: UIView {
    public enum CellStyle: Int, Sendable {
        case `default`
        case value1
        case value2
        case subtitle
    }

    public enum EditingStyle: Int, Sendable {
        case none
        case delete
        case insert
    }

    public enum AccessoryType: Int, Sendable {
        case none
        case disclosureIndicator
        case detailDisclosureButton
        case checkmark
        case detailButton
    }

    open private(set) var reuseIdentifier: String?
    open var accessoryType = AccessoryType.none { didSet { setNeedsLayout() } }
    open var accessoryView: UIView? { didSet { setNeedsLayout() } }
    open var isSelected = false
    open var isHighlighted = false
    open internal(set) var configurationState = UICellConfigurationState()
    open var isEditing = false {
        didSet {
            configurationState.isEditing = isEditing
            setNeedsLayout()
            content.view?.setNeedsLayout()
        }
    }
    public let contentView = UIView()
    public let textLabel: UILabel? = UILabel()
    public let detailTextLabel: UILabel? = UILabel()

    private var content = ContentHolder()

    /// Required here, so that a cell can be created from its metatype, as with an Objective-C initializer.
    public required init(style: CellStyle, reuseIdentifier: String?) {
        self.reuseIdentifier = reuseIdentifier
        super.init(frame: CGRect(x: 0, y: 0, width: 320, height: 44))
        addSubview(contentView)
    }

    public required init(frame: CGRect) {
        super.init(frame: frame)
        addSubview(contentView)
    }

    public required init?(coder: NSCoder) { super.init(coder: coder) }

    open var contentConfiguration: (any UIContentConfiguration)? {
        get { content.configuration }
        set { content.show(newValue, in: self) }
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        content.layOut(
            in: self, isIndented: isEditing, hasAccessory: accessoryType != .none || accessoryView != nil)
    }

    open func defaultContentConfiguration() -> UIListContentConfiguration { .cell() }

    open func prepareForReuse() {}

    /// Sets the identifier of a cell from a nib when the cell is dequeued.
    func adopt(_ identifier: String) { reuseIdentifier = identifier }
}

@MainActor open class UITableViewHeaderFooterView: UIView {
    open private(set) var reuseIdentifier: String?
    public let contentView = UIView()
    public let textLabel: UILabel? = UILabel()

    private var content = ContentHolder()

    public required init(reuseIdentifier: String?) {
        self.reuseIdentifier = reuseIdentifier
        super.init(frame: CGRect(x: 0, y: 0, width: 320, height: 28))
        addSubview(contentView)
    }

    public required init(frame: CGRect) {
        super.init(frame: frame)
        addSubview(contentView)
    }

    public required init?(coder: NSCoder) { super.init(coder: coder) }

    open var contentConfiguration: (any UIContentConfiguration)? {
        get { content.configuration }
        set { content.show(newValue, in: self) }
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        content.layOut(in: self, isIndented: false, hasAccessory: false)
    }

    open func prepareForReuse() {}

    func adopt(_ identifier: String) { reuseIdentifier = identifier }
}
