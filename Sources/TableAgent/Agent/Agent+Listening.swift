extension Agent {
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
    public func on<Payload, Data>(
        _ name: EventName<Payload>, of type: Data.Type, perform action: @escaping (Data, Payload) -> Void
    ) -> EventObservation {
        eventHandler.observe { event in
            if let payload = event.payload(of: name), let data = event.data(as: type) {
                action(data, payload)
            }
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
        on(name, of: type) { data, _ in action(data) }
    }
}
