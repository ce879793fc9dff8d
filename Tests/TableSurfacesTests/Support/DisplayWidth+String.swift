@testable import TableSurfaces

extension DisplayWidth {
    /// Returns the number of columns of a text.
    static func width(of text: some StringProtocol, _ policy: TextFormat.WidthPolicy = .standard) -> Int {
        var text = String(text)
        return text.withUTF8 { width(of: $0, policy) }
    }
}
