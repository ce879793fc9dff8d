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
    private(set) var hashes: [Int] = []
    /// The handles of removed elements, to be used again.
    private var freeHandles: [Int32] = []
    /// The handle of each hash, or `sharedHash` if several handles have the hash.
    private(set) var handles: [Int: Int32]
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
    /// - Parameter newIndex: The index of the element afterwards.
    mutating func move(from oldIndex: Int, to newIndex: Int) {
        let handle = lists.handles(oldIndex..<oldIndex + 1, of: 0)
        remove(handle[0]) { _ in 0 }
        lists.replace(oldIndex..<oldIndex + 1, of: 0, with: [])
        lists.replace(newIndex..<newIndex, of: 0, with: handle)
        add(handle[0], at: (0, newIndex)) { _ in 0 }
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
