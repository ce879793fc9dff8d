public import Foundation

/// The name of a method of Objective-C, which Linux does not have.
public struct Selector: Hashable, Sendable {}

@MainActor open class UIGestureRecognizer: NSObject {
    open var isEnabled = true
    public init(target: Any?, action: Selector?) { super.init() }
}

@MainActor open class UITapGestureRecognizer: UIGestureRecognizer {}
