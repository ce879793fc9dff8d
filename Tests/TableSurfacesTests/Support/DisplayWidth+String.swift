@testable import TableSurfaces

extension DisplayWidth {
    /// The number of columns that a text takes.
    static func width(of text: some StringProtocol, _ policy: TextWidthPolicy = .standard) -> Int {
        var text = String(text)
        return text.withUTF8 { width(of: $0, policy) }
    }
}
