/// An index of the elements of several lists. The index finds elements by the hashes of their ids, and returns the
/// positions of the elements.
///
/// An element gets a handle when it is added to a list and keeps the handle until it is removed. The position of an
/// element is computed from the lists of handles, so an edit of other elements does not touch the element.
///
/// The lists have an order, such as that of the sections of a table. The index does not store the order of all lists,
/// so its methods receive a closure that returns the rank of a list.
struct IDIndex {
    /// Returns the rank of a list among all lists.
    typealias Rank = (_ list: Int) -> Int

    /// The handles with one hash.
    private struct SharedHandles {
        /// The lists that have the hash, by rank.
        var lists: [Int] = []
        /// The handles of each list, in the order of their positions.
        var handles: [Int: ArraySlice<Int32>] = [:]
    }

    private var lists = HandleLists()
    /// The hash of each handle's id, as it was when the element was added.
    private var hashes: [Int] = []
    /// The handles of removed elements, to be used again.
    private var freeHandles: [Int32] = []
    /// The handle of each hash, or `sharedHash` if several handles have the hash.
    private var handles: [Int: Int32]
    /// For each hash of several handles, these handles.
    private var handlesOfSharedHash: [Int: SharedHandles] = [:]

    private static var sharedHash: Int32 { -1 }

    init(capacity: Int) {
        handles = Dictionary(minimumCapacity: capacity)
        hashes.reserveCapacity(capacity)
    }

    /// The number of elements.
    var count: Int { hashes.count - freeHandles.count }

    /// Returns the handles of some elements of a list.
    func handles(_ range: Range<Int>, of list: Int = 0) -> [Int32] { lists.handles(range, of: list) }

    /// Returns the position of a handle.
    ///
    /// - Complexity: O(size of a block).
    func position(of handle: Int32) -> HandleLists.Position { lists.position(of: handle) }

    /// Returns the lists that have a hash, by rank.
    ///
    /// - Complexity: O(1).
    func lists(withHash hash: Int) -> [Int] {
        guard let handle = handles[hash] else { return [] }
        return handle == Self.sharedHash
            ? handlesOfSharedHash[hash]?.lists ?? [] : [lists.position(of: handle).list]
    }

    /// Returns the handles with a hash in a list, in the order of their positions.
    ///
    /// - Complexity: O(1).
    func handles(withHash hash: Int, inList list: Int = 0) -> ArraySlice<Int32> {
        guard let handle = handles[hash] else { return [] }
        if handle == Self.sharedHash { return handlesOfSharedHash[hash]?.handles[list] ?? [] }
        return lists.position(of: handle).list == list ? [handle] : []
    }

    /// Replaces elements of a list with others, whose ids have some hashes.
    mutating func replace(
        _ range: Range<Int>, of list: Int = 0, with newHashes: [Int], rank: Rank = { _ in 0 }
    ) {
        let removed = lists.handles(range, of: list)
        for handle in removed { remove(handle, rank) }
        freeHandles += removed
        let added = newHashes.map { hash in
            guard let handle = freeHandles.popLast() else {
                hashes.append(hash)
                return Int32(hashes.count - 1)
            }
            hashes[Int(handle)] = hash
            return handle
        }
        lists.replace(range, of: list, with: added)
        for (index, handle) in added.enumerated() { add(handle, at: (list, range.lowerBound + index), rank) }
    }

    /// Moves an element of the first list, which keeps its handle.
    ///
    /// - Parameter target: The index of the element afterwards.
    mutating func move(from source: Int, to target: Int) {
        let handle = lists.handles(source..<source + 1, of: 0)
        remove(handle[0]) { _ in 0 }
        lists.replace(source..<source + 1, of: 0, with: [])
        lists.replace(target..<target, of: 0, with: handle)
        add(handle[0], at: (0, target)) { _ in 0 }
    }

    /// Updates the order of the lists after the rank of one list has changed.
    ///
    /// - Complexity: O(elements of the list + lists that share their hashes).
    mutating func rankChanged(ofList list: Int, _ rank: Rank) {
        for hash in Set(lists.handles(0..<Int.max, of: list).map { hashes[Int($0)] }) {
            guard let old = handlesOfSharedHash[hash]?.lists.firstIndex(of: list) else { continue }
            handlesOfSharedHash[hash]?.lists.remove(at: old)
            insert(list, forSharedHash: hash, rank)
        }
    }

    /// Adds a handle to the hash index. Call this after adding the handle to its list.
    private mutating func add(_ handle: Int32, at position: HandleLists.Position, _ rank: Rank) {
        let hash = hashes[Int(handle)]
        // Usually the hash is new, and one look-up is enough.
        guard let other = handles.updateValue(handle, forKey: hash) else { return }
        handles[hash] = Self.sharedHash
        if other != Self.sharedHash {
            let list = lists.position(of: other).list
            handlesOfSharedHash[hash] = SharedHandles(lists: [list], handles: [list: [other]])
        }
        let list = position.list
        if handlesOfSharedHash[hash]?.handles[list] == nil { insert(list, forSharedHash: hash, rank) }
        let index = firstIndex(in: handlesOfSharedHash[hash]?.handles[list] ?? [], at: position.index)
        handlesOfSharedHash[hash]?.handles[list, default: []].insert(handle, at: index)
    }

