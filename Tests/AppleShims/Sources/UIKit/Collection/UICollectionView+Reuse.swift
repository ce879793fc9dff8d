public import Foundation

@MainActor open class UICollectionReusableView: UIView {
    open private(set) var reuseIdentifier: String?

    open func prepareForReuse() {}

    /// Sets the identifier when the view is dequeued.
    func adopt(_ identifier: String) { reuseIdentifier = identifier }
}

@MainActor open class UICollectionViewCell: UICollectionReusableView {
    open var isSelected = false
    open var isHighlighted = false
    open internal(set) var configurationState = UICellConfigurationState()
    /// The height of the cell in a list, from the time when it was measured.
    var measuredHeight: CGFloat?

    open override func invalidateIntrinsicContentSize() {
        super.invalidateIntrinsicContentSize()
        measuredHeight = nil
    }

    /// The height that the views of the cell ask for. UIKit has Auto Layout instead.
    open var simulatedHeight: CGFloat { contentView.constraints.first { $0.height != nil }?.constant ?? 44 }
    /// Created at first use, so that a cell class needs no initializer.
    private lazy var emptyContentView: UIView = {
        let view = UIView()
        addSubview(view)
        return view
    }()

    /// The view of the content configuration, if there is one.
    public var contentView: UIView { content.view ?? emptyContentView }

    private var content = ContentHolder()

    /// Whether accessories take room beside the content.
    var hasAccessory: Bool { false }

    open override func layoutSubviews() {
        super.layoutSubviews()
        content.layOut(in: self, isIndented: false, hasAccessory: hasAccessory)
    }

    open var contentConfiguration: (any UIContentConfiguration)? {
        get { content.configuration }
        set {
            content.show(newValue, in: self)
            invalidateIntrinsicContentSize()
        }
    }
}

@MainActor open class UICollectionViewListCell: UICollectionViewCell {
    open var accessories: [UICellAccessory] = [] { didSet { setNeedsLayout() } }

    override var hasAccessory: Bool { !accessories.isEmpty }
}

public struct UICellAccessory: @unchecked Sendable {
    public typealias ActionHandler = () -> Void

    public enum DisplayedState: Hashable, Sendable {
        case always
        case whenEditing
        case whenNotEditing
    }

    public struct DisclosureIndicatorOptions: Sendable { public init() {} }
    public struct DetailOptions: Sendable { public init() {} }
    public struct CheckmarkOptions: Sendable { public init() {} }
    public struct ReorderOptions: Sendable { public init() {} }
    public struct MultiselectOptions: Sendable { public init() {} }
    public struct DeleteOptions: Sendable { public init() {} }

    public struct CustomViewConfiguration {
        public enum Placement {
            case leading
            case atTrailing
            public static func trailing(displayed: DisplayedState = .always) -> Placement { .atTrailing }
        }

        let customView: UIView
        public init(customView: UIView, placement: Placement) { self.customView = customView }
    }

    public enum AccessoryType {
        case customView(UIView)
        /// All accessories of the system.
        case system
    }

    /// The view of a custom accessory.
    var view: UIView?
    public var accessoryType: AccessoryType { view.map { .customView($0) } ?? .system }

    /// The name of the factory method that made the accessory, for tests.
    public let simulatedName: String
    /// The action of a button, for tests.
    public let simulatedAction: ActionHandler?

    public static func customView(configuration: CustomViewConfiguration) -> UICellAccessory {
        var accessory = UICellAccessory(simulatedName: "customView", simulatedAction: nil)
        accessory.view = configuration.customView
        return accessory
    }

    public static func disclosureIndicator(
        displayed: DisplayedState = .always, options: DisclosureIndicatorOptions = .init()
    ) -> UICellAccessory { UICellAccessory(simulatedName: "disclosureIndicator", simulatedAction: nil) }

    public static func detail(
        displayed: DisplayedState = .always, options: DetailOptions = .init(),
        actionHandler: ActionHandler? = nil
    ) -> UICellAccessory { UICellAccessory(simulatedName: "detail", simulatedAction: actionHandler) }

    public static func reorder(
        displayed: DisplayedState = .whenEditing, options: ReorderOptions = .init()
    ) -> UICellAccessory { UICellAccessory(simulatedName: "reorder", simulatedAction: nil) }

    public static func multiselect(
        displayed: DisplayedState = .whenEditing, options: MultiselectOptions = .init()
    ) -> UICellAccessory { UICellAccessory(simulatedName: "multiselect", simulatedAction: nil) }

    public static func delete(
        displayed: DisplayedState = .whenEditing, options: DeleteOptions = .init(),
        actionHandler: ActionHandler? = nil
    ) -> UICellAccessory { UICellAccessory(simulatedName: "delete", simulatedAction: actionHandler) }

    public static func checkmark(
        displayed: DisplayedState = .always, options: CheckmarkOptions = .init()
    ) -> UICellAccessory { UICellAccessory(simulatedName: "checkmark", simulatedAction: nil) }
}

extension UICollectionView {
    public func register(_ cellClass: AnyClass?, forCellWithReuseIdentifier identifier: String) {
        cells.register(
            identifier,
            make: (cellClass as? UICollectionViewCell.Type).map { type in { type.init(frame: .zero) } })
    }

    public func register(_ nib: UINib?, forCellWithReuseIdentifier identifier: String) {
        cells.register(identifier, nib: nib)
    }

    public func register(
        _ viewClass: AnyClass?, forSupplementaryViewOfKind elementKind: String,
        withReuseIdentifier identifier: String
    ) {
        supplements[elementKind, default: ReuseQueue()].register(
            identifier,
            make: (viewClass as? UICollectionReusableView.Type).map { type in { type.init(frame: .zero) } })
    }

    public func register(
        _ nib: UINib?, forSupplementaryViewOfKind kind: String, withReuseIdentifier identifier: String
    ) {
        supplements[kind, default: ReuseQueue()].register(identifier, nib: nib)
    }

    public func dequeueReusableCell(
        withReuseIdentifier identifier: String, for indexPath: IndexPath
    ) -> UICollectionViewCell {
        guard let (cell, isReused) = cells.take(identifier) else {
            UIKitException.raise(Self.unregistered("cell", identifier))
            return UICollectionViewCell()
        }
        if isReused { cell.prepareForReuse() } else { cell.adopt(identifier) }
        return cell
    }

    public func dequeueReusableSupplementaryView(
        ofKind elementKind: String, withReuseIdentifier identifier: String, for indexPath: IndexPath
    ) -> UICollectionReusableView {
        guard let (view, isReused) = supplements[elementKind]?.take(identifier) else {
            UIKitException.raise(Self.unregistered(elementKind, identifier))
            return UICollectionReusableView()
        }
        if isReused { view.prepareForReuse() } else { view.adopt(identifier) }
        return view
    }

    private static func unregistered(_ kind: String, _ identifier: String) -> String {
        "could not dequeue a view of kind: \(kind) with identifier \(identifier) - must register a nib or a "
            + "class for the identifier or connect a prototype cell in a storyboard"
    }
}
