/// Which things of some lists have an id with which hash, and where they stand now.
///
/// A thing gets a number when it comes into the index and keeps it until it is removed; so ids that several things
/// share do no harm. Its position follows from the lists of numbers.
struct IDIndex {
    private var lists = NumberLists()
    /// The numbers of things that were removed, to be given again.
    private var free: [Int32] = []
    /// By hash, a number; of several, the complement of an index in `equals`.
    private var numbers: [Int: Int]
    /// The numbers of things whose ids have one hash, by position.
    private var equals: [ArraySlice<Int32>] = []
    /// The number above all that were given.
    private var end: Int32 = 0

    init(capacity: Int) {
        numbers = Dictionary(minimumCapacity: capacity)
    }

    /// Returns the number of the thing at a position.
    func number(at index: Int, of list: Int = 0) -> Int { Int(lists.numbers(index..<index + 1, of: list)[0]) }

    /// Returns the position of a number.
    func position(of number: Int) -> NumberLists.Position { lists.position(of: Int32(number)) }

    /// Returns the numbers of the things whose ids have a hash, by position, or those from a list on; `order` returns
    /// where a list stands among the others.
    func numbers(of hash: Int, fromList list: Int? = nil, _ order: (Int) -> Int) -> ArraySlice<Int32> {
        guard let number = numbers[hash] else { return [] }
        if number >= 0 { return [Int32(number)] }
        let found = equals[~number]
        guard let list else { return found }
        return found[lowerBound(found, (order(list), 0), order)...]
    }

    /// Whether things share the hash of their id; these are void when lists have another order.
    var hasEqualHashes: Bool { !equals.isEmpty }

    /// Replaces things of a list, whose ids have the old hashes, by some whose ids have the new ones.
    mutating func replace(
        _ range: Range<Int>, _ old: [Int], of list: Int = 0, with new: [Int], _ order: (Int) -> Int
    ) {
        let gone = lists.numbers(range, of: list)
        for (number, hash) in zip(gone, old) { remove(number, hash, order) }
        free += gone
        var came: [Int32] = []
        came.reserveCapacity(new.count)
        for _ in new {
            came.append(free.popLast() ?? end)
            end = max(end, came[came.count - 1] + 1)
        }
        lists.replace(range, of: list, with: came)
        for (number, hash) in zip(came, new) { insert(number, hash, order) }
    }

    /// The number of things.
    var count: Int { Int(end) - free.count }

    private mutating func insert(_ number: Int32, _ hash: Int, _ order: (Int) -> Int) {
        // One look-up in the usual case, that the hash is new.
        guard let taken = numbers.updateValue(Int(number), forKey: hash) else { return }
        var equal = taken
        if taken >= 0 {
            equal = ~equals.count
            equals.append([Int32(taken)])
        }
        numbers[hash] = equal
        let place = place(of: number, order)
        equals[~equal].insert(number, at: lowerBound(equals[~equal], place, order))
    }

    private mutating func remove(_ number: Int32, _ hash: Int, _ order: (Int) -> Int) {
        guard let found = numbers[hash] else { return }
        if found >= 0 { return numbers[hash] = nil }
        let index = lowerBound(equals[~found], place(of: number, order), order)
        if index == equals[~found].startIndex {
            equals[~found].removeFirst()
        } else {
            equals[~found].remove(at: index)
        }
    }

    private func place(of number: Int32, _ order: (Int) -> Int) -> (Int, Int) {
        let position = lists.position(of: number)
        return (order(position.list), position.index)
    }

