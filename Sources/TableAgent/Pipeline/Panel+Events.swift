extension Panel {
    /// Posts an event of a row, by the row's position on show.
    ///
    /// - Parameters:
    ///   - name: The event's name.
    ///   - payload: What the event carries.
    ///   - position: The row's position.
    /// - Throws: ``TableError`` with the code ``TableError/Code/positionOutOfRange`` when no row is there.
    public func post<Payload>(
        _ name: EventName<Payload>, _ payload: Payload, at position: RowPosition
    ) throws {
        try source(at: position).post(name, payload)
    }

    /// Posts an event of a row that carries nothing but its place, by the row's position on show.
    ///
    /// - Parameters:
    ///   - name: The event's name.
    ///   - position: The row's position.
    /// - Throws: ``TableError`` with the code ``TableError/Code/positionOutOfRange`` when no row is there.
    public func post(_ name: EventName<Void>, at position: RowPosition) throws {
        try post(name, (), at: position)
    }

    /// Posts an event of a head or foot.
    ///
    /// - Parameters:
    ///   - name: The event's name.
    ///   - payload: What the event carries.
    ///   - kind: Whether the head or the foot sends it.
    ///   - section: The section's number, from 0.
    /// - Throws: ``TableError`` with the code ``TableError/Code/positionOutOfRange`` when no section is
    ///   there.
    public func post<Payload>(
        _ name: EventName<Payload>, _ payload: Payload, from kind: HeadFootKind, ofSection section: Int
    ) throws {
        try source(of: kind, ofSection: section).post(name, payload)
    }

    /// Posts an event of a head or foot that carries nothing but its place.
    ///
    /// - Parameters:
    ///   - name: The event's name.
    ///   - kind: Whether the head or the foot sends it.
    ///   - section: The section's number, from 0.
    /// - Throws: ``TableError`` with the code ``TableError/Code/positionOutOfRange`` when no section is
    ///   there.
    public func post(_ name: EventName<Void>, from kind: HeadFootKind, ofSection section: Int) throws {
        try post(name, (), from: kind, ofSection: section)
    }

    /// Posts an event of the table as a whole that carries nothing.
    ///
    /// - Parameter name: The event's name.
    public func post(_ name: EventName<Void>) {
        post(name, ())
    }

    /// Posts an event of the table as a whole.
    ///
    /// - Parameters:
    ///   - name: The event's name.
    ///   - payload: What the event carries.
    public func post<Payload>(_ name: EventName<Payload>, _ payload: Payload) {
        attached?.eventHandler.handle(TableEvent(content: EventContent(name, payload)))
    }
}

extension Panel {
    /// The row at a position as the sender of events, for views that send some later.
    ///
    /// - Parameter position: The row's position on show.
    /// - Returns: A sender that finds the row again when rows came or went meanwhile.
    /// - Throws: ``TableError`` with the code ``TableError/Code/positionOutOfRange`` when no row is there.
    public func source(at position: RowPosition) throws -> RowSource {
        guard let section = tableInfo.section(at: position.section), let row = tableInfo.row(at: position)
        else { throw TableError.positionOutOfRange(position, in: tableInfo) }
        return RowSource(self, row: row, sectionID: section.id, position: position)
    }

    /// A head or foot as the sender of events, for views that send some later.
    ///
    /// - Parameters:
    ///   - kind: Whether it is the head or the foot.
    ///   - section: The section's number, from 0.
    /// - Returns: A sender that finds the section again when sections came or went meanwhile.
    /// - Throws: ``TableError`` with the code ``TableError/Code/positionOutOfRange`` when no section is
    ///   there.
    public func source(of kind: HeadFootKind, ofSection section: Int) throws -> EntrySource {
        guard let info = tableInfo.section(at: section) else {
            throw TableError.positionOutOfRange(section: section, in: tableInfo)
        }
        return EntrySource(self, kind: kind, section: info, number: section)
    }

    /// Asks the delegate whether a row may be selected; yes without one, no when the row is gone by then.
    ///
    /// - Parameter position: The row's position on show.
    /// - Throws: ``TableError`` with the code ``TableError/Code/positionOutOfRange`` when no row is there.
    public func shouldSelect(at position: RowPosition) throws -> Bool {
        try source(at: position).shouldSelect()
    }

    /// Asks the delegate whether a row may be deselected; yes without one, no when the row is gone by then.
    ///
    /// - Parameter position: The row's position on show.
    /// - Throws: ``TableError`` with the code ``TableError/Code/positionOutOfRange`` when no row is there.
    public func shouldDeselect(at position: RowPosition) throws -> Bool {
        try source(at: position).shouldDeselect()
    }

    /// Selects a row as a touch does: asks whether it may be selected, and if so, sends `select`.
    ///
    /// - Parameter position: The row's position on show.
    /// - Returns: Whether the row was selected.
    /// - Throws: ``TableError`` with the code ``TableError/Code/positionOutOfRange`` when no row is there.
    @discardableResult
    public func select(at position: RowPosition) throws -> Bool {
        try source(at: position).select()
    }

    /// Deselects a row as a touch does: asks whether it may be deselected, and if so, sends `deselect`.
    ///
    /// - Parameter position: The row's position on show.
    /// - Returns: Whether the row was deselected.
    /// - Throws: ``TableError`` with the code ``TableError/Code/positionOutOfRange`` when no row is there.
    @discardableResult
    public func deselect(at position: RowPosition) throws -> Bool {
        try source(at: position).deselect()
    }
}
