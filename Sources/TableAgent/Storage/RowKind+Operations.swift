extension RowKind {
    /// What can be done with the elements of a run by someone who does not know their type.
    ///
    /// A run that is passed in is always one of a kind that these operations belong to, or one alike.
    @usableFromInline
    struct Operations {
        @usableFromInline let id: (Run, Int) -> AnyID
        @usableFromInline let index: (Run, Range<Int>, AnyID) -> Int?
        @usableFromInline let data: (Run, Int) -> Any
        @usableFromInline let height: (Run, Int) -> Double?
        @usableFromInline let fillObject: (Run, Int, AnyObject, SectionState) -> Bool
        @usableFromInline let countSame: (Run, Int, Run, Int, Int) -> Int
        @usableFromInline let countSameBackward: (Run, Int, Run, Int, Int) -> Int
        @usableFromInline let hash: (Run, Int) -> Int
        @usableFromInline let hashes: (Run, [Int32], Range<Int>, Int, inout [Int]) -> Void
        @usableFromInline let walk: (Run, Run, RowWalkBounds, inout RowWalk) -> Void
        @usableFromInline let compare: (Run, Int, Run, Int) -> RowLikeness
        @usableFromInline let compareAll: (Run, [Int32], Int, Run, [Int32], Int, inout [Bool]) -> Bool
        @usableFromInline let pairUp: (Run, [Int32], Int, Run, [Int32], Int, inout [Int32]) -> Void
        @usableFromInline let countUnchanged: (Run, Int, Run, Int, Int) -> Int
        @usableFromInline let replaced: (Run, Int, Any) -> Run?
        @usableFromInline let canJoin: (RunSlice, RunSlice) -> Bool
        @usableFromInline let copied: (Run, Range<Int>, Bool) -> Run
        @usableFromInline let joined: ([RunSlice]) -> Run

        @inlinable
        init(
            id: @escaping (Run, Int) -> AnyID,
            index: @escaping (Run, Range<Int>, AnyID) -> Int?,
            data: @escaping (Run, Int) -> Any,
            height: @escaping (Run, Int) -> Double?,
            fillObject: @escaping (Run, Int, AnyObject, SectionState) -> Bool,
            countSame: @escaping (Run, Int, Run, Int, Int) -> Int,
            countSameBackward: @escaping (Run, Int, Run, Int, Int) -> Int,
            hash: @escaping (Run, Int) -> Int,
            hashes: @escaping (Run, [Int32], Range<Int>, Int, inout [Int]) -> Void,
            walk: @escaping (Run, Run, RowWalkBounds, inout RowWalk) -> Void,
            compare: @escaping (Run, Int, Run, Int) -> RowLikeness,
            compareAll: @escaping (Run, [Int32], Int, Run, [Int32], Int, inout [Bool]) -> Bool,
            pairUp: @escaping (Run, [Int32], Int, Run, [Int32], Int, inout [Int32]) -> Void,
            countUnchanged: @escaping (Run, Int, Run, Int, Int) -> Int,
            replaced: @escaping (Run, Int, Any) -> Run?,
            canJoin: @escaping (RunSlice, RunSlice) -> Bool,
            copied: @escaping (Run, Range<Int>, Bool) -> Run,
            joined: @escaping ([RunSlice]) -> Run
        ) {
            self.id = id
            self.index = index
            self.data = data
            self.height = height
            self.fillObject = fillObject
            self.countSame = countSame
            self.countSameBackward = countSameBackward
            self.hash = hash
            self.hashes = hashes
            self.walk = walk
            self.compare = compare
            self.compareAll = compareAll
            self.pairUp = pairUp
            self.countUnchanged = countUnchanged
            self.replaced = replaced
            self.canJoin = canJoin
            self.copied = copied
            self.joined = joined
        }
    }
}
