/// The name and payload of an event whose payload type is forgotten.
struct EventContent {
    let name: String
    /// The `EventName` that the event was posted with.
    let key: AnyHashable
    let payload: Any
    /// Whether the event comes by itself whenever a table is shown or scrolled, so that nobody need listen.
    let isRoutine: Bool

    init<Payload>(_ name: EventName<Payload>, _ payload: Payload) {
        self.name = name.text
        self.key = AnyHashable(name)
        self.payload = payload
        self.isRoutine = name.isRoutine
    }

    func isNamed<Payload>(_ name: EventName<Payload>) -> Bool {
        key.base as? EventName<Payload> == name
    }

    func payload<Payload>(of name: EventName<Payload>) -> Payload? {
        isNamed(name) ? payload as? Payload : nil
    }
}
