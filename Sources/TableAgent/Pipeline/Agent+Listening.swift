// An agent without listeners works; these are the ways to listen and to post beside the delegate.
extension Agent {
    /// The events as an asynchronous sequence; each one that is made receives every event from then on.
    ///
    /// It keeps all events that are not taken yet; see ``events(bufferingNewest:)`` for fewer.
    public var events: AgentEvents { AgentEvents(eventHandler.makeQueue(limit: nil)) }

    /// The events as an asynchronous sequence that keeps only the newest of those that are not taken yet.
    ///
    /// - Parameter limit: How many events are kept, not below 0; the oldest are dropped. With 0, an event only reaches
    ///   a task that waits for one.
    public func events(bufferingNewest limit: Int) -> AgentEvents {
        precondition(limit >= 0, "A sequence keeps no fewer than 0 events, not \(limit).")
        return AgentEvents(eventHandler.makeQueue(limit: limit))
    }

    /// Listens to an event, which carries nothing, of rows that hold one type of data.
    ///
    /// ```swift
    /// agent.on(.select, of: Article.self) { article in open(article) }
    /// ```
    ///
    /// Events of rows with other data are ignored. The closure stays when the agent is detached, and listens
    /// again when it is attached.
    ///
    /// - Returns: A function that stops listening, as all of these return one.
    @discardableResult
    public func on<Data>(
        _ name: EventName<Void>, of type: Data.Type, perform action: @escaping (Data) -> Void
    ) -> () -> Void {
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
    ) -> () -> Void {
        eventHandler.observe { event in
            guard case .row(let row) = event.origin, let payload = event.payload(of: name),
                let data = event.data(as: type)
            else { return false }
            action(data, payload, row.position)
            return true
        }
    }

    /// Listens to an event, which carries nothing, of one kind of origin.
    ///
    /// ```swift
    /// agent.on(.collapse) { (event: SectionEvent) in print(event.sectionID) }
    /// ```
    ///
    /// The event is a ``CellEvent``, ``SectionEvent``, or ``TableEvent``, or an `AgentEvent<EventOrigin>` of any.
    @discardableResult
    public func on<Origin>(
        _ name: EventName<Void>, perform action: @escaping (AgentEvent<Origin>) -> Void
    ) -> () -> Void {
        on(name) { event, _ in action(event) }
    }

    /// Listens to an event of one kind of origin, and receives the event and its payload.
    @discardableResult
    public func on<Origin, Payload>(
        _ name: EventName<Payload>, perform action: @escaping (AgentEvent<Origin>, Payload) -> Void
    ) -> () -> Void {
        eventHandler.observe { event in
            guard let payload = event.payload(of: name), let origin = event.origin.typed(Origin.self)
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
}
