public import Foundation

/// A nib holds no file here: a test says what objects it makes.
@MainActor open class UINib: NSObject {
    private static var contents: [String: @MainActor () -> [Any]] = [:]

    private let name: String

    public init(nibName name: String, bundle bundleOrNil: Bundle?) {
        self.name = name
    }

    /// Stands for the file of a nib.
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
