/// What a line of a table is.
public enum GridPart: Hashable, Sendable, CaseIterable {
    /// The head of a section.
    case head
    /// A row.
    case row
    /// The foot of a section.
    case foot
}
