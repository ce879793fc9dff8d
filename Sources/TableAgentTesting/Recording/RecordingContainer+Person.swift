public import TableAgent

extension RecordingContainer {
    /// Selects a row as a touch would on a screen, unless the event delegate refuses.
    ///
    /// - Parameter position: The row's position.
    /// - Throws: `TableError` with the code `positionOutOfRange` when no row is there, or `notAttached`
    ///   without an agent.
    public func select(_ position: RowPosition) throws {
        guard let panel else {
            throw TableError(
                .notAttached, "\(surfaceName) is attached to no agent; attach one before selecting a row.")
        }
        try panel.select(at: position)
    }
}
