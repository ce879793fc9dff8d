/// The registered classes and nibs, and the reusable views, of one kind of view, keyed by reuse identifier.
@MainActor struct ReuseQueue<View: UIView> {
    private enum Source {
        case made(() -> View)
        case nib(UINib)
    }

    private var sources: [String: Source] = [:]
    private var waiting: [String: [View]] = [:]

    /// The number of views that were made so far.
    private(set) var madeCount = 0

    mutating func register(_ identifier: String, make: (() -> View)?) {
        sources[identifier] = make.map(Source.made)
        waiting[identifier] = nil
    }

    mutating func register(_ identifier: String, nib: UINib?) {
        sources[identifier] = nib.map(Source.nib)
        waiting[identifier] = nil
    }

    /// Dequeues a reusable view, or makes a new one. Returns `nil` if nothing is registered for the
    /// identifier.
    mutating func take(_ identifier: String) -> (view: View, isReused: Bool)? {
        if let view = waiting[identifier]?.popLast() { return (view, true) }
        switch sources[identifier] {
        case nil: return nil
        case .made(let make):
            madeCount += 1
            return (make(), false)
        case .nib(let nib):
            guard let view = nib.instantiate(withOwner: nil).first as? View else {
                UIKitException.raise(
                    "invalid nib registered for identifier (\(identifier)) - nib must contain exactly one "
                        + "top level object which must be a \(View.self) instance")
                return nil
            }
            madeCount += 1
            return (view, false)
        }
    }

    mutating func give(_ view: View, _ identifier: String?) {
        guard let identifier, !identifier.isEmpty else { return }
        waiting[identifier, default: []].append(view)
    }
}
