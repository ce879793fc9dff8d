/// What a head or foot is told about its section when it is filled.
public struct SectionState: Hashable, Sendable {
    /// Whether the section's rows are hidden.
    public var isCollapsed: Bool

    /// How many rows the section has, whether they are on show or not.
    public var rowCount: Int

    /// Creates a state.
    ///
    /// - Parameters:
    ///   - isCollapsed: Whether the section's rows are hidden.
    ///   - rowCount: How many rows the section has, shown or hidden.
    public init(isCollapsed: Bool = false, rowCount: Int = 0) {
        self.isCollapsed = isCollapsed
        self.rowCount = rowCount
    }
}
