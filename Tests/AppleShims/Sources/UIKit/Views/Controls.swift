@MainActor open class UILabel: UIView {
    open var text: String?
    open var font: UIFont!
    open var textColor: UIColor!
    open var textAlignment = NSTextAlignment.natural
    open var numberOfLines = 1
    open var adjustsFontForContentSizeCategory = false
}

@MainActor open class UIImageView: UIView {
    open var image: UIImage?
}

@MainActor open class UIControl: UIView {
    public struct Event: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let touchUpInside = Self(rawValue: 1 << 6)
        public static let valueChanged = Self(rawValue: 1 << 12)
        public static let editingDidBegin = Self(rawValue: 1 << 16)
        public static let editingDidEnd = Self(rawValue: 1 << 18)
    }

    public struct State: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let normal = Self([])
    }

    public enum ContentHorizontalAlignment: Int, Sendable {
        case center
        case left
        case right
    }

    open var isEnabled = true
    open var contentHorizontalAlignment = ContentHorizontalAlignment.center
    private var actions: [(event: Event, action: UIAction)] = []

    open func addAction(_ action: UIAction, for controlEvents: Event) {
        actions.append((controlEvents, action))
    }

    open func sendActions(for controlEvents: Event) {
        guard isEnabled else { return }
        for entry in actions where !entry.event.isDisjoint(with: controlEvents) {
            entry.action.handler(entry.action)
        }
    }
}

@MainActor open class UISwitch: UIControl {
    open var isOn = false
    open func setOn(_ on: Bool, animated: Bool) { isOn = on }

    /// Touches the switch.
    public func simulateTouch() {
        isOn.toggle()
        sendActions(for: .valueChanged)
    }
}

@MainActor open class UITextField: UIControl {
    open var text: String?
    open var placeholder: String?
    open override var canBecomeFirstResponder: Bool { true }

    @discardableResult open override func resignFirstResponder() -> Bool {
        guard isFirstResponder else { return true }
        super.resignFirstResponder()
        sendActions(for: .editingDidEnd)
        return true
    }
}

@MainActor open class UIButton: UIControl {
    private var titles: [UInt: String] = [:]

    open var configuration: Configuration?

    open func title(for state: State) -> String? { titles[state.rawValue] ?? configuration?.title }
    open func setTitle(_ title: String?, for state: State) { titles[state.rawValue] = title }

    public convenience init(configuration: Configuration, primaryAction: UIAction? = nil) {
        self.init(frame: .zero)
        self.configuration = configuration
        if let primaryAction { addAction(primaryAction, for: .touchUpInside) }
    }

    /// Configurations store what they are given.
    @MainActor public struct Configuration {
        public enum Size: Int, Sendable {
            case medium
            case small
        }

        public var title: String?
        public var image: UIImage?
        public var imagePlacement: NSDirectionalRectEdge = .leading
        public var imagePadding: CGFloat = 0
        public var buttonSize = Size.medium
        public var titleLineBreakMode = NSLineBreakMode.byWordWrapping
        public var contentInsets = NSDirectionalEdgeInsets(top: 7, leading: 12, bottom: 7, trailing: 12)
        public var baseForegroundColor: UIColor?

        public static func plain() -> Self { Self() }
    }
}

public struct NSDirectionalRectEdge: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let leading = Self(rawValue: 2)
    public static let trailing = Self(rawValue: 8)
}

public enum NSLineBreakMode: Int, Sendable {
    case byWordWrapping
    case byTruncatingTail
}

@MainActor open class UIMenuElement: NSObject {
    public struct Attributes: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let disabled = Self(rawValue: 1 << 0)
        public static let destructive = Self(rawValue: 1 << 1)
    }

    public let title: String
    public let image: UIImage?

    init(title: String, image: UIImage?) {
        self.title = title
        self.image = image
    }
}

public typealias UIActionHandler = (UIAction) -> Void

@MainActor open class UIAction: UIMenuElement {
    open var attributes: Attributes
    open internal(set) weak var sender: AnyObject?
    let handler: UIActionHandler

    public init(
        title: String = "", image: UIImage? = nil, attributes: Attributes = [],
        handler: @escaping UIActionHandler
    ) {
        self.attributes = attributes
        self.handler = handler
        super.init(title: title, image: image)
    }
}

@MainActor open class UIMenu: UIMenuElement {
    public let children: [UIMenuElement]

    public init(title: String = "", image: UIImage? = nil, children: [UIMenuElement] = []) {
        self.children = children
        super.init(title: title, image: image)
    }
}

public typealias UIContextMenuContentPreviewProvider = () -> UIViewController?
public typealias UIContextMenuActionProvider = ([UIMenuElement]) -> UIMenu?

@MainActor public protocol UIContextMenuInteractionCommitAnimating: NSObjectProtocol {
    func addCompletion(_ completion: @escaping () -> Void)
}

@MainActor open class UITargetedPreview: NSObject {
    public let view: UIView
    public init(view: UIView) { self.view = view }
}

@MainActor open class UIContextMenuConfiguration: NSObject {
    public let identifier: any NSCopying
    let previewProvider: UIContextMenuContentPreviewProvider?
    let actionProvider: UIContextMenuActionProvider?

    public init(
        identifier: (any NSCopying)? = nil, previewProvider: UIContextMenuContentPreviewProvider? = nil,
        actionProvider: UIContextMenuActionProvider? = nil
    ) {
        self.identifier = identifier ?? NSString(string: "")
        (self.previewProvider, self.actionProvider) = (previewProvider, actionProvider)
    }
}

@MainActor open class UIContextualAction: NSObject {
    public enum Style: Int, Sendable {
        case normal
        case destructive
    }

    public typealias Handler = (UIContextualAction, UIView, @escaping (Bool) -> Void) -> Void

    public let style: Style
    public let handler: Handler
    open var title: String?
    open var image: UIImage?
    open var backgroundColor: UIColor!

    public init(style: Style, title: String?, handler: @escaping Handler) {
        self.style = style
        self.title = title
        self.handler = handler
    }
}

@MainActor open class UISwipeActionsConfiguration: NSObject {
    public let actions: [UIContextualAction]
    open var performsFirstActionWithFullSwipe = true

    public init(actions: [UIContextualAction]) {
        self.actions = actions
    }
}
