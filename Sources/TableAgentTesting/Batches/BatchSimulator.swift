public import TableAgent

/// Tells whether `UITableView` and `UICollectionView` would take a batch, on systems that have neither.
///
/// It knows their rules as far as documentation, bug reports and readings of their behaviour tell, and is
/// strict where these differ. Beyond what the surfaces check, it plays the batch on the ids of the old table
/// and compares the result with the new one, so that a row with another row's content is found, too.
///
/// ```swift
/// let simulator = BatchSimulator(from: yesterday, to: today)
/// let batch = TableBatch(TableChanges(from: yesterday, to: today))
/// #expect(simulator.violations(of: batch).isEmpty)
/// ```
public struct BatchSimulator {
    /// The table before the batch.
    public let old: BatchTable

    /// The table after the batch.
    public let new: BatchTable

    /// Creates a simulator for batches between two tables.
    ///
    /// - Parameters:
    ///   - old: The table before the batch.
    ///   - new: The table after the batch.
    public init(from old: BatchTable, to new: BatchTable) {
        self.old = old
        self.new = new
    }

    /// Creates a simulator for batches between two tables.
    ///
    /// - Parameters:
    ///   - old: The table before the batch.
    ///   - new: The table after the batch.
    /// - Complexity: O(rows on show).
    public init(from old: TableInfo, to new: TableInfo) {
        self.init(from: BatchTable(old), to: BatchTable(new))
    }

    /// Lists what is wrong with a batch.
    ///
    /// Rows are counted only if nothing is wrong with the sections, and the batch is played only if nothing
    /// is wrong at all: a surface would not get that far.
    ///
    /// - Parameter batch: The batch to check.
    /// - Returns: All violations; none for a legal batch that shows every row's own content.
    /// - Complexity: O(rows + operations × log operations).
    public func violations(of batch: TableBatch) -> [BatchViolation] {
        var check = BatchCheck(batch, from: old, to: new)
        check.resolveReloads()
        check.checkSectionPlaces()
        check.checkRowPlaces()
        guard check.sectionViolationCount == 0, let origins = check.countSections() else {
            return check.violations
        }
        check.countRows(origins)
        if check.violations.isEmpty { check.play(origins) }
        return check.violations
    }
}
