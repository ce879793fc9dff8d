import TableSurfaces

/// Counts the blocks of a sink, and refuses the block with a given number.
final class CountingSink: ByteSink {
    struct Refusal: Error, Equatable { var block: Int }

    private(set) var blockSizes: [Int] = []
    private(set) var finishCount = 0
    private(set) var discardCount = 0
    var refusedBlock: Int?
    var refusesFinish = false

    init(refusedBlock: Int? = nil) {
        self.refusedBlock = refusedBlock
    }

    func write(_ block: [UInt8]) throws {
        if blockSizes.count == refusedBlock { throw Refusal(block: blockSizes.count) }
        blockSizes.append(block.count)
    }

    func finish() throws {
        if refusesFinish { throw Refusal(block: -1) }
        finishCount += 1
    }

    func discard() {
        discardCount += 1
    }
}
