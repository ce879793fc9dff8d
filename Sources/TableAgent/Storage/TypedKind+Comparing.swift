extension TypedKind {
    /// How many rows from `index` on have the same ids as those of another run from `otherIndex` on.
    @inlinable
    static func countSame(_ run: Run, from index: Int, _ other: Run, from otherIndex: Int, limit: Int) -> Int
    {
        read(run, other) { mine, identity, theirs, otherIdentity in
            if index == otherIndex, haveSameIDs(run, mine, other, theirs) { return limit }
            let (number, otherNumber) = (run.firstNumber + index, other.firstNumber + otherIndex)
            var count = 0
            while count < limit,
                identity.id(of: mine[index + count], at: number + count)
                    == otherIdentity.id(of: theirs[otherIndex + count], at: otherNumber + count)
            {
                count += 1
            }
            return count
        }
    }

    /// How many rows above `index` have the same ids as those of another run above `otherIndex`.
    @inlinable
    static func countSame(_ run: Run, above index: Int, _ other: Run, above otherIndex: Int, limit: Int)
        -> Int
    {
        read(run, other) { mine, identity, theirs, otherIdentity in
            if index == otherIndex, haveSameIDs(run, mine, other, theirs) { return limit }
            let (number, otherNumber) = (run.firstNumber + index, other.firstNumber + otherIndex)
            var count = 0
            while count < limit,
                identity.id(of: mine[index - count - 1], at: number - count - 1)
                    == otherIdentity.id(of: theirs[otherIndex - count - 1], at: otherNumber - count - 1)
            {
                count += 1
            }
            return count
        }
    }

    /// Whether two runs share their array, and the ids follow from that.
    @inlinable @inline(__always)
    static func haveSameIDs(
        _ run: Run, _ mine: UnsafeBufferPointer<Element>, _ other: Run, _ theirs: UnsafeBufferPointer<Element>
    ) -> Bool {
        Identity.isFixed && mine.baseAddress == theirs.baseAddress && run.firstNumber == other.firstNumber
    }

    /// How many rows from `index` on show the same content as those of another run from `otherIndex` on.
    @inlinable
    static func countUnchanged(
        _ run: Run, from index: Int, _ other: Run, from otherIndex: Int, limit: Int
    ) -> Int {
        guard let content = unsafeDowncast(other.kind, to: TypedKind.self).content else { return 0 }
        return read(run, other) { mine, _, theirs, _ in
            if index == otherIndex, mine.baseAddress == theirs.baseAddress { return limit }
            return content.countUnchanged(mine, index, theirs, otherIndex, limit)
        }
    }

    /// A hash of a row's id; ids of different types have different hashes, as far as hashes can.
    @inlinable
    static func hash(_ run: Run, at index: Int) -> Int { rawID(run, at: index).hashValue }

    /// The id of a row, with its type.
    @inlinable
    static func rawID(_ run: Run, at index: Int) -> Identity.ID {
        let kind = unsafeDowncast(run.kind, to: TypedKind.self)
        return unsafeDowncast(run, to: TypedRun<Element>.self).elements.withUnsafeBufferPointer {
            kind.identity.id(of: $0[index], at: run.firstNumber + index)
        }
    }

    /// Lends the elements of two runs of this kind, with what reads their ids.
    @inlinable @inline(__always)
    static func read<Result>(
        _ run: Run, _ other: Run,
        _ body: (UnsafeBufferPointer<Element>, Identity, UnsafeBufferPointer<Element>, Identity) -> Result
    ) -> Result {
        let identity = unsafeDowncast(run.kind, to: TypedKind.self).identity
        let otherIdentity = unsafeDowncast(other.kind, to: TypedKind.self).identity
        return unsafeDowncast(run, to: TypedRun<Element>.self).elements.withUnsafeBufferPointer { mine in
            unsafeDowncast(other, to: TypedRun<Element>.self).elements.withUnsafeBufferPointer { theirs in
                body(mine, identity, theirs, otherIdentity)
            }
        }
    }
}
