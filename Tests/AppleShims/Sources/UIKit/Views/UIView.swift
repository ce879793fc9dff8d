@_exported public import Foundation

@MainActor open class UIResponder: NSObject {
    open var next: UIResponder? { nil }
    open var canBecomeFirstResponder: Bool { false }
    open private(set) var isFirstResponder = false

    /// Makes the object the first responder of its window.
    @discardableResult open func becomeFirstResponder() -> Bool {
        guard canBecomeFirstResponder, let window = (self as? UIView)?.window else { return false }
        window.firstResponder?.resignFirstResponder()
        window.firstResponder = self
        isFirstResponder = true
        return true
    }

    @discardableResult open func resignFirstResponder() -> Bool {
        isFirstResponder = false
        return true
    }
}

@MainActor open class UIView: UIResponder {
    public struct AutoresizingMask: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let flexibleWidth = Self(rawValue: 2)
        public static let flexibleHeight = Self(rawValue: 16)
    }

    open var frame: CGRect {
        didSet { if frame.size != oldValue.size { sizeDidChange(from: oldValue.size) } }
    }

    open var bounds: CGRect {
        get { CGRect(origin: boundsOrigin, size: frame.size) }
        set {
            boundsOrigin = newValue.origin
            frame.size = newValue.size
        }
    }

    var boundsOrigin = CGPoint.zero

    open private(set) weak var superview: UIView?
    open private(set) var subviews: [UIView] = []
    open var tag = 0
    open var isHidden = false
    open var backgroundColor: UIColor?
    open var autoresizingMask: AutoresizingMask = []
    open var translatesAutoresizingMaskIntoConstraints = true
    open var isUserInteractionEnabled = true
    open var alpha: CGFloat = 1
    open var preservesSuperviewLayoutMargins = false
    open var traitCollection: UITraitCollection { UITraitCollection() }
    /// The margins of a view are those of UIKit on a wide screen.
    open var directionalLayoutMargins = NSDirectionalEdgeInsets(top: 8, leading: 20, bottom: 8, trailing: 20)
    /// The direction of all views, which a test sets.
    public static var simulatedLayoutDirection = UIUserInterfaceLayoutDirection.leftToRight
    open var effectiveUserInterfaceLayoutDirection: UIUserInterfaceLayoutDirection {
        Self.simulatedLayoutDirection
    }
    open var accessibilityIdentifier: String?
    open var isAccessibilityElement = false
    open var accessibilityLabel: String?
    open var accessibilityValue: String?
    open var accessibilityTraits: UIAccessibilityTraits = []
    open internal(set) var constraints: [NSLayoutConstraint] = []

    open private(set) var gestureRecognizers: [UIGestureRecognizer]?
    open func addGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
        gestureRecognizers = (gestureRecognizers ?? []) + [gestureRecognizer]
    }

    private var needsLayout = true

    /// Required here, so that a view can be created from its metatype, as with an Objective-C initializer.
    public required init(frame: CGRect) {
        self.frame = frame
        super.init()
    }

    public required init?(coder: NSCoder) {
        frame = .zero
        super.init()
    }

    public override convenience init() {
        self.init(frame: .zero)
    }

    open override var next: UIResponder? { superview }
    open var window: UIWindow? { superview?.window }

    open func addSubview(_ view: UIView) {
        view.removeFromSuperview()
        subviews.append(view)
        view.superview = self
        view.didMoveToSuperview()
    }

    open func insertSubview(_ view: UIView, at index: Int) {
        addSubview(view)
        subviews.insert(subviews.removeLast(), at: index)
    }

    open func removeFromSuperview() {
        guard let old = superview else { return }
        old.subviews.removeAll { $0 === self }
        superview = nil
        didMoveToSuperview()
    }

    open func didMoveToSuperview() {}

    /// Converts a rectangle to the coordinates of a view in the same window.
    open func convert(_ rect: CGRect, to view: UIView?) -> CGRect {
        func origin(of view: UIView) -> CGPoint {
            let outer = view.superview.map(origin) ?? .zero
            return CGPoint(
                x: outer.x + view.frame.minX - view.boundsOrigin.x,
                y: outer.y + view.frame.minY - view.boundsOrigin.y)
        }
        let (from, to) = (origin(of: self), view.map(origin) ?? .zero)
        return rect.offsetBy(dx: from.x - to.x, dy: from.y - to.y)
    }

    open func isDescendant(of view: UIView) -> Bool {
        self === view || superview?.isDescendant(of: view) == true
    }

    public private(set) static var areAnimationsEnabled = true

    public class func performWithoutAnimation(_ actionsWithoutAnimation: () -> Void) {
        let old = areAnimationsEnabled
        areAnimationsEnabled = false
        actionsWithoutAnimation()
        areAnimationsEnabled = old
    }

    /// Resigns the first responder in the view.
    @discardableResult open func endEditing(_ force: Bool) -> Bool {
        if isFirstResponder { return resignFirstResponder() }
        return subviews.contains { $0.endEditing(force) }
    }

    var holdsFirstResponder: Bool { isFirstResponder || subviews.contains { $0.holdsFirstResponder } }

    open func setNeedsLayout() { needsLayout = true }

    /// Says that the view may have another height. A cell in a list is measured again.
    open func invalidateIntrinsicContentSize() { superview?.setNeedsLayout() }

    open func layoutIfNeeded() {
        var passes = 0
        while needsLayout, passes < 10 {
            needsLayout = false
            passes += 1
            layoutSubviews()
        }
        if needsLayout { UIKitException.raise("The layout of \(self) does not settle.") }
        for view in subviews { view.layoutIfNeeded() }
    }

    open func layoutSubviews() {
        for constraint in constraints { constraint.width?.frame.size.width = constraint.constant }
        for constraint in constraints { constraint.placeView() }
    }

    func sizeDidChange(from size: CGSize) { setNeedsLayout() }
}

