/// How a surface with moving pictures shows that rows or sections come or go.
///
/// It is a hint: surfaces that show a table at once have no use for it. The names are those of UIKit.
public enum RowAnimation: String, Hashable, Sendable, Codable, CaseIterable {
    /// The surface decides.
    case automatic
    /// At once, without an animation.
    case none
    /// Fading in or out.
    case fade
    /// In from the left, or out to it.
    case left
    /// In from the right, or out to it.
    case right
    /// In from the top, or out to it.
    case top
    /// In from the bottom, or out to it.
    case bottom
    /// About the middle.
    case middle

    /// The animation out to the other side; it lets what is replaced make way for what comes.
    public var opposite: RowAnimation {
        switch self {
        case .left: .right
        case .right: .left
        case .top: .bottom
        case .bottom: .top
        case .automatic, .none, .fade, .middle: self
        }
    }
}
