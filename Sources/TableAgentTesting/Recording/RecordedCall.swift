public import TableAgent

/// What a panel or agent asked of a ``RecordingContainer``.
///
/// A table appears in it as the number of rows on show in each section, which is none in a collapsed one.
public enum RecordedCall: Hashable, Sendable {
    /// The container was given a panel.
    case attach

    /// The container was told to let go of its panel.
    case detach

    /// The container was asked to show a new table in place of the former one, whatever came of it.
    case reload(from: [Int], to: [Int])

    /// The container was asked to carry out changes, whatever came of it.
    case apply(TableChanges)
}
