import TableAgent

/// The last rows of a stream that shows only the rows at both ends, kept until the end of the stream.
///
/// The first rows are written at once. Sections without rows are kept until a later row is dropped.
struct RowLimit {
    /// A call to a writer that is kept until it is known whether to make the call.
    enum Step {
        case beginSection
        case line(GridPosition, GridLine)
        case endSection
        case omission(TextFormat.Omission)
    }

    /// The number of rows at each end.
    let limit: Int
    /// The number of rows at the start of the table that are still to be passed on.
    private var firstRows: Int
    /// The number of rows to keep beyond the limit: one until a row is dropped, because a single row is never
    /// omitted.
    private var spareRows = 1
    /// The kept steps, and the number of rows among them.
    private var steps: ArraySlice<Step> = []
    private var rowCount = 0
    /// Whether the first kept step belongs to the section of the last row that was passed on. The end of that
    /// section is always written.
    private var isInFirstSection = true
    /// The steps of that section that follow its last passed row: an omission, the foot, and the end.
    private var firstSection: [Step] = []
    /// The beginning and head of a later section whose rows are partly dropped.
    private var beginning: [Step] = []
    /// The dropped rows of the section of the first kept step, and the dropped rows of earlier sections.
    private var hidden = TextFormat.Omission()
    private var skipped = TextFormat.Omission()

    /// Creates a limit for a number of rows at each end.
    init(_ limit: Int) {
        self.limit = limit
        firstRows = limit
    }

    /// Counts the next step, and returns whether to pass it on. If the result is `false`, append the step.
    mutating func passes(_ part: TablePart?) -> Bool {
        guard firstRows > 0 else { return false }
        if part == .row { firstRows -= 1 }
        return true
    }

    /// Keeps a step, and drops the oldest row if there are more rows than the limit.
    mutating func append(_ step: Step) {
        steps.append(step)
        if step.part == .row { rowCount += 1 }
        guard rowCount - spareRows > limit else { return }
        spareRows = 0
        while rowCount > limit { dropStep() }
    }

    /// Returns the remaining steps, and the omissions between them.
    mutating func finish() -> [Step] {
        while steps.first?.isEnd == true { dropStep() }
        let skipped: [Step] = skipped.sectionCount > 0 ? [.omission(skipped)] : []
        return firstSection + skipped + beginning + omission + steps
    }

    private var omission: [Step] { hidden.rowCount > 0 ? [.omission(hidden)] : [] }

    private mutating func dropStep() {
        let step = steps.removeFirst()
        switch step {
        case .beginSection: beginning.append(step)
        case .omission(let omission): hidden.rowCount += omission.rowCount
        case .line where step.part == .head: beginning.append(step)
        case .line where step.part == .row:
            rowCount -= 1
            hidden.rowCount += 1
        case .line where !isInFirstSection: break
        case .line:
            firstSection += omission + [step]
            hidden = TextFormat.Omission()
        case .endSection:
            if isInFirstSection {
                firstSection += omission + [step]
            } else {
                skipped.rowCount += hidden.rowCount
                skipped.sectionCount += 1
            }
            isInFirstSection = false
            beginning = []
            hidden = TextFormat.Omission()
        }
    }
}

extension RowLimit.Step {
    /// The part of a line, or `nil` for any other step.
    var part: TablePart? { if case .line(let position, _) = self { position.part } else { nil } }

    /// Whether the step follows the rows of its section.
    fileprivate var isEnd: Bool { if case .endSection = self { true } else { part == .foot } }
}
