public final class UIImage: NSObject, Sendable {
    let name: String

    /// Every name is that of a picture, but for the empty one.
    public init?(systemName name: String) {
        guard !name.isEmpty else { return nil }
        self.name = name
    }

    public init?(named name: String) {
        guard !name.isEmpty else { return nil }
        self.name = name
    }
}
