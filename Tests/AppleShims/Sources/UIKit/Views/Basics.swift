public import Foundation

/// The exceptions that UIKit would raise and that can't be caught.
@MainActor public enum UIKitException {
    /// Receives the text of an exception. The default handler stops the program, as UIKit does.
    public static var handler: (String) -> Void = { fatalError($0) }

    static func raise(_ reason: String) { handler(reason) }

    /// Collects the exceptions that an action raises.
    public static func collect(_ action: () throws -> Void) rethrows -> [String] {
        let old = handler
        defer { handler = old }
        var reasons: [String] = []
        handler = { reasons.append($0) }
        try action()
        return reasons
    }
}

extension IndexPath {
    public init(row: Int, section: Int) { self.init(indexes: [section, row]) }
    public init(item: Int, section: Int) { self.init(indexes: [section, item]) }

    public var section: Int {
        get { self[0] }
        set { self[0] = newValue }
    }

    public var row: Int {
        get { self[1] }
        set { self[1] = newValue }
    }

    public var item: Int {
        get { self[1] }
        set { self[1] = newValue }
    }
}

open class UIColor: NSObject, @unchecked Sendable {
    let name: String

    public override var description: String { name }

    public static let label = UIColor(known: "label")
    public static let secondaryLabel = UIColor(known: "secondaryLabel")
    public static let systemBackground = UIColor(known: "systemBackground")
    public static let secondarySystemBackground = UIColor(known: "secondarySystemBackground")
    public static let systemGreen = UIColor(known: "systemGreen")
    public static let systemRed = UIColor(known: "systemRed")
    public static let systemOrange = UIColor(known: "systemOrange")
    public static let link = UIColor(known: "link")
    public static let tintColor = UIColor(known: "tintColor")

    private init(known name: String) {
        self.name = name
        super.init()
    }
}

open class UIFont: NSObject, @unchecked Sendable {
    public struct TextStyle: Hashable, Sendable {
        let name: String
        public static let body = TextStyle(name: "body")
        public static let headline = TextStyle(name: "headline")
        public static let footnote = TextStyle(name: "footnote")
    }

    let style: TextStyle

    init(_ style: TextStyle) { self.style = style }

    public static func preferredFont(forTextStyle style: TextStyle) -> UIFont { UIFont(style) }

    public override var description: String { style.name }
    public override func isEqual(_ object: Any?) -> Bool { (object as? UIFont)?.style == style }
}

extension NSAttributedString.Key {
    public static let font = NSAttributedString.Key("NSFont")
}

extension NSString {
    /// The size of a text in one line. Each character is 10 points wide in a headline, and 9 points in other fonts.
    @MainActor public func size(withAttributes attrs: [NSAttributedString.Key: Any]? = nil) -> CGSize {
        let isHeadline = (attrs?[.font] as? UIFont)?.style == .headline
        let factor = UITraitCollection.simulatedSize == .extraLarge ? 1.5 : 1
        return CGSize(width: CGFloat(length) * (isHeadline ? 10 : 9) * factor, height: 20)
    }
}

/// The sizes of text. A test sets the factor that a person has chosen.
@MainActor public final class UIFontMetrics: NSObject {
    public static let `default` = UIFontMetrics()
    public static var simulatedFactor: CGFloat = 1

    public func scaledValue(for value: CGFloat) -> CGFloat { value * Self.simulatedFactor }
}

open class UIImage: NSObject, @unchecked Sendable {
    let name: String

    public override func isEqual(_ object: Any?) -> Bool { (object as? UIImage)?.name == name }

    /// Every name except the empty one has an image.
    public init?(systemName name: String) {
        guard !name.isEmpty else { return nil }
        self.name = name
    }

    public init?(named name: String) {
        guard !name.isEmpty else { return nil }
        self.name = name
    }
}

/// A nib without a file. A test provides a closure that makes the nib's objects.
@MainActor open class UINib: NSObject {
    private static var contents: [String: @MainActor () -> [Any]] = [:]

    private let name: String

    public init(nibName name: String, bundle bundleOrNil: Bundle?) {
        self.name = name
    }

    /// Simulates a nib file.
    public static func simulate(_ name: String, contents: @escaping @MainActor () -> [Any]) {
        self.contents[name] = contents
    }

    open func instantiate(withOwner ownerOrNil: Any?, options optionsOrNil: [OptionsKey: Any]? = nil) -> [Any]
    {
        guard let contents = Self.contents[name] else {
            UIKitException.raise("Could not load NIB in bundle with name '\(name)'")
            return []
        }
        return contents()
    }

    public struct OptionsKey: Hashable, Sendable {}
}
