/// Work on many rows in one call.
///
/// See the row `changes/100k shuffled` of the benchmark.
extension TypedKind {
    /// Compares the ids and then the content of two rows.
    @inlinable
    static func compare(_ run: Run, at index: Int, _ other: Run, at otherIndex: Int) -> RowLikeness {
        read(run, other) { mine, identity, theirs, otherIdentity in
            guard
                identity.id(of: mine[index], at: run.firstNumber + index)
                    == otherIdentity.id(of: theirs[otherIndex], at: other.firstNumber + otherIndex)
            else { return .other }
            guard let content = unsafeDowncast(other.kind, to: TypedKind.self).content else {
                return .changed
            }
            if index == otherIndex, mine.baseAddress == theirs.baseAddress { return .unchanged }
            return content.countUnchanged(mine, index, theirs, otherIndex, 1) == 1 ? .unchanged : .changed
        }
    }

    /// Compares rows two by two, given by numbers that an offset makes indices, and appends whether their
    /// content differs.
    ///
    /// - Returns: False as soon as two ids are not the same.
    @inlinable
    static func compareAll(
        _ run: Run, _ rows: [Int32], _ offset: Int,
        _ other: Run, _ otherRows: [Int32], _ otherOffset: Int, _ isChanged: inout [Bool]
    ) -> Bool {
        let content = unsafeDowncast(other.kind, to: TypedKind.self).content
        isChanged.reserveCapacity(rows.count)
        return read(run, other) { mine, identity, theirs, otherIdentity in
            let areShared = mine.baseAddress == theirs.baseAddress
            // First all ids of a block, so that memory is waited for only once, and then the content.
            for start in stride(from: 0, to: rows.count, by: 64) {
                let block = start..<Swift.min(start + 64, rows.count)
                var areSame = true
                for number in block {
                    let (index, otherIndex) = (
                        Int(rows[number]) + offset, Int(otherRows[number]) + otherOffset
                    )
                    areSame =
                        identity.id(of: mine[index], at: run.firstNumber + index)
                        == otherIdentity.id(of: theirs[otherIndex], at: other.firstNumber + otherIndex)
                        && areSame
                }
                guard areSame else { return false }
                for number in block {
                    let (index, otherIndex) = (
                        Int(rows[number]) + offset, Int(otherRows[number]) + otherOffset
                    )
                    isChanged.append(
                        content == nil
                            || !(areShared && index == otherIndex)
                                && content?.countUnchanged(mine, index, theirs, otherIndex, 1) == 0
                    )
                }
            }
            return true
        }
    }

    /// Pairs off a few rows with a few others by comparing each with each, in order.
    ///
    /// - Parameter matches: For each of the other rows its match, by the number in `rows`; -1 for none.
    @inlinable
    static func pairUp(
        _ run: Run, _ rows: [Int32], _ offset: Int,
        _ other: Run, _ otherRows: [Int32], _ otherOffset: Int, _ matches: inout [Int32]
    ) {
        read(run, other) { mine, identity, theirs, otherIdentity in
            for otherRow in otherRows {
                let otherIndex = Int(otherRow) + otherOffset
                let id = otherIdentity.id(of: theirs[otherIndex], at: other.firstNumber + otherIndex)
                let match = rows.indices.first { number in
                    let index = Int(rows[number]) &+ offset
                    return identity.id(of: mine[index], at: run.firstNumber &+ index) == id
                        && !matches.contains(Int32(truncatingIfNeeded: number))
                }
                matches.append(Int32(truncatingIfNeeded: match ?? -1))
            }
        }
    }

    /// Appends a hash for each of some rows, of its id, the id's type and the item.
    ///
    /// Rows that are the same have the same hash, whatever types their runs have.
    @inlinable
    static func appendHashes(
        _ run: Run, _ rows: [Int32], _ numbers: Range<Int>, _ offset: Int, item: ObjectIdentifier,
        to hashes: inout [Int]
    ) {
        let identity = unsafeDowncast(run.kind, to: TypedKind.self).identity
        let salt = salt(item)
        unsafeDowncast(run, to: TypedRun<Element>.self).elements.withUnsafeBufferPointer { elements in
            for number in numbers {
                let index = Int(rows[number]) + offset
                hashes.append(hash(identity.id(of: elements[index], at: run.firstNumber + index), salt))
            }
        }
    }

    /// Tells hashes of equal values of several types apart, and those of several items.
    ///
    /// Objects of several classes may be equal, so that their classes don't count.
    @inlinable
    static func salt(_ item: ObjectIdentifier) -> Int {
        Int(bitPattern: item) &* 0x2545_F491_4F6C_DD1D
            &+ (Identity.ID.self == AnyID.self ? 0 : salt(of: Identity.ID.self))
    }

    @inlinable
    static func salt(of type: Any.Type) -> Int {
        type is AnyClass ? 0 : Int(bitPattern: ObjectIdentifier(type)) &* 0x1E37_79B9_7F4A_7C15
    }

    /// A wrapped id has the hash and the type of what it wraps.
    @inlinable @inline(__always)
    static func hash(_ id: Identity.ID, _ salt: Int) -> Int {
        guard Identity.ID.self == AnyID.self else { return id.hashValue ^ salt }
        let base = AnyID(id).base
        return base.hashValue ^ (salt &+ Self.salt(of: type(of: base)))
    }
}
