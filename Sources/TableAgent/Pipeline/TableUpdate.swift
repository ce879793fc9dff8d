/// A step from the table on show to the next one, which a container carries out.
public final class TableUpdate {
    /// The table that is on show until the commit.
    public let former: TableInfo

    /// The table to show.
    public let new: TableInfo

    /// Whether the surface has taken over the new table.
    public private(set) var isCommitted = false

    /// Swaps the tables; `nil` once the panel has given up waiting.
    private var onCommit: (() -> Void)?

    /// Creates an update; a panel does so, and a test of a container may.
    ///
    /// - Parameters:
    ///   - former: The table on show.
    ///   - new: The table to show.
    ///   - onCommit: Swaps the tables.
    public init(from former: TableInfo, to new: TableInfo, onCommit: @escaping () -> Void) {
        self.former = former
        self.new = new
        self.onCommit = onCommit
    }

    /// Swaps the former table for the new one; a container calls it once, when its surface does the same.
    ///
    /// After the container has returned from the update, it does nothing.
    public func commit() {
        guard let onCommit else { return }
        precondition(!isCommitted, "A container commits an update once, and this one is committed already.")
        isCommitted = true
        onCommit()
    }

    /// Makes a commit that comes too late do nothing.
    func expire() {
        onCommit = nil
    }
}

extension TableUpdate {
    /// How a row is to go that the changes delete.
    ///
    /// - Parameter position: The row's position in the former table.
    /// - Returns: What the edit asked for; automatic if nothing.
    public func animation(ofDeletedRow position: RowPosition) -> RowAnimation {
        guard let row = former.row(at: position) else { return .automatic }
        return new.animations.ofDelete(row.id, in: former.sections[position.section].id)
    }

    /// How a row is to come that the changes insert.
    ///
    /// - Parameter position: The row's position in the new table.
    /// - Returns: What the edit asked for; automatic if nothing.
    public func animation(ofInsertedRow position: RowPosition) -> RowAnimation {
        guard let row = new.row(at: position) else { return .automatic }
        return new.animations.ofInsert(row.id, in: new.sections[position.section].id)
    }

    /// How a section is to go that the changes delete.
    ///
    /// - Parameter number: The section's number in the former table.
    /// - Returns: What the edit asked for; automatic if nothing.
    public func animation(ofDeletedSection number: Int) -> RowAnimation {
        former.section(at: number).map { new.animations.ofDelete($0.id) } ?? .automatic
    }

    /// How a section is to come that the changes insert.
    ///
    /// - Parameter number: The section's number in the new table.
    /// - Returns: What the edit asked for; automatic if nothing.
    public func animation(ofInsertedSection number: Int) -> RowAnimation {
        new.section(at: number).map { new.animations.ofInsert($0.id) } ?? .automatic
    }
}
