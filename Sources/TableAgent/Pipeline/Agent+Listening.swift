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
            precondition(limit >= 0, "A sequence keeps no fewer than 0 events, not \(limit).")
            return AgentEvents(eventHandler.makeQueue(limit: limit))
        }
    }

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
        on(name, of: type) { data, _, _ in action(data) }
    }

    /// Listens to an event of rows that hold one type of data, with a payload.
    ///
    /// The closure receives the data, the payload, and the position of the row at delivery. The position is
    /// `nil` if the row was removed.
    ///
    /// ```swift
    /// agent.on(.restock, of: Article.self) { article, count, _ in order(count, of: article) }
    /// ```
    @discardableResult
    public func on<Payload, Data>(
        _ name: EventName<Payload>, of type: Data.Type,
        perform action: @escaping (Data, Payload, RowPosition?) -> Void
    ) -> EventSubscription {
        eventHandler.observe { event in
            guard case .row(let row) = event.origin, let payload = event.payload(of: name),
                let data = event.data(as: type)
            else { return false }
            action(data, payload, row.position)
            return true
        }
    }

    /// Listens to an event of one kind of origin, without a payload.
    ///
    /// ```swift
    /// agent.on(.collapse) { (event: SectionEvent) in print(event.sectionID) }
    /// ```
    ///
    /// The event is a ``CellEvent``, a ``SectionEvent``, a ``TableEvent``, or an `AgentEvent<EventOrigin>` of any origin.
    @discardableResult
    public func on<Origin: EventOriginProtocol>(
        _ name: EventName<Void>, perform action: @escaping (AgentEvent<Origin>) -> Void
    ) -> EventSubscription {
        on(name) { event, _ in action(event) }
    }

    /// Listens to an event of one kind of origin, and receives the event and its payload.
    @discardableResult
    public func on<Origin: EventOriginProtocol, Payload>(
        _ name: EventName<Payload>, perform action: @escaping (AgentEvent<Origin>, Payload) -> Void
    ) -> EventSubscription {
        eventHandler.observe { event in
            guard let payload = event.payload(of: name), let origin = Origin(event.origin)
            else { return false }
            action(event.with(origin), payload)
            return true
        }
    }

    /// Sends an event of a row, head, foot, or table.
    ///
    /// ```swift
    /// try agent.post(.pay, payment, from: .row(order.id))
    /// ```
    ///
    /// - Throws: ``TableError`` if there is no such row or section.
    public func post<Payload>(
        _ name: EventName<Payload>, _ payload: Payload, from place: EventPlace
    ) throws(TableError) {
        try panel.source(place).post(name, payload)
    }

    /// Sends an event of a row, head, foot, or table without a payload.
    ///
    /// - Throws: ``TableError`` if there is no such row or section.
    public func post(_ name: EventName<Void>, from place: EventPlace) throws(TableError) {
        try post(name, (), from: place)
    }

    /// Selects a row like a touch: asks the delegate and, if the row may be selected, posts `select`.
    ///
    /// ```swift
    /// try agent.select(.id(order.id))
    /// ```
    ///
    /// The surface does not show the selection.
    ///
    /// - Returns: Whether the row was selected.
    /// - Throws: ``TableError`` if there is no such row or section.
    @discardableResult
    public func select(_ row: RowReference) throws(TableError) -> Bool {
        try panel.source(.row(row)).select()
    }

    /// Deselects a row like a touch: asks the delegate and, if the row may be deselected, posts `deselect`.
    ///
    /// - Returns: Whether the row was deselected.
    /// - Throws: ``TableError`` if there is no such row or section.
    @discardableResult
    public func deselect(_ row: RowReference) throws(TableError) -> Bool {
        try panel.source(.row(row)).deselect()
    }
}
