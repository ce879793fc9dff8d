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
        guard let section = tableInfo.section(at: position.section), let row = tableInfo.row(at: position)
        else { throw TableError.positionOutOfRange(position, in: tableInfo) }
        eventHandler.handle(
            CellEvent(
                content: EventContent(name, payload), row: row, sectionID: section.id, position: position))
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
    /// - Throws: ``TableError`` with the code ``TableError/Code/positionOutOfRange`` when no section is there.
    public func post<Payload>(
        _ name: EventName<Payload>, _ payload: Payload, from kind: HeadFootKind, ofSection section: Int
    ) throws {
        guard let info = tableInfo.section(at: section) else {
            throw TableError.positionOutOfRange(section: section, in: tableInfo)
        }
        eventHandler.handle(
            SectionEvent(
                content: EventContent(name, payload), kind: kind, entry: info.entry(kind), sectionID: info.id,
                index: section))
    }

    /// Posts an event of a head or foot that carries nothing but its place.
    ///
    /// - Parameters:
    ///   - name: The event's name.
    ///   - kind: Whether the head or the foot sends it.
    ///   - section: The section's number, from 0.
    /// - Throws: ``TableError`` with the code ``TableError/Code/positionOutOfRange`` when no section is there.
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
        eventHandler.handle(TableEvent(content: EventContent(name, payload)))
    }
}
