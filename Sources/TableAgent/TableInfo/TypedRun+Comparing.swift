extension TypedRun {
    /// How many rows from `index` on have the same ids as those of another run from `otherIndex` on.
    @inlinable
    func countSame(from index: Int, as other: TypedRun, from otherIndex: Int, limit: Int) -> Int {
        elements.withUnsafeBufferPointer { mine in
            other.elements.withUnsafeBufferPointer { theirs in
                if Identity.isFixed, index == otherIndex, mine.baseAddress == theirs.baseAddress {
                    return limit
                }
                var count = 0
                while count < limit,
                    identity.id(of: mine[index + count], at: index + count)
                        == other.identity.id(of: theirs[otherIndex + count], at: otherIndex + count)
                {
                    count += 1
                }
                return count
            }
        }
    }

    /// How many rows above `index` have the same ids as those of another run above `otherIndex`.
    @inlinable
    func countSame(above index: Int, as other: TypedRun, above otherIndex: Int, limit: Int) -> Int {
        elements.withUnsafeBufferPointer { mine in
            other.elements.withUnsafeBufferPointer { theirs in
                if Identity.isFixed, index == otherIndex, mine.baseAddress == theirs.baseAddress {
                    return limit
                }
                var count = 0
                while count < limit,
                    identity.id(of: mine[index - count - 1], at: index - count - 1)
                        == other.identity.id(
                            of: theirs[otherIndex - count - 1], at: otherIndex - count - 1)
                {
                    count += 1
                }
                return count
            }
        }
    }

    /// How many rows from `index` on show the same content as those of another run from `otherIndex` on.
    @inlinable
    func countUnchanged(from index: Int, as other: TypedRun, from otherIndex: Int, limit: Int) -> Int {
        elements.withUnsafeBufferPointer { mine in
            other.elements.withUnsafeBufferPointer { theirs in
                if index == otherIndex, mine.baseAddress == theirs.baseAddress { return limit }
                return other.content?.countUnchanged(mine, index, theirs, otherIndex, limit) ?? 0
            }
        }
    }

    /// A hash of a row's id; ids of different types have different hashes, as far as hashes can.
    @inlinable
    func hash(at index: Int) -> Int {
        elements.withUnsafeBufferPointer { identity.id(of: $0[index], at: index).hashValue }
    }
}
