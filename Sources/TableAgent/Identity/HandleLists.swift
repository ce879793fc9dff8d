/// Lists of the handles of an ``IDIndex``, which return the position of each handle. Each handle is in exactly one list.
///
/// The handles of a list are in blocks. An edit touches one block and the starts of the blocks after it. To find a
/// position, one block is searched.
struct HandleLists {
    /// A list and an index in it.
    typealias Position = (list: Int, index: Int)

    private struct Block {
        let list: Int
        var handles: [Int32] = []
        /// The index in the list of the first handle.
        var start = 0
        /// The index in the list after the last handle.
        var end = 0
        /// The next block of the list, or `noBlock`.
        var next = HandleLists.noBlock
    }

    private static var blockSize: Int { 2048 }
    private static var noBlock: Int { -1 }

    private var blocks: [Block] = []
    /// The blocks that are in no list.
    private var freeBlocks: [Int] = []
    /// The first block of each list, or `noBlock` for a list that never had a handle.
    private var firstBlocks: [Int] = []
    /// The block of each handle.
    private var blockOfHandle: [Int32] = []

    /// Returns the position of a handle.
    func position(of handle: Int32) -> Position {
        let block = Int(blockOfHandle[Int(handle)])
        guard let index = blocks[block].handles.firstIndex(of: handle) else {
            preconditionFailure("The handle \(handle) is not in its block.")
        }
        return (blocks[block].list, blocks[block].start + index)
    }

    /// Returns some handles of a list.
    func handles(_ range: Range<Int>, of list: Int) -> [Int32] {
        var handles: [Int32] = []
        guard !range.isEmpty else { return handles }
        var block = block(at: range.lowerBound + 1, of: list)
        while block != Self.noBlock, blocks[block].start < range.upperBound {
            let start = blocks[block].start
            let shared = range.clamped(to: start..<blocks[block].end)
            handles += blocks[block].handles[shared.lowerBound - start..<shared.upperBound - start]
            block = blocks[block].next
        }
        return handles
    }

    /// Replaces some handles of a list with others.
    mutating func replace(_ range: Range<Int>, of list: Int, with new: [Int32]) {
        if range.isEmpty, new.isEmpty { return }
        let block = block(making: list, at: range.isEmpty ? range.lowerBound : range.lowerBound + 1)
        let offset = range.lowerBound - blocks[block].start
        let count = min(range.count, blocks[block].handles.count - offset)
        blocks[block].handles.replaceSubrange(offset..<offset + count, with: new)
        blocks[block].end += new.count - count
        setBlock(block, of: new)
        var rest = range.count - count
        while rest > 0 {
            let next = blocks[block].next
            let count = min(rest, blocks[next].handles.count)
            blocks[next].handles.removeFirst(count)
            rest -= count
            if blocks[next].handles.isEmpty { removeBlock(after: block) }
        }
        let last = split(block)
        if last == block { join(block) }
        correctStarts(after: last)
    }

    /// Returns the first block of a list whose end is at or after an index, or `noBlock`.
    private func block(at index: Int, of list: Int) -> Int {
        var block = list < firstBlocks.count ? firstBlocks[list] : Self.noBlock
        while block != Self.noBlock, blocks[block].end < index { block = blocks[block].next }
        return block
    }

    private mutating func block(making list: Int, at index: Int) -> Int {
        let block = block(at: index, of: list)
        if block != Self.noBlock { return block }
        while firstBlocks.count <= list { firstBlocks.append(Self.noBlock) }
        firstBlocks[list] = add(Block(list: list))
        return firstBlocks[list]
    }

    private mutating func add(_ block: Block) -> Int {
        guard let free = freeBlocks.popLast() else {
            blocks.append(block)
            return blocks.count - 1
        }
        blocks[free] = block
        return free
    }

    private mutating func removeBlock(after block: Int) {
        let next = blocks[block].next
        blocks[block].next = blocks[next].next
        blocks[next] = Block(list: 0)
        freeBlocks.append(next)
    }

    private mutating func setBlock(_ block: Int, of handles: [Int32]) {
        for handle in handles {
            while blockOfHandle.count <= Int(handle) { blockOfHandle.append(Int32(Self.noBlock)) }
            blockOfHandle[Int(handle)] = Int32(block)
        }
    }

    /// Splits a block that is too large, and returns the last block of its handles.
    private mutating func split(_ block: Int) -> Int {
        let size = Self.blockSize
        guard blocks[block].handles.count > 2 * size else { return block }
        let handles = blocks[block].handles
        blocks[block].handles = Array(handles[..<size])
        blocks[block].end = blocks[block].start + size
        var last = block
        for start in stride(from: size, to: handles.count, by: size) {
            var next = Block(list: blocks[block].list)
            next.handles = Array(handles[start..<min(start + size, handles.count)])
            next.start = blocks[last].end
            next.end = next.start + next.handles.count
            next.next = blocks[last].next
            let added = add(next)
            setBlock(added, of: blocks[added].handles)
            blocks[last].next = added
            last = added
        }
        return last
    }

    /// Joins a small block with the next block, so that a list does not consist of many small blocks.
    private mutating func join(_ block: Int) {
        let next = blocks[block].next
        guard next != Self.noBlock else { return }
        let count = blocks[block].handles.count
        guard count == 0 || count + blocks[next].handles.count <= Self.blockSize else { return }
        let handles = blocks[next].handles
        removeBlock(after: block)
        blocks[block].handles += handles
        blocks[block].end += handles.count
        setBlock(block, of: handles)
    }

    /// Corrects the starts and ends of the blocks after a block, up to a block that needs no correction.
    private mutating func correctStarts(after block: Int) {
        var block = block
        while case let next = blocks[block].next, next != Self.noBlock {
            let start = blocks[block].end
            let end = start + blocks[next].handles.count
            if blocks[next].start == start, blocks[next].end == end { return }
            blocks[next].start = start
            blocks[next].end = end
            block = next
        }
    }
}
