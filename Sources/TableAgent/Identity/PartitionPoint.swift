extension RandomAccessCollection {
    /// Returns the first index whose element satisfies a predicate that all later elements satisfy, too.
    ///
    /// - Complexity: O(log count).
    func partitionPoint(_ isInSecondPart: (Element) -> Bool) -> Index {
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
