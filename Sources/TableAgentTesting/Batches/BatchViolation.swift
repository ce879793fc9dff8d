/// Something in a batch that a surface would not survive, or would show wrongly.
public struct BatchViolation: Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A place is deleted and reloaded, or a row is reloaded in a section that goes.
        case deleteAndReload

        /// A place is deleted, or reloaded, and moved away from.
        case deleteAndMove

        /// A delete, a reload or the source of a move is no place before the batch.
        case outOfBoundsBefore

        /// A place is inserted, or is where a reload puts its insert, and moved to.
        case insertAndMove

        /// An insert or the target of a move is no place after the batch.
        case outOfBoundsAfter

        /// A row moves out of a section that is deleted.
        case moveFromDeletedSection

        /// A row moves into a section that is inserted.
        case moveToInsertedSection

        /// An operation is there twice, or two moves have one source or one target.
        case duplicate

        /// The number of sections after is not what the batch makes of the number before.
        case sectionCount

        /// The number of rows in a section after is not what the batch makes of the number before.
        case rowCount

        /// A section or row on show would have the content of another; no surface checks that.
        case staleContent
    }

    /// What is wrong.
    public let kind: Kind

    /// What is wrong and where, in a sentence.
    public let description: String

    init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}
