extension TypedKind {
    /// Walks through two runs in step, until one of them ends or the place is lost.
    ///
    /// See the rows `changes/sections 1000x100 mixed` and `changes/100k scattered 5%` of the benchmark.
    @inlinable
    static func walk(
        _ run: Run, _ other: Run, _ bounds: RowWalkBounds, _ walk: inout RowWalk
    ) {
        let content = unsafeDowncast(other.kind, to: TypedKind.self).content
        read(run, other) { mine, identity, theirs, otherIdentity in
            // Whether rows with equal numbers are one and the same element.
            let areShared =
                mine.baseAddress == theirs.baseAddress && bounds.offset == bounds.newOffset
            let haveSameIDs = areShared && Self.haveSameIDs(run, mine, other, theirs)
            func isSame(_ i: Int, _ j: Int) -> Bool {
                let (index, otherIndex) = (i &+ bounds.offset, j &+ bounds.newOffset)
                return identity.id(of: mine[index], at: run.firstNumber &+ index)
                    == otherIdentity.id(of: theirs[otherIndex], at: other.firstNumber &+ otherIndex)
            }
            /// Takes rows from two places on, of which some are known to be the same.
            func take(_ i: Int, _ j: Int, _ known: Int) {
                walk.leave(to: j)
                let limit = Swift.min(bounds.end - i, bounds.newEnd - j)
                var count = known
                if haveSameIDs, i == j { count = limit }
                while count < limit, isSame(i &+ count, j &+ count) { count &+= 1 }
                walk.take(RowSegment(old: i, new: j, count: count))
                if areShared, i == j, content != nil { return }
                var done = 0
                while done < count {
                    done +=
                        content?.countUnchanged(
                            mine, i + bounds.offset + done, theirs, j + bounds.newOffset + done, count - done)
                        ?? 0
                    if done < count { walk.changed.append(Int32(truncatingIfNeeded: j + done)) }
                    done += 1
                }
            }
            func lookAhead(_ i: Int, _ j: Int) -> Bool {
                for distance in 1...RowWalk.reach {
                    let hasMine = i + distance < bounds.end
                    let hasTheirs = j + distance < bounds.newEnd
                    if hasMine, isSame(i + distance, j) {
                        take(i + distance, j, 1)
                    } else if hasTheirs, isSame(i, j + distance) {
                        take(i, j + distance, 1)
                    } else if hasMine, hasTheirs, isSame(i + distance, j + distance) {
                        take(i + distance, j + distance, 1)
                    } else {
                        continue
                    }
                    return true
                }
                return false
            }

            while walk.old < bounds.end, walk.new < bounds.newEnd {
                let (i, j) = (walk.old, walk.new)
                if isSame(i, j) {
                    take(i, j, 1)
                } else if walk.isLost || !lookAhead(i, j) {
                    if bounds.isPart { return }
                    walk.leave(to: j + 1)
                    if walk.isLost { return }
                }
            }
        }
    }
}
