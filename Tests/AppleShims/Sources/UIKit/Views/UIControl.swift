@MainActor open class UIControl: UIView {
    public struct Event: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let touchUpInside = Self(rawValue: 1 << 6)
        public static let valueChanged = Self(rawValue: 1 << 12)
    }

    open var isEnabled = true
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

@MainActor open class UIButton: UIControl {
    open var title: String?

    open func setTitle(_ title: String?, for state: State) { self.title = title }

    public struct State: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let normal = Self([])
    }
}
