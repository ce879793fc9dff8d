extension Options {
    /// Checks that the options about two versions of a table come together, and no others with them.
    ///
    /// - Throws: ``UsageError`` for what is missing or out of place.
    func checkComparison() throws(UsageError) {
        guard let compare else {
            guard key == nil else {
                throw UsageError("--key is for two files; give the newer one with --compare")
            }
            return
        }
        guard key != nil else {
            throw UsageError("--compare needs --key, the column that tells the rows of both files apart")
        }
        guard input != "-" || compare != "-" else {
            throw UsageError("FILE and --compare are both '-'; standard input can be read only once")
        }
        guard sums.isEmpty else {
            throw UsageError("--sum adds up one table, not what changed; leave out --sum or --compare")
        }
        guard outputFormat == .text || outputFormat == .json else {
            throw UsageError("--compare writes text or json, found --to \(outputFormat.rawValue)")
        }
    }
}