    /// Returns the index of the first number that does not stand above a place.
    private func lowerBound(_ numbers: ArraySlice<Int32>, _ place: (Int, Int), _ order: (Int) -> Int) -> Int {
        // Mostly what comes stands below all others.
        if let last = numbers.last, self.place(of: last, order) < place { return numbers.endIndex }
        var (low, high) = (numbers.startIndex, numbers.endIndex)
        while low < high {
            let middle = (low + high) / 2
            if self.place(of: numbers[middle], order) < place { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// Lists of numbers, each of which stands in one list, with the position of each number.
///
/// The numbers of a list are in blocks, so that an insertion moves those of one block, and a position is found in
/// one.
struct NumberLists {
    /// A list and an index in it.
    typealias Position = (list: Int, index: Int)

    private struct Block {
        var list: Int
        var numbers: [Int32] = []
        /// The index in the list of the first number.
        var start = 0
        /// The index in the list behind the last number.
        var end = 0
        /// The next block of the list; -1 for none.
        var next = -1
    }

    private static var blockSize: Int { 2048 }

    private var blocks: [Block] = []
    /// The first block of each list; -1 for a list that has been empty so far.
    private var firstBlocks: [Int] = []
    /// The block of each number.
    private var blockOfNumber: [Int32] = []

    /// Returns the position of a number.
    func position(of number: Int32) -> Position {
        let block = Int(blockOfNumber[Int(number)])
        let index = blocks[block].numbers.firstIndex(of: number) ?? 0
        return (blocks[block].list, blocks[block].start + index)
    }

    /// Returns some numbers of a list.
    func numbers(_ range: Range<Int>, of list: Int) -> [Int32] {
        var numbers: [Int32] = []
        guard !range.isEmpty else { return numbers }
        var block = block(at: range.lowerBound + 1, of: list)
        while block >= 0, blocks[block].start < range.upperBound {
            let start = blocks[block].start
            let part = range.clamped(to: start..<blocks[block].end)
            numbers += blocks[block].numbers[part.lowerBound - start..<part.upperBound - start]
            block = blocks[block].next
        }
        return numbers
    }

    /// Replaces some numbers of a list with others.
    mutating func replace(_ range: Range<Int>, of list: Int, with new: [Int32]) {
        if range.isEmpty, new.isEmpty { return }
        let first = block(making: list, at: range.isEmpty ? range.lowerBound : range.lowerBound + 1)
        let offset = range.lowerBound - blocks[first].start
        let count = min(range.count, blocks[first].numbers.count - offset)
        blocks[first].numbers.replaceSubrange(offset..<offset + count, with: new)
        var (block, rest) = (blocks[first].next, range.count - count)
        let isMoved = rest > 0 || new.count != count
        blocks[first].end += new.count - count
        while rest > 0 {
            let count = min(rest, blocks[block].numbers.count)
            blocks[block].numbers.removeFirst(count)
            blocks[block].end -= count
            (block, rest) = (blocks[block].next, rest - count)
        }
        for number in new {
            while blockOfNumber.count <= Int(number) { blockOfNumber.append(-1) }
            blockOfNumber[Int(number)] = Int32(first)
        }
        split(first)
        if isMoved { renumber(from: first) }
    }

    /// Returns the first block of a list that ends at an index or below it; -1 for none.
    private func block(at index: Int, of list: Int) -> Int {
        var block = list < firstBlocks.count ? firstBlocks[list] : -1
        while block >= 0, blocks[block].end < index { block = blocks[block].next }
        return block
    }

    private mutating func block(making list: Int, at index: Int) -> Int {
        let block = block(at: index, of: list)
        if block >= 0 { return block }
        while firstBlocks.count <= list { firstBlocks.append(-1) }
        firstBlocks[list] = blocks.count
        blocks.append(Block(list: list))
        return firstBlocks[list]
    }

    /// Splits a block that is too large.
    private mutating func split(_ block: Int) {
        let size = Self.blockSize
        guard blocks[block].numbers.count > 2 * size else { return }
        let numbers = blocks[block].numbers
        blocks[block].numbers = Array(numbers[..<size])
        blocks[block].end = blocks[block].start + size
        var last = block
        for start in stride(from: size, to: numbers.count, by: size) {
            var next = Block(list: blocks[block].list)
            next.numbers = Array(numbers[start..<min(start + size, numbers.count)])
            (next.end, next.next) = (next.numbers.count, blocks[last].next)
            for number in next.numbers { blockOfNumber[Int(number)] = Int32(blocks.count) }
            blocks[last].next = blocks.count
            last = blocks.count
            blocks.append(next)
        }
    }

    /// Corrects where the blocks below one start, and takes empty ones out of their list.
    private mutating func renumber(from block: Int) {
        var block = block
        while case let next = blocks[block].next, next >= 0 {
            let count = blocks[next].end - blocks[next].start
            if count == 0 {
                blocks[block].next = blocks[next].next
            } else {
                blocks[next].start = blocks[block].end
                blocks[next].end = blocks[next].start + count
                block = next
            }
        }
    }
}
