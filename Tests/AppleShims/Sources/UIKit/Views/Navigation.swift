public import Foundation

// View controllers, navigation, alerts, and the views that a screen is made of. They store their arguments. Nothing is
// presented, and nothing is laid out.

@MainActor open class UIViewController: UIResponder {
    private var loadedView: UIView?

    open var view: UIView! {
        get {
            loadViewIfNeeded()
            return loadedView
        }
        set { loadedView = newValue }
    }

    open var title: String?
    open private(set) lazy var navigationItem = UINavigationItem()
    open fileprivate(set) weak var navigationController: UINavigationController?
    open private(set) var presentedViewController: UIViewController?
    open var isEditing = false
    /// The button calls `setEditing(_:animated:)`.
    open private(set) lazy var editButtonItem = UIBarButtonItem(
        primaryAction: UIAction(title: "Edit") { [weak self] _ in
            self.map { $0.setEditing(!$0.isEditing, animated: true) }
        })

    public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) { super.init() }
    public required init?(coder: NSCoder) { super.init() }
    public override convenience init() { self.init(nibName: nil, bundle: nil) }

    open func loadView() { loadedView = UIView(frame: CGRect(x: 0, y: 0, width: 320, height: 480)) }
    open func viewDidLoad() {}
    open func setEditing(_ editing: Bool, animated: Bool) { isEditing = editing }

    open func loadViewIfNeeded() {
        guard loadedView == nil else { return }
        loadView()
        viewDidLoad()
    }

    open func present(
        _ viewControllerToPresent: UIViewController, animated flag: Bool,
        completion: (@MainActor @Sendable () -> Void)? = nil
    ) {
        presentedViewController = viewControllerToPresent
        completion?()
    }
}

@MainActor open class UINavigationController: UIViewController {
    open private(set) var viewControllers: [UIViewController] = []

    public convenience init(rootViewController: UIViewController) {
        self.init()
        pushViewController(rootViewController, animated: false)
    }

    open func pushViewController(_ viewController: UIViewController, animated: Bool) {
        viewController.navigationController = self
        viewControllers.append(viewController)
    }
}

@MainActor open class UINavigationItem: NSObject {
    open var prompt: String?
    open var rightBarButtonItem: UIBarButtonItem? {
        get { rightBarButtonItems?.first }
        set { rightBarButtonItems = newValue.map { [$0] } }
    }
    open var rightBarButtonItems: [UIBarButtonItem]?
    open var searchController: UISearchController?
}

@MainActor public protocol UISearchResultsUpdating: NSObjectProtocol {
    func updateSearchResults(for searchController: UISearchController)
}

@MainActor open class UISearchController: UIViewController {
    open weak var searchResultsUpdater: (any UISearchResultsUpdating)?
    open var obscuresBackgroundDuringPresentation = true
    public let searchBar = UISearchBar()

    public convenience init(searchResultsController: UIViewController?) { self.init() }

    /// Types a text into the search field.
    public func simulateTyping(_ text: String) {
        searchBar.text = text
        searchResultsUpdater?.updateSearchResults(for: self)
    }
}

@MainActor open class UISearchBar: UIView {
    open var text: String?
}

@MainActor open class UIBarButtonItem: NSObject {
    open var title: String?
    open var image: UIImage?
    open var primaryAction: UIAction?
    open var menu: UIMenu?

    public convenience init(
        title: String? = nil, image: UIImage? = nil, primaryAction: UIAction? = nil, menu: UIMenu? = nil
    ) {
        self.init()
        (self.title, self.image) = (title ?? primaryAction?.title, image ?? primaryAction?.image)
        (self.primaryAction, self.menu) = (primaryAction, menu)
    }
}

// MARK: Alerts

@MainActor open class UIAlertController: UIViewController {
    public enum Style: Int, Sendable {
        case actionSheet
        case alert
    }

    open var message: String?
    open private(set) var preferredStyle = Style.actionSheet
    open private(set) var actions: [UIAlertAction] = []
    open private(set) var textFields: [UITextField]?

    public convenience init(title: String?, message: String?, preferredStyle: Style) {
        self.init()
        (self.title, self.message, self.preferredStyle) = (title, message, preferredStyle)
    }

    open func addAction(_ action: UIAlertAction) { actions.append(action) }

    open func addTextField(configurationHandler: ((UITextField) -> Void)? = nil) {
        let field = UITextField()
        configurationHandler?(field)
        textFields = (textFields ?? []) + [field]
    }
}

@MainActor open class UIAlertAction: NSObject {
    public enum Style: Int, Sendable {
        case `default`
        case cancel
        case destructive
    }

    open private(set) var title: String?
    open private(set) var style = Style.default
    private(set) var handler: ((UIAlertAction) -> Void)?

    public convenience init(
        title: String?, style: Style, handler: (@MainActor @Sendable (UIAlertAction) -> Void)? = nil
    ) {
        self.init()
        (self.title, self.style, self.handler) = (title, style, handler)
    }
}

// MARK: Views

public enum NSTextAlignment: Int, Sendable {
    case left
    case center
    case right
    case justified
    case natural
}

@MainActor open class UIStackView: UIView {
    public enum Alignment: Int, Sendable {
        case fill
        case leading
        case firstBaseline
        case center
        case trailing
        case lastBaseline
    }

    open private(set) var arrangedSubviews: [UIView] = []
    open var axis = NSLayoutConstraint.Axis.horizontal
    open var alignment = Alignment.fill
    open var spacing: CGFloat = 0
    open var isLayoutMarginsRelativeArrangement = false

    public convenience init(arrangedSubviews views: [UIView]) {
        self.init(frame: .zero)
        for view in views { addArrangedSubview(view) }
    }

    open func addArrangedSubview(_ view: UIView) {
        arrangedSubviews.append(view)
        addSubview(view)
    }
}

extension NSLayoutConstraint {
    public enum Axis: Int, Sendable {
        case horizontal
        case vertical
    }
}

/// Guides have no effect.
@MainActor open class UILayoutGuide: NSObject {
    public var leadingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor() }
    public var trailingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor() }
    public var topAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor() }
    public var bottomAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor() }
}

extension UIView {
    public var layoutMarginsGuide: UILayoutGuide { UILayoutGuide() }
    public var safeAreaLayoutGuide: UILayoutGuide { UILayoutGuide() }
}

extension UIButton {
    public enum ButtonType: Int, Sendable {
        case custom
        case system
    }

    public convenience init(type buttonType: ButtonType = .system, primaryAction: UIAction?) {
        self.init(frame: .zero)
        guard let primaryAction else { return }
        setTitle(primaryAction.title, for: .normal)
        addAction(primaryAction, for: .touchUpInside)
    }
}
