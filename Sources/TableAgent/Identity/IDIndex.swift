/// Finds the elements of some lists by the hashes of their ids, and where they stand now.
///
/// An element gets a number when it comes into a list and keeps it until it is removed. Its position follows from the
/// lists of numbers, so an edit of other elements does not touch it.
struct IDIndex {
    private var lists = NumberLists()
    /// The hash of each number's id, as it was when the element came.
    private var hashes: [Int] = []
    /// The numbers of elements that were removed, to be given again.
    private var free: [Int32] = []
    /// For each hash, the number that has it; -1 where several have.
    private var numbers: [Int: Int32]
    /// For each hash that several have, their numbers by list, in the order of their positions.
    private var equals: [Int: [Int: ArraySlice<Int32>]] = [:]

    init(capacity: Int) {
        numbers = Dictionary(minimumCapacity: capacity)
        hashes.reserveCapacity(capacity)
    }

    /// The number of elements.
    var count: Int { hashes.count - free.count }

    /// Returns the numbers of some elements of a list.
    func numbers(_ range: Range<Int>, of list: Int = 0) -> [Int32] { lists.numbers(range, of: list) }

    /// Returns the position of a number.
    ///
    /// - Complexity: O(size of a block).
    func position(of number: Int32) -> NumberLists.Position { lists.position(of: number) }

    /// Returns the numbers with a hash in all lists or in one, by list.
    ///
    /// - Complexity: O(1), and O(lists that have the hash) in all lists.
    func numbers(of hash: Int, inList list: Int? = nil) -> [(list: Int, numbers: ArraySlice<Int32>)] {
        guard let number = numbers[hash] else { return [] }
        if number >= 0 {
            let own = lists.position(of: number).list
            return list == nil || list == own ? [(own, ArraySlice([number]))] : []
        }
        guard let list else { return equals[hash, default: [:]].map { ($0.key, $0.value) } }
        return equals[hash]?[list].map { [(list, $0)] } ?? []
    }

    /// Replaces elements of a list by others, whose ids have some hashes.
    mutating func replace(_ range: Range<Int>, of list: Int = 0, with newHashes: [Int]) {
        let gone = lists.numbers(range, of: list)
        for number in gone { remove(number) }
        free += gone
        let came = newHashes.map { hash in
            guard let number = free.popLast() else {
                hashes.append(hash)
                return Int32(hashes.count - 1)
            }
            hashes[Int(number)] = hash
            return number
        }
        lists.replace(range, of: list, with: came)
        for (index, number) in came.enumerated() { insert(number, (list, range.lowerBound + index)) }
    }

    /// Moves an element of the first list, which keeps its number, to the index that it has afterwards.
    mutating func move(from source: Int, to target: Int) {
        let number = lists.numbers(source..<source + 1, of: 0)
        remove(number[0])
        lists.replace(source..<source + 1, of: 0, with: [])
        lists.replace(target..<target, of: 0, with: number)
        insert(number[0], (0, target))
    }

    /// Makes a number known by its hash.
    private mutating func insert(_ number: Int32, _ position: NumberLists.Position) {
        let hash = hashes[Int(number)]
        // One look-up in the usual case, that the hash is new.
        guard let taken = numbers.updateValue(number, forKey: hash) else { return }
        numbers[hash] = -1
        if taken >= 0 { equals[hash] = [lists.position(of: taken).list: ArraySlice([taken])] }
        let place = firstIndex(in: equals[hash]?[position.list] ?? [], at: position.index)
        equals[hash]?[position.list, default: []].insert(number, at: place)
    }

    /// Makes a number unknown by its hash, while it still stands in its list.
    private mutating func remove(_ number: Int32) {
        let hash = hashes[Int(number)]
        guard numbers[hash] == -1 else { return numbers[hash] = nil }
        let (list, index) = lists.position(of: number)
        if equals[hash]?[list]?.first == number {
            equals[hash]?[list]?.removeFirst()
        } else {
            let place = firstIndex(in: equals[hash]?[list] ?? [], at: index)
            equals[hash]?[list]?.remove(at: place)
        }
        if equals[hash]?[list]?.isEmpty == true { equals[hash]?[list] = nil }
        guard let rest = equals[hash], rest.count == 1, let last = rest.first?.value, last.count == 1 else {
            return
        }
        equals[hash] = nil
        numbers[hash] = last.first
    }

