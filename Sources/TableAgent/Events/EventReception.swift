/// Remembers whether anyone listened to an event.
final class EventReception {
    private(set) var isHeard = false
    private var isPassed = false

    /// Says that the listener that was just told is none.
    func pass() {
        isPassed = true
    }

    /// Tells a listener of the event.
    func tell(_ listener: () -> Void) {
        isPassed = false
        listener()
        if !isPassed { isHeard = true }
    }
}
