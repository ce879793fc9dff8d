extension TypedKind {
    /// A run of some elements of a run.
    @inlinable
    static func copied(_ run: Run, _ range: Range<Int>, _ isRenewed: Bool) -> Run {
        let elements = unsafeDowncast(run, to: TypedRun<Element>.self).elements
        return TypedRun(
            range.count == elements.count ? elements : Array(elements[range]), kind: run.kind,
            firstNumber: run.firstNumber + range.lowerBound, isRenewed: isRenewed)
    }

    /// A run of other data for one element; `nil` if the data is of another type.
    @inlinable
    static func replaced(_ run: Run, _ index: Int, _ data: Any) -> Run? {
        guard let element = data as? Element else { return nil }
        return TypedRun([element], kind: run.kind, firstNumber: run.firstNumber + index)
    }

    /// Whether the elements of two slices may stand in one run; false where that can't be known.
    @inlinable
    static func canJoin(_ slice: RunSlice, _ next: RunSlice) -> Bool {
        unsafeDowncast(slice.run.kind, to: TypedKind.self).isSame(
            as: unsafeDowncast(next.run.kind, to: TypedKind.self))
            && Identity.joins(
                slice.run.firstNumber + slice.range.upperBound, next.run.firstNumber + next.start)
    }

    @inlinable
    func isSame(as other: TypedKind) -> Bool {
        self === other
            || (identity.isSame(as: other.identity) && heightRule.isSame(as: other.heightRule)
                && content?.isEquality == true && other.content?.isEquality == true)
    }

    /// One run of the elements of slices each of which can be joined to the next.
    @inlinable
    static func joined(_ slices: [RunSlice]) -> Run {
        var elements: [Element] = []
        elements.reserveCapacity(slices.reduce(0) { $0 + $1.count })
        for slice in slices {
            elements += unsafeDowncast(slice.run, to: TypedRun<Element>.self).elements[slice.range]
        }
        let first = slices[0]
        return TypedRun(
            elements, kind: first.run.kind, firstNumber: first.run.firstNumber + first.start)
    }
}
