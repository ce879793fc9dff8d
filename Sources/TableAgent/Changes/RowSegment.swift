/// Neighbouring rows that are neighbours in both lists, which have fewer than 2³¹ rows.
@usableFromInline
struct RowSegment {
    // Half the size of `Int`: a table that is shuffled has as many segments as rows.
    @usableFromInline
    let smallOld: Int32
    @usableFromInline
    let smallNew: Int32
    @usableFromInline
    var smallCount: Int32

    @inlinable
    init(old: Int, new: Int, count: Int) {
        smallOld = Int32(truncatingIfNeeded: old)
        smallNew = Int32(truncatingIfNeeded: new)
        smallCount = Int32(truncatingIfNeeded: count)
    }

    @inlinable
    var old: Int { Int(smallOld) }

    @inlinable
    var new: Int { Int(smallNew) }

    @inlinable
    var count: Int {
        get { Int(smallCount) }
        set { smallCount = Int32(truncatingIfNeeded: newValue) }
    }

    @inlinable
    var oldEnd: Int { old + count }

    @inlinable
    var newEnd: Int { new + count }
}
