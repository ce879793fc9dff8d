/// What became of a reload that reformed concurrently.
public enum ReloadOutcome: Hashable, Sendable {
    /// The table is on show, or takes its turn after the one that is being shown.
    case applied
    /// Later data came in meanwhile, or the agent was detached, so this table is not shown.
    case superseded
}

extension DataSource {
    /// Replaces the raw data, reforms it off the caller's actor and tells the delegate on it.
    ///
    /// The latest data wins: when another refresh begins before this one is reformed, this one is superseded,
    /// whatever came of it. A cancelled task stops before anything is shown.
    ///
    /// A reformer that is not `Sendable` can't leave its actor and reforms on the caller's.
    ///
    /// - Parameter rawData: The new raw data, which the caller gives away.
    /// - Returns: Whether the table was applied or superseded.
    /// - Throws: `CancellationError` when the task was cancelled, the reformer's error or that of the
    ///   delegate's surface. In each case the data source keeps its former data and table.
    public func refresh(concurrently rawData: sending RawData) async throws -> ReloadOutcome {
        let mine = drawTicket()
        guard let concurrentReform else {
            try Task.checkCancellation()
            try take(rawData, reform(rawData))
            return .applied
        }
        let result: (rawData: RawData, table: TableInfo)
        do {
            result = try await Self.reform(rawData, by: concurrentReform)
        } catch {
            try Task.checkCancellation()
            if mine != ticket { return .superseded }
            throw error
        }
        try Task.checkCancellation()
        guard mine == ticket else { return .superseded }
        try take(result.rawData, result.table)
        return .applied
    }

    @concurrent
    private static func reform(
        _ rawData: sending RawData, by reform: @Sendable (RawData) throws -> TableInfo
    ) async throws -> sending (rawData: RawData, table: TableInfo) {
        try Task.checkCancellation()
        let table = try reform(rawData)
        return (rawData, table)
    }
}
