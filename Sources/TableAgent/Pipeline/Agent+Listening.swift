// The ways to listen and to post, in addition to the delegate. An agent works without listeners.
extension Agent {
    /// Returns a sequence of the events that are sent from now on.
    ///
    /// Each sequence receives every event.
    ///
    /// ```swift
    /// let events = agent.events(buffering: .newest(100))
    /// ```
    ///
    /// - Parameter policy: The events that the sequence keeps until a task consumes them; by default all.
    public func events(buffering policy: AgentEvents.BufferingPolicy = .unbounded) -> AgentEvents {
        switch policy {
        case .unbounded: return AgentEvents(eventHandler.makeQueue(limit: nil))
        case .newest(let limit):
            precondition(limit >= 0, "A sequence can't keep \(limit) events; pass 0 or more.")
            return AgentEvents(eventHandler.makeQueue(limit: limit))
        }
    }

    // MARK: Events of rows with one type of data

    /// Listens to an event of rows that hold one type of data, without a payload.
    ///
    /// ```swift
    /// agent.on(.select, of: Article.self) { article in open(article) }
    /// ```
    ///
    /// Events of rows with other data are ignored. The closure stays when the agent is detached, and receives
    /// events again when the agent is attached.
    ///
    /// - Returns: The subscription, which is active until you cancel it.
    @discardableResult
    public func on<Data>(
        _ name: EventName<Void>, of type: Data.Type, perform action: @escaping (Data) -> Void
    ) -> EventSubscription {
        onRow(name) { event, _ in
            guard let data = event.data(as: type) else { return false }
            action(data)
            return true
        }
    }

    /// Listens to an event of rows that hold one type of data, and receives the data and the position of the row.
    ///
    /// ```swift
    /// agent.on(.select, of: Article.self) { article, position in open(article, from: position) }
    /// ```
    ///
    /// The position is that at delivery; it is `nil` if the row has left its section.
    @discardableResult
    public func on<Data>(
        _ name: EventName<Void>, of type: Data.Type, perform action: @escaping (Data, RowPosition?) -> Void
    ) -> EventSubscription {
        on(name, of: type) { data, _, position in action(data, position) }
    }

    /// Listens to an event of rows that hold one type of data, and receives the data, the payload, and the position of
    /// the row.
    ///
    /// ```swift
    /// agent.on(.restock, of: Article.self) { article, count, _ in order(count, of: article) }
    /// ```
    ///
    /// The position is that at delivery; it is `nil` if the row has left its section.
    @discardableResult
    public func on<Payload, Data>(
        _ name: EventName<Payload>, of type: Data.Type,
        perform action: @escaping (Data, Payload, RowPosition?) -> Void
    ) -> EventSubscription {
        onRow(name) { event, payload in
            guard let data = event.data(as: type) else { return false }
            action(data, payload, event.position)
            return true
        }
    }

    // MARK: Events of many rows

    /// Listens to an event that a person sends for one row or for several rows at once, without a payload.
    ///
    /// ```swift
    /// agent.on(.ship, ofMany: Order.self) { orders in ship(orders) }
    /// ```
    ///
    /// The closure is called once for all rows that a person has chosen together; see ``RowAction/allowsMany``. A row alone
    /// is an array of one. Rows with other data, and those whose item handles the event itself, are left out.
    @discardableResult
    public func on<Data>(
        _ name: EventName<Void>, ofMany type: Data.Type, perform action: @escaping ([Data]) -> Void
    ) -> EventSubscription {
        on(name, ofMany: type) { rows in action(rows.map(\.data)) }
    }

    /// Listens to an event that a person sends for one row or for several rows at once, and receives the data and the payload
    /// of each row.
    @discardableResult
    public func on<Payload, Data>(
        _ name: EventName<Payload>, ofMany type: Data.Type,
        perform action: @escaping ([(data: Data, payload: Payload)]) -> Void
    ) -> EventSubscription {
        func perform(_ events: [AgentEvent]) -> Bool {
            let rows = events.compactMap { event -> (data: Data, payload: Payload)? in
                guard case .cell(let event) = event, let payload = event.payload(of: name),
                    let data = event.data(as: type)
                else { return nil }
                return (data, payload)
            }
            if !rows.isEmpty { action(rows) }
            return !rows.isEmpty
        }
        return eventHandler.observe(many: { _ = perform($0) }) { perform([$0]) }
    }

    // MARK: Events of rows, sections, and the table

    /// Listens to an event of rows, without a payload.
    ///
    /// ```swift
    /// agent.on(.select) { event in print(event.rowID) }
    /// ```
    ///
    /// An event that rows never send, such as `collapse`, is a mistake of the programmer and stops the program.
    @discardableResult
    public func on(
        _ name: EventName<Void>, perform action: @escaping (CellEvent) -> Void
    ) -> EventSubscription {
        on(name) { (event: CellEvent, _) in action(event) }
    }

    /// Listens to an event of rows, and receives the event and its payload.
    @discardableResult
    public func on<Payload>(
        _ name: EventName<Payload>, perform action: @escaping (CellEvent, Payload) -> Void
    ) -> EventSubscription {
        onRow(name) { event, payload in
            action(event, payload)
            return true
        }
    }

