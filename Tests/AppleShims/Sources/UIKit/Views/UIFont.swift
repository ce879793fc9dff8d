public final class UIFont: NSObject, Sendable {
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