@MainActor open class UIWindow: UIView {
    weak var firstResponder: UIResponder?

    open override var window: UIWindow? { self }
    open var rootViewController: UIViewController? {
        didSet { if let view = rootViewController?.view { addSubview(view) } }
    }
}

public struct UIAccessibilityTraits: OptionSet, Sendable {
    public let rawValue: UInt64
    public init(rawValue: UInt64) { self.rawValue = rawValue }
    public static let none = Self([])
    public static let header = Self(rawValue: 1 << 16)
    public static let button = Self(rawValue: 1 << 0)
}

public struct UILayoutPriority: RawRepresentable, Hashable, Sendable {
    public let rawValue: Float
    public init(_ rawValue: Float) { self.rawValue = rawValue }
    public init(rawValue: Float) { self.rawValue = rawValue }
}

public enum UIUserInterfaceLayoutDirection: Int, Sendable {
    case leftToRight
    case rightToLeft
}

public struct NSDirectionalEdgeInsets: Hashable, Sendable {
    public var top, leading, bottom, trailing: CGFloat
    public init(top: CGFloat, leading: CGFloat, bottom: CGFloat, trailing: CGFloat) {
        self.top = top
        self.leading = leading
        self.bottom = bottom
        self.trailing = trailing
    }
}

/// Constraints are stored. Only three of them have an effect: the height of a content view in a list, the distance of a view's
/// leading edge from that of its superview, and a constant width.
@MainActor open class NSLayoutConstraint: NSObject {
    open var identifier: String?
    open var constant: CGFloat = 0 { didSet { if constant != oldValue { owner?.setNeedsLayout() } } }
    open var priority = UILayoutPriority(1000)
    /// The view whose height is constrained, for tests.
    public weak var height: UIView?
    /// The view whose width is constrained, and the view whose leading edge is.
    weak var width: UIView?
    weak var leading: UIView?
    /// The view that holds the constraint.
    weak var owner: UIView?

    open var isActive = false {
        didSet {
            guard isActive != oldValue, let owner else { return }
            owner.constraints.removeAll { $0 === self }
            if isActive { owner.constraints.append(self) }
        }
    }

    public class func activate(_ constraints: [NSLayoutConstraint]) {
        for constraint in constraints { constraint.isActive = true }
    }

    /// Places the constrained view in the view that holds the constraint.
    func placeView() {
        guard let leading, let owner, leading.superview === owner else { return }
        let isRightToLeft = UIView.simulatedLayoutDirection == .rightToLeft
        leading.frame.origin.x =
            isRightToLeft ? owner.bounds.width - constant - leading.frame.width : constant
    }
}

@MainActor open class NSLayoutAnchor<AnchorType: AnyObject>: NSObject {
    weak var view: UIView?
    let isLeading: Bool

    init(_ view: UIView? = nil, isLeading: Bool = false) {
        self.view = view
        self.isLeading = isLeading
    }

    open func constraint(equalTo anchor: NSLayoutAnchor<AnchorType>) -> NSLayoutConstraint {
        constraint(equalTo: anchor, constant: 0)
    }

    open func constraint(
        equalTo anchor: NSLayoutAnchor<AnchorType>, constant c: CGFloat
    ) -> NSLayoutConstraint {
        let constraint = NSLayoutConstraint()
        constraint.owner = anchor.view
        constraint.constant = c
        if isLeading, anchor.isLeading { constraint.leading = view }
        return constraint
    }

    open func constraint(
        greaterThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>, constant c: CGFloat
    ) -> NSLayoutConstraint { NSLayoutConstraint() }

    open func constraint(
        lessThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>, constant c: CGFloat
    ) -> NSLayoutConstraint { NSLayoutConstraint() }
}

@MainActor public class NSLayoutXAxisAnchor: NSLayoutAnchor<NSLayoutXAxisAnchor> {}
@MainActor public class NSLayoutYAxisAnchor: NSLayoutAnchor<NSLayoutYAxisAnchor> {}

@MainActor public class NSLayoutDimension: NSObject {
    private let view: UIView
    private let isWidth: Bool

    init(_ view: UIView, isWidth: Bool = false) {
        self.view = view
        self.isWidth = isWidth
    }

    open func constraint(equalToConstant c: CGFloat) -> NSLayoutConstraint {
        let constraint = NSLayoutConstraint()
        if isWidth {
            (constraint.width, constraint.owner) = (view, view.superview)
        } else {
            (constraint.height, constraint.owner) = (view, view)
        }
        constraint.constant = c
        return constraint
    }

    open func constraint(greaterThanOrEqualToConstant c: CGFloat) -> NSLayoutConstraint {
        NSLayoutConstraint()
    }
}

extension UIView {
    public var heightAnchor: NSLayoutDimension { NSLayoutDimension(self) }
    public var widthAnchor: NSLayoutDimension { NSLayoutDimension(self, isWidth: true) }
    public var leadingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, isLeading: true) }
    public var trailingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self) }
    public var topAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self) }
    public var bottomAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self) }
}

/// The traits of all views, which a test sets.
@MainActor public struct UITraitCollection {
    public static var simulatedSize = UIContentSizeCategory.large
    public var preferredContentSizeCategory: UIContentSizeCategory { Self.simulatedSize }
}

public enum UIContentSizeCategory: Hashable, Sendable {
    case unspecified
    case large
    case extraLarge
}

extension CGRect {
    public func inset(by insets: UIEdgeInsets) -> CGRect {
        CGRect(
            x: minX + insets.left, y: minY + insets.top, width: width - insets.left - insets.right,
            height: height - insets.top - insets.bottom)
    }
}