    /// Listens to an event of heads and feet of sections, without a payload.
    ///
    /// ```swift
    /// agent.on(.collapse) { (event: SectionEvent) in print(event.sectionID) }
    /// ```
    @_disfavoredOverload @discardableResult
    public func on(
        _ name: EventName<Void>, perform action: @escaping (SectionEvent) -> Void
    ) -> EventSubscription {
        on(name) { (event: SectionEvent, _) in action(event) }
    }

    /// Listens to an event of heads and feet of sections, and receives the event and its payload.
    @_disfavoredOverload @discardableResult
    public func on<Payload>(
        _ name: EventName<Payload>, perform action: @escaping (SectionEvent, Payload) -> Void
    ) -> EventSubscription {
        eventHandler.observe { event in
            guard case .section(let event) = event, let payload = event.payload(of: name) else {
                return false
            }
            action(event, payload)
            return true
        }
    }

    /// Listens to an event of the table or its foot, without a payload.
    @_disfavoredOverload @discardableResult
    public func on(
        _ name: EventName<Void>, perform action: @escaping (TableEvent) -> Void
    ) -> EventSubscription {
        on(name) { (event: TableEvent, _) in action(event) }
    }

    /// Listens to an event of the table or its foot, and receives the event and its payload.
    ///
    /// ```swift
    /// agent.on(.updateFailed) { (_: TableEvent, error) in show(error) }
    /// ```
    @_disfavoredOverload @discardableResult
    public func on<Payload>(
        _ name: EventName<Payload>, perform action: @escaping (TableEvent, Payload) -> Void
    ) -> EventSubscription {
        eventHandler.observe { event in
            guard case .table(let event) = event, let payload = event.payload(of: name) else { return false }
            action(event, payload)
            return true
        }
    }

    private func onRow<Payload>(
        _ name: EventName<Payload>, perform action: @escaping (CellEvent, Payload) -> Bool
    ) -> EventSubscription {
        switch AnyEventName(name) {
        case .expand, .collapse:
            preconditionFailure("Heads send “\(name.text)”, not rows; let the closure take a SectionEvent.")
        case .updateFailed:
            preconditionFailure(
                "The table sends “\(name.text)”, not a row; let the closure take a TableEvent.")
        default: break
        }
        return eventHandler.observe { event in
            guard case .cell(let event) = event, let payload = event.payload(of: name) else { return false }
            return action(event, payload)
        }
    }

    // MARK: Posting and selecting

    /// Sends an event of a row, head, foot, or table.
    ///
    /// ```swift
    /// try agent.post(.pay, payment, from: .row(order.id))
    /// ```
    ///
    /// - Throws: ``TableError`` if there is no such row or section.
    public func post<Payload>(
        _ name: EventName<Payload>, _ payload: Payload, from sender: EventSender
    ) throws(TableError) {
        try panel.source(sender).post(name, payload)
    }

    /// Sends an event of a row, head, foot, or table without a payload.
    ///
    /// - Throws: ``TableError`` if there is no such row or section.
    public func post(_ name: EventName<Void>, from sender: EventSender) throws(TableError) {
        try post(name, (), from: sender)
    }

    /// Sends an event of several rows, for example of those that a person has selected.
    ///
    /// Listeners of `on(_:ofMany:perform:)` receive all rows at once, and the others one by one.
    ///
    /// ```swift
    /// try agent.post(.ship, fromRows: container.selectedPositions.map { .at($0) })
    /// ```
    ///
    /// - Throws: ``TableError`` if there is no such row. No event is then sent.
    public func post<Payload>(
        _ name: EventName<Payload>, _ payload: Payload, fromRows rows: [RowReference]
    ) throws(TableError) {
        var sources: [EventSource] = []
        for row in rows { sources.append(try panel.source(.row(row))) }
        EventSource.post(name, payload, from: sources)
    }

    /// Sends an event of several rows without a payload.
    ///
    /// - Throws: ``TableError`` if there is no such row. No event is then sent.
    public func post(_ name: EventName<Void>, fromRows rows: [RowReference]) throws(TableError) {
        try post(name, (), fromRows: rows)
    }

    /// Selects a row like a touch: asks the delegate and, if the row may be selected, posts `select`.
    ///
    /// ```swift
    /// try agent.select(.id(order.id))
    /// ```
    ///
    /// A surface that shows a selection marks the row.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - scrolls: Whether such a surface scrolls until the row is visible.
    /// - Returns: Whether the row was selected.
    /// - Throws: ``TableError`` if there is no such row or section.
    @discardableResult
    public func select(_ row: RowReference, scrolls: Bool = false) throws(TableError) -> Bool {
        let source = try panel.source(.row(row))
        guard source.shouldSelect(), let position = source.position else { return false }
        panel.container?.select(position, scrolls: scrolls)
        source.post(.select)
        return true
    }

    /// Deselects a row like a touch: asks the delegate and, if the row may be deselected, posts `deselect`.
    ///
    /// - Returns: Whether the row was deselected.
    /// - Throws: ``TableError`` if there is no such row or section.
    @discardableResult
    public func deselect(_ row: RowReference) throws(TableError) -> Bool {
        let source = try panel.source(.row(row))
        guard source.shouldDeselect(), let position = source.position else { return false }
        panel.container?.deselect(position)
        source.post(.deselect)
        return true
    }
}
