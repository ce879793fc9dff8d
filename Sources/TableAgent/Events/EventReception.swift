/// Remembers whether anyone listened to an event.
final class EventReception {
    private(set) var isHeard = false
    /// Who is being told.
    private var listener: AnyObject?

    /// Says that the listener that is being told is none; a listener that only passes the event on to another
    /// one stays one.
    func pass(_ listener: AnyObject) {
        if listener === self.listener { self.listener = nil }
    }

    /// Tells a listener of the event.
    func tell(_ listener: AnyObject, _ tell: () -> Void) {
        self.listener = listener
        tell()
        if self.listener != nil { isHeard = true }
        self.listener = nil
    }
}