    /// Removes a handle from the hash index. Call this before removing the handle from its list.
    private mutating func remove(_ handle: Int32, _ rank: Rank) {
        let hash = hashes[Int(handle)]
        guard handles[hash] == Self.sharedHash else { return handles[hash] = nil }
        let (list, index) = lists.position(of: handle)
        if handlesOfSharedHash[hash]?.handles[list]?.first == handle {
            handlesOfSharedHash[hash]?.handles[list]?.removeFirst()
        } else {
            let index = firstIndex(in: handlesOfSharedHash[hash]?.handles[list] ?? [], at: index)
            handlesOfSharedHash[hash]?.handles[list]?.remove(at: index)
        }
        if handlesOfSharedHash[hash]?.handles[list]?.isEmpty == true {
            handlesOfSharedHash[hash]?.handles[list] = nil
            let index = self.index(of: list, in: handlesOfSharedHash[hash]?.lists ?? [], rank)
            handlesOfSharedHash[hash]?.lists.remove(at: index)
        }
        guard let rest = handlesOfSharedHash[hash], rest.lists.count == 1,
            let last = rest.handles[rest.lists[0]], last.count == 1
        else { return }
        handlesOfSharedHash[hash] = nil
        handles[hash] = last.first
    }

    /// Adds a list to the lists that have a hash.
    private mutating func insert(_ list: Int, forSharedHash hash: Int, _ rank: Rank) {
        let index = index(of: list, in: handlesOfSharedHash[hash]?.lists ?? [], rank)
        handlesOfSharedHash[hash]?.lists.insert(list, at: index)
    }

    /// Returns the index of a list among lists that are sorted by rank, or the index at which to insert the list.
    private func index(of list: Int, in lists: [Int], _ rank: Rank) -> Int {
        let own = rank(list)
        // Usually a new list is below all others.
        guard let last = lists.last, rank(last) >= own else { return lists.endIndex }
        return lists.partitionPoint { rank($0) >= own }
    }

    /// Returns the index, among some handles of one list, of the first handle whose element is at or below a position.
    private func firstIndex(in handles: ArraySlice<Int32>, at index: Int) -> Int {
        // Usually a new element is below all others.
        guard let last = handles.last, lists.position(of: last).index >= index else {
            return handles.endIndex
        }
        return handles.partitionPoint { lists.position(of: $0).index >= index }
    }
}

// MARK: Checking

extension IDIndex {
    /// Returns a sentence about the first violated invariant, or `nil`. Only tests call this.
    ///
    /// - Parameter expected: The lists by rank, each with the hashes of the elements that it should have.
    /// - Complexity: O(elements × size of a block).
    func violation(expected: [(list: Int, hashes: [Int])]) -> String? {
        var byHash: [Int: [(list: Int, handle: Int32)]] = [:]
        for (list, listHashes) in expected {
            let own = handles(0..<Int.max, of: list)
            guard own.map({ hashes[Int($0)] }) == listHashes else { return "List \(list) has other hashes." }
            for (index, handle) in own.enumerated() {
                guard position(of: handle) == (list, index) else {
                    return "Handle \(handle) is not found at \(index) in list \(list)."
                }
                byHash[hashes[Int(handle)], default: []].append((list, handle))
            }
        }
        for (hash, expected) in byHash {
            let found = lists(withHash: hash).flatMap { list in
                handles(withHash: hash, inList: list).map { (list, $0) }
            }
            guard found.elementsEqual(expected, by: ==) else {
                return "The handles of hash \(hash) are \(found) instead of \(expected)."
            }
        }
        guard handles.count == byHash.count, count == expected.reduce(0, { $0 + $1.hashes.count }) else {
            return "There are hashes or handles of removed elements."
        }
        return nil
    }
}

/// Lists of handles, which return the position of each handle. Each handle is in exactly one list.
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
        let index = blocks[block].handles.firstIndex(of: handle) ?? 0
        return (blocks[block].list, blocks[block].start + index)
    }

    /// Returns some handles of a list.
    func handles(_ range: Range<Int>, of list: Int) -> [Int32] {
        var handles: [Int32] = []
        guard !range.isEmpty else { return handles }
        var block = block(at: range.lowerBound + 1, of: list)
        while block != Self.noBlock, blocks[block].start < range.upperBound {
            let start = blocks[block].start
            let part = range.clamped(to: start..<blocks[block].end)
            handles += blocks[block].handles[part.lowerBound - start..<part.upperBound - start]
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
            blocks[next].end -= count
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

    /// Corrects the starts and ends of the blocks after a block.
    private mutating func correctStarts(after block: Int) {
        var block = block
        while case let next = blocks[block].next, next != Self.noBlock,
            blocks[next].start != blocks[block].end
        {
            blocks[next].start = blocks[block].end
            blocks[next].end = blocks[next].start + blocks[next].handles.count
            block = next
        }
    }
}
