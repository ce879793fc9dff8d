/// The part of two lists of rows, each within a run, through which a walk goes.
@usableFromInline
struct RowWalkBounds {
    /// What to add to an old row's number for its index in the run.
    @usableFromInline
    let offset: Int
    /// The number after the last old row.
    @usableFromInline
    let end: Int
    /// What to add to a new row's number for its index in the run.
    @usableFromInline
    let newOffset: Int
    /// The number after the last new row.
    @usableFromInline
    let newEnd: Int
    /// Whether the lists go on in other runs.
    @usableFromInline
    let isPart: Bool
}
