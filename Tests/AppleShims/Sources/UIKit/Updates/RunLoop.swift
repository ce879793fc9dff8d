/// A run loop that turns only when a test requests it. It hides Foundation's run loop, with which a test
/// would have to wait.
@MainActor public final class RunLoop {
    public enum Mode: Sendable {
        case `default`
        /// The mode during a drag.
        case tracking
        /// The default mode and the tracking mode.
        case common
    }

    public static let main = RunLoop()

    private var blocks: [(modes: [Mode], block: @Sendable () -> Void)] = []

    private init() {}

    public func perform(inModes modes: [Mode], block: @escaping @Sendable () -> Void) {
        blocks.append((modes, block))
    }

    /// Performs the blocks that wait for a mode. Blocks that they add wait for a later turn.
    public func simulateTurn(in mode: Mode = .default) {
        let due = blocks.filter { $0.modes.contains(mode) || $0.modes.contains(.common) }
        blocks.removeAll { $0.modes.contains(mode) || $0.modes.contains(.common) }
        for entry in due { entry.block() }
    }
}