    /// Returns the first of the numbers of one list that stands at an index or below it.
    private func firstIndex(in numbers: ArraySlice<Int32>, at index: Int) -> Int {
        // Mostly what comes stands below all others.
        guard let last = numbers.last, lists.position(of: last).index >= index else {
            return numbers.endIndex
        }
        var (low, high) = (numbers.startIndex, numbers.endIndex)
        while low < high {
            let middle = (low + high) / 2
            if lists.position(of: numbers[middle]).index < index { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// Lists of numbers, each of which stands in one list, with the position of each number.
///
/// The numbers of a list are in blocks: an edit touches one block and the starts of those after it, and a position is
/// found by searching one block.
struct NumberLists {
    /// A list and an index in it.
    typealias Position = (list: Int, index: Int)

    private struct Block {
        let list: Int
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
    /// The blocks that are in no list.
    private var freeBlocks: [Int] = []
    /// The first block of each list; -1 for a list that never had a number.
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
        let block = block(making: list, at: range.isEmpty ? range.lowerBound : range.lowerBound + 1)
        let offset = range.lowerBound - blocks[block].start
        let count = min(range.count, blocks[block].numbers.count - offset)
        blocks[block].numbers.replaceSubrange(offset..<offset + count, with: new)
        blocks[block].end += new.count - count
        setBlock(block, of: new)
        var rest = range.count - count
        while rest > 0 {
            let next = blocks[block].next
            let count = min(rest, blocks[next].numbers.count)
            blocks[next].numbers.removeFirst(count)
            blocks[next].end -= count
            rest -= count
            if blocks[next].numbers.isEmpty { removeBlock(after: block) }
        }
        let last = split(block)
        if last == block { join(block) }
        correctStarts(after: last)
    }

    /// Returns the first block of a list that reaches an index; -1 for none.
    private func block(at index: Int, of list: Int) -> Int {
        var block = list < firstBlocks.count ? firstBlocks[list] : -1
        while block >= 0, blocks[block].end < index { block = blocks[block].next }
        return block
    }

    private mutating func block(making list: Int, at index: Int) -> Int {
        let block = block(at: index, of: list)
        if block >= 0 { return block }
        while firstBlocks.count <= list { firstBlocks.append(-1) }
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

    private mutating func setBlock(_ block: Int, of numbers: [Int32]) {
        for number in numbers {
            while blockOfNumber.count <= Int(number) { blockOfNumber.append(-1) }
            blockOfNumber[Int(number)] = Int32(block)
        }
    }

    /// Splits a block that is too large, and returns the last block of its numbers.
    private mutating func split(_ block: Int) -> Int {
        let size = Self.blockSize
        guard blocks[block].numbers.count > 2 * size else { return block }
        let numbers = blocks[block].numbers
        blocks[block].numbers = Array(numbers[..<size])
        blocks[block].end = blocks[block].start + size
        var last = block
        for start in stride(from: size, to: numbers.count, by: size) {
            var next = Block(list: blocks[block].list)
            next.numbers = Array(numbers[start..<min(start + size, numbers.count)])
            next.start = blocks[last].end
            next.end = next.start + next.numbers.count
            next.next = blocks[last].next
            let added = add(next)
            setBlock(added, of: blocks[added].numbers)
            blocks[last].next = added
            last = added
        }
        return last
    }

    /// Takes the next block into a small one, so that a list does not come to consist of many small ones.
    private mutating func join(_ block: Int) {
        let next = blocks[block].next
        guard next >= 0 else { return }
        let count = blocks[block].numbers.count
        guard count == 0 || count + blocks[next].numbers.count <= Self.blockSize else { return }
        let numbers = blocks[next].numbers
        removeBlock(after: block)
        blocks[block].numbers += numbers
        blocks[block].end += numbers.count
        setBlock(block, of: numbers)
    }

    /// Corrects the indices of the blocks after one.
    private mutating func correctStarts(after block: Int) {
        var block = block
        while case let next = blocks[block].next, next >= 0, blocks[next].start != blocks[block].end {
            blocks[next].start = blocks[block].end
            blocks[next].end = blocks[next].start + blocks[next].numbers.count
            block = next
        }
    }
}
