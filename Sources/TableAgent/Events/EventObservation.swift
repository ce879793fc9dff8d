/// A closure that listens to events, as long as it is not cancelled and its agent lives.
///
/// Letting go of the observation changes nothing; keep it only to cancel it.
public struct EventObservation {
    private let remove: () -> Void

    init(remove: @escaping () -> Void) {
        self.remove = remove
    }

    /// Stops listening.
    public func cancel() {
        remove()
    }
}
