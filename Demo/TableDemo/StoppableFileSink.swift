#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif
import TableSurfaces

/// A file that is left as it was when a signal ends the program while a table is written.
///
/// From the first block until the end of the table, a signal only sets a flag, which the next block looks at.
final class StoppableFileSink: ByteSink {
    private let file: FileSink
    /// The signals that are put off; `nil` before the first block.
    private var signals: [Int32]?

    /// The signal that came; 0 for none.
    nonisolated(unsafe) private static var stopSignal: Int32 = 0

    /// The block was not written because a signal ends the program.
    private struct Stopped: Error {}

    init(_ url: URL) {
        file = FileSink(url)
    }

    func write(_ block: [UInt8]) throws {
        if signals == nil { putOffSignals() }
        guard Self.stopSignal == 0 else { throw Stopped() }
        try file.write(block)
    }

    func finish() throws {
        try file.finish()
        obeySignals()
    }

    func discard() {
        file.discard()
        obeySignals()
    }

    private func putOffSignals() {
        var info = stat()
        // A device or pipe has no unfinished file, and may keep the program waiting.
        let isFile = stat(file.url.path, &info) != 0 || info.st_mode & mode_t(S_IFMT) == mode_t(S_IFREG)
        signals = (isFile ? [SIGHUP, SIGINT, SIGTERM] : []).filter { number in
            // One that the program was told to ignore, as nohup does, stays ignored; `nil` is the default.
            guard let former = signal(number, { StoppableFileSink.stopSignal = $0 }) else { return true }
            signal(number, former)
            return false
        }
    }

    /// Has signals end the program again, and ends it if one came.
    private func obeySignals() {
        for number in signals ?? [] { signal(number, SIG_DFL) }
        signals = nil
        if Self.stopSignal != 0 { raise(Self.stopSignal) }
    }
}
