extension RandomAccessCollection {
    /// Returns the index of the first element that satisfies a predicate, or `endIndex` if no element does.
    ///
    /// If an element satisfies the predicate, all later elements must satisfy the predicate, too.
    ///
    /// - Complexity: O(log count).
    package func partitionPoint(_ isInSecondPart: (Element) -> Bool) -> Index {
        var (low, count) = (startIndex, count)
        while count > 0 {
            let half = count / 2
            let middle = index(low, offsetBy: half)
            if isInSecondPart(self[middle]) {
                count = half
            } else {
                low = index(after: middle)
                count -= half + 1
            }
        }
        return low
    }
}
