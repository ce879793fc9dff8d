extension Agent {
    /// The events as a sequence to wait for; each one that is made gets every event from then on.
    ///
    /// Events that nobody asks for yet are all kept; see ``events(bufferingNewest:)`` for fewer.
    public var events: AgentEvents { AgentEvents(eventHandler.makeQueue(limit: nil)) }

    /// The events as a sequence to wait for, which keeps only the newest of those that nobody asks for yet.
    ///
    /// - Parameter limit: How many events are kept, not below 0; the oldest make way.
    public func events(bufferingNewest limit: Int) -> AgentEvents {
        precondition(limit >= 0, "A sequence keeps no fewer than 0 events, not \(limit).")
        return AgentEvents(eventHandler.makeQueue(limit: limit))
    }

    /// Listens to an event of rows that hold one type of data.
    ///
    /// ```swift
    /// agent.on(.restock, of: Article.self) { article, count in
    ///     order(count, of: article)
    /// }
    /// ```
    ///
    /// The closure stays when the agent is detached, and listens again when it is attached.
    ///
    /// - Parameters:
    ///   - name: The event's name.
    ///   - type: The type of the rows' data; events of other rows are passed over.
    ///   - action: Takes the data of the row that sent the event, and what the event carries.
    /// - Returns: The observation, with which to stop listening.
    @discardableResult
    @_disfavoredOverload
    public func on<Payload, Data>(
        _ name: EventName<Payload>, of type: Data.Type, perform action: @escaping (Data, Payload) -> Void
    ) -> EventObservation {
        on(name, of: type) { data, payload, _ in action(data, payload) }
    }

    /// Listens to an event of rows that hold one type of data, and learns where the row is.
    ///
    /// - Parameters:
    ///   - name: The event's name.
    ///   - type: The type of the rows' data; events of other rows are passed over.
    ///   - action: Takes the data of the row that sent the event, what the event carries, and the row's
    ///     position at delivery, which is `nil` when the row is gone.
    /// - Returns: The observation, with which to stop listening.
    @discardableResult
    public func on<Payload, Data>(
        _ name: EventName<Payload>, of type: Data.Type,
        perform action: @escaping (Data, Payload, RowPosition?) -> Void
    ) -> EventObservation {
        eventHandler.observe { event in
            guard case .cell(let event) = event, let payload = event.payload(of: name),
                let data = event.data(as: type)
            else { return false }
            action(data, payload, event.position)
            return true
        }
    }

    /// Listens to an event, which carries nothing, of rows that hold one type of data.
    ///
    /// - Parameters:
    ///   - name: The event's name.
    ///   - type: The type of the rows' data; events of other rows are passed over.
    ///   - action: Takes the data of the row that sent the event.
    /// - Returns: The observation, with which to stop listening.
    @discardableResult
    public func on<Data>(
        _ name: EventName<Void>, of type: Data.Type, perform action: @escaping (Data) -> Void
    ) -> EventObservation {
        on(name, of: type) { data, _, _ in action(data) }
    }

    /// Listens to an event, which carries nothing, of rows that hold one type of data, and learns where the
    /// row is.
    ///
    /// - Parameters:
    ///   - name: The event's name.
    ///   - type: The type of the rows' data; events of other rows are passed over.
    ///   - action: Takes the data of the row that sent the event, and the row's position at delivery, which
    ///     is `nil` when the row is gone.
    /// - Returns: The observation, with which to stop listening.
    @discardableResult
    public func on<Data>(
        _ name: EventName<Void>, of type: Data.Type, perform action: @escaping (Data, RowPosition?) -> Void
    ) -> EventObservation {
        on(name, of: type) { data, _, position in action(data, position) }
    }

    /// Listens to an event of rows, whatever their data.
    ///
    /// - Parameters:
    ///   - name: The event's name.
    ///   - action: Takes the event, with the row's id, data and position, and what it carries.
    /// - Returns: The observation, with which to stop listening.
    @discardableResult
    public func onCell<Payload>(
        _ name: EventName<Payload>, perform action: @escaping (CellEvent, Payload) -> Void
    ) -> EventObservation {
        eventHandler.observe { event in
            guard case .cell(let event) = event, let payload = event.payload(of: name) else { return false }
            action(event, payload)
            return true
        }
    }

    /// Listens to an event of rows that carries nothing, whatever their data.
    ///
    /// - Parameters:
    ///   - name: The event's name.
    ///   - action: Takes the event, with the row's id, data and position.
    /// - Returns: The observation, with which to stop listening.
    @discardableResult
    public func onCell(
        _ name: EventName<Void>, perform action: @escaping (CellEvent) -> Void
    ) -> EventObservation {
        onCell(name) { event, _ in action(event) }
    }

    /// Listens to an event of heads and feet.
    ///
    /// - Parameters:
    ///   - name: The event's name.
    ///   - action: Takes the event, with the section's id and number, and what it carries.
    /// - Returns: The observation, with which to stop listening.
    @discardableResult
    public func onSection<Payload>(
        _ name: EventName<Payload>, perform action: @escaping (SectionEvent, Payload) -> Void
    ) -> EventObservation {
        eventHandler.observe { event in
            guard case .section(let event) = event, let payload = event.payload(of: name) else {
                return false
            }
            action(event, payload)
            return true
        }
    }

    /// Listens to an event of heads and feet that carries nothing.
    ///
    /// - Parameters:
    ///   - name: The event's name.
    ///   - action: Takes the event, with the section's id and number.
    /// - Returns: The observation, with which to stop listening.
    @discardableResult
    public func onSection(
        _ name: EventName<Void>, perform action: @escaping (SectionEvent) -> Void
    ) -> EventObservation {
        onSection(name) { event, _ in action(event) }
    }

    /// Listens to an event of the table as a whole.
    ///
    /// - Parameters:
    ///   - name: The event's name.
    ///   - action: Takes what the event carries.
    /// - Returns: The observation, with which to stop listening.
    @discardableResult
    public func onTable<Payload>(
        _ name: EventName<Payload>, perform action: @escaping (Payload) -> Void
    ) -> EventObservation {
        eventHandler.observe { event in
            guard case .table(let event) = event, let payload = event.payload(of: name) else { return false }
            action(payload)
            return true
        }
    }
}
