import Synchronization

/// A run loop that turns only when a test requests it. It hides Foundation's run loop, with which a test
/// would have to wait. As there, it belongs to no actor.
public final class RunLoop: Sendable {
    public enum Mode: Sendable {
        case `default`
        /// The mode during a drag.
        case tracking
        /// The default mode and the tracking mode.
        case common
    }

    public static let main = RunLoop()

    private let blocks = Mutex<[(modes: [Mode], block: @Sendable () -> Void)]>([])

    private init() {}

    public func perform(inModes modes: [Mode], block: @escaping @Sendable () -> Void) {
        blocks.withLock { $0.append((modes, block)) }
    }

    /// Performs the blocks that wait for a mode. Blocks that they add wait for a later turn.
    @MainActor public func simulateTurn(in mode: Mode = .default) {
        let due = blocks.withLock { blocks in
            let due = blocks.filter { $0.modes.contains(mode) || $0.modes.contains(.common) }
            blocks.removeAll { $0.modes.contains(mode) || $0.modes.contains(.common) }
            return due.map(\.block)
        }
        for block in due { block() }
    }
}
