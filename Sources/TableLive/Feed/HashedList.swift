/// An element of a ``HashedList``.
protocol StablyHashed {
    /// A hash that is the same in every process.
    var stableHash: UInt64 { get }
}

/// A list with a hash that depends on the order of its elements: a sum modulo 2⁶⁴ with one term for each pair
/// of neighbors.
///
/// A change of one element changes two terms. If no element occurs twice, lists with equal hashes are equal,
/// except for collisions. Lists with repeated elements can have equal hashes in a different order.
struct HashedList<Element: StablyHashed & Sendable>: Sendable {
    private(set) var elements: [Element]
    /// The sum of the terms.
    private(set) var hash: UInt64 = 0

    init(_ elements: [Element] = []) {
        self.elements = elements
        hash = terms(around: elements.indices)
    }

    /// Returns the sum of the terms for all neighbors from the element before a range to the element after the
    /// range. Before the first element and after the last element, 0 replaces the hash of the missing neighbor.
    private func terms(around range: Range<Int>) -> UInt64 {
        var sum: UInt64 = 0
        var previous = range.lowerBound > 0 ? elements[range.lowerBound - 1].stableHash : 0
        for index in range.lowerBound...range.upperBound {
            let next = index < elements.count ? elements[index].stableHash : 0
            sum &+= StableHash.hash(previous, next)
            previous = next
        }
        return sum
    }

    /// Replaces a range of elements.
    ///
    /// - Complexity: O(1) if the number of elements does not change, otherwise O(elements).
    mutating func replace(_ range: Range<Int>, with new: [Element]) {
        hash &-= terms(around: range)
        elements.replaceSubrange(range, with: new)
        hash &+= terms(around: range.lowerBound..<range.lowerBound + new.count)
    }

    /// Changes an element without changing its hash.
    mutating func update(at index: Int, _ body: (inout Element) -> Void) { body(&elements[index]) }

    /// Removes elements, and then inserts other elements.
    ///
    /// - Parameters:
    ///   - removals: The indices of the elements to remove, in ascending order.
    ///   - insertions: The new elements with their indices in the resulting list, in ascending order.
    /// - Complexity: O(elements + changes).
    mutating func apply(removing removals: [Int], inserting insertions: [(index: Int, element: Element)]) {
        if removals.count + insertions.count <= 8 {
            for index in removals.reversed() { replace(index..<index + 1, with: []) }
            for (index, element) in insertions { replace(index..<index, with: [element]) }
            return
        }
        let removed = Set(removals)
        let kept = elements.indices.filter { !removed.contains($0) }
        var insertedCount = 0
        let result = (0..<kept.count + insertions.count).map { index in
            guard insertedCount < insertions.count, insertions[insertedCount].index == index else {
                return elements[kept[index - insertedCount]]
            }
            insertedCount += 1
            return insertions[insertedCount - 1].element
        }
        self = HashedList(result)
    }
}
