extension TypedKind {
    /// Whether rows of both kinds may stand in one run; false where that can't be known.
    @inlinable
    func isSame(as other: TypedKind) -> Bool {
        self === other
            || (identity.isSame(as: other.identity) && heightRule.isSame(as: other.heightRule)
                && content?.isEquality == other.content?.isEquality && content?.isEquality != false)
    }

    /// A run of some elements of a run.
    @inlinable
    static func copied(_ run: Run, _ range: Range<Int>, _ isRenewed: Bool) -> Run {
        let elements = unsafeDowncast(run, to: TypedRun<Element>.self).elements
        return TypedRun(
            range.count == elements.count ? elements : Array(elements[range]), kind: run.kind,
            firstNumber: run.firstNumber + range.lowerBound, isRenewed: isRenewed)
    }

    /// One run of the elements of several slices, which are of the same kind; `nil` when their ids forbid it.
    @inlinable
    static func joined(_ slices: [RunSlice]) -> Run? {
        for (slice, next) in zip(slices, slices.dropFirst())
        where !Identity.joins(
            slice.run.firstNumber + slice.range.upperBound, next.run.firstNumber + next.range.lowerBound)
        {
            return nil
        }
        var elements: [Element] = []
        elements.reserveCapacity(slices.reduce(0) { $0 + $1.count })
        for slice in slices {
            elements += unsafeDowncast(slice.run, to: TypedRun<Element>.self).elements[slice.range]
        }
        return TypedRun(
            elements, kind: slices[0].run.kind,
            firstNumber: slices[0].run.firstNumber + slices[0].range.lowerBound)
    }
}
