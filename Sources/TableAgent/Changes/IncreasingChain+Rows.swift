extension IncreasingChain {
    /// Marks the longest chain of rows, by patience sorting.
    ///
    /// As no row of another segment is between the rows of a segment, the rows of a segment follow each other
    /// in the list of ends, too: one search places them all.
    ///
    /// - Parameter rows: How many rows the segments have together.
    static func findByRows(_ segments: ArraySlice<RowSegment>, _ rows: Int, _ stays: inout [Bool]) {
        // By the length of a chain: in the high half the lowest old place that ends one, in the low half the
        // segment that it is in. Only the first `longest`, at most `rows`, are initialised.
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: rows) { ends in
            // For each segment, the one before it in the longest chain that it ends, or none. Each is
            // initialised before it is read, as chains only go back.
            withUnsafeTemporaryAllocation(of: UInt32.self, capacity: segments.count) { previous in
                var longest = 0
                var number = 0
                // Where the next segment goes if it is in order with the last one.
                var next = 0
                for segment in segments {
                    var entry =
                        UInt64(truncatingIfNeeded: segment.old) << 32 | UInt64(truncatingIfNeeded: number)
                    let place =
                        isPlace(next, of: entry, ends, longest) ? next : place(of: entry, ends, longest)
                    previous[number] = place == 0 ? .max : UInt32(truncatingIfNeeded: ends[place - 1])
                    for length in place..<place + segment.count {
                        ends[length] = entry
                        entry &+= 1 << 32
                    }
                    next = place + segment.count
                    longest = max(longest, next)
                    number += 1
                }
                var last = UInt32(truncatingIfNeeded: ends[longest - 1])
                while last != .max {
                    stays[segments.startIndex + Int(last)] = true
                    last = previous[Int(last)]
                }
            }
        }
    }

    /// Whether some ends, and no more, are below an entry.
    private static func isPlace(
        _ place: Int, of entry: UInt64, _ ends: UnsafeMutableBufferPointer<UInt64>, _ longest: Int
    ) -> Bool {
        (place == 0 || ends[place - 1] < entry) && (place == longest || ends[place] > entry)
    }

    /// How many ends are below an entry.
    private static func place(
        of entry: UInt64, _ ends: UnsafeMutableBufferPointer<UInt64>, _ longest: Int
    ) -> Int {
        guard longest > 0 else { return 0 }
        var low = 0
        var count = longest
        // By arithmetic, as the processor could not guess the way.
        while count > 1 {
            let half = count / 2
            low &+= half &* isBelow(ends[low &+ half &- 1], entry)
            count &-= half
        }
        return low + isBelow(ends[low], entry)
    }

    /// 1 if an entry is below another, otherwise 0; places are below 2³¹.
    private static func isBelow(_ entry: UInt64, _ other: UInt64) -> Int {
        Int(truncatingIfNeeded: (entry &- other) >> 63)
    }
}
