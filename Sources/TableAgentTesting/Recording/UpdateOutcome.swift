/// What a ``RecordingContainer`` makes of an update, for tests of what a panel makes of that.
public enum UpdateOutcome {
    /// The container takes over the new table and commits, as it should.
    case commit

    /// The container throws and keeps the former table, as a surface does that can't show the new one.
    case failBeforeCommit(any Error)

    /// The container takes over the new table, commits and throws, as a surface does that fails late.
    case failAfterCommit(any Error)

    /// The container returns without a commit, which is a defect of a container.
    case skipCommit
}
