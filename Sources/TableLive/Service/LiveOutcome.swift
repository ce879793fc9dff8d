import TableAgent
import TableSurfaces

/// The outcome of an action on several rows: the rows that were refused, with the reasons. All other rows are done.
///
/// Store the outcome with the key of the request, in the transaction of the change, so that a repetition has the same answer:
///
/// ```swift
/// if let outcome = try key.outcome(of: stored) { return outcome }
/// for id in ids {
///     do { try ship(id) } catch let error as OrderError { outcome.refuse(id, because: error.refusal) }
/// }
/// store(key.fingerprint(with: outcome), under: key.id)
/// ```
///
/// A rule that fails half-way must leave its row as it was; in a database, give each row a savepoint.
public struct LiveOutcome: Sendable {
    /// The reasons as sentences, by the key of the row, such as `open/4711`.
    public internal(set) var refusals: [String: String] = [:]

    /// The keys of the rows of the form.
    private let keys: [String]

    private let words: TableWords

    /// Creates the outcome of rows that are all done.
    ///
    /// - Parameters:
    ///   - keys: The keys of the rows.
    ///   - words: The words of the reasons.
    init(of keys: [String] = [], words: TableWords = .english) {
        self.keys = keys
        self.words = words
    }

    /// Adds a row that the business does not allow. Rows with equal ids in several sections share a reason.
    ///
    /// - Parameters:
    ///   - id: The id of the row.
    ///   - refusal: The reason.
    /// - Precondition: The form has a row with the id.
    public mutating func refuse(_ id: some Hashable & Sendable, because refusal: LiveRefusal) {
        let end = "/" + HTMLFormat.key(ofSection: id)
        let rows = keys.filter { $0.drop { $0 != "/" } == end }
        precondition(!rows.isEmpty, "The form has no row with the id \(id), which can't be refused.")
        for key in rows { refusals[key] = refusal.message(in: words) }
    }

    /// Adds a row by its key, with a name that tells it from others.
    mutating func refuse(rowWithKey key: String, named name: String, because refusal: LiveRefusal) {
        refusals[key] = "\(name): \(refusal.message(in: words))"
    }

    /// The refusal of the row of a form for one row.
    var refusalOfOne: LiveRefusal? { refusals.first.map { LiveRefusal(409, "rowsRefused", $0.value) } }

    /// Returns a sentence about all rows, followed by the reasons.
    ///
    /// - Parameters:
    ///   - count: The number of rows of the form.
    ///   - words: The words of the sentence.
    func text(ofRows count: Int, in words: TableWords) -> String {
        ([words.page.doneMany(count - refusals.count, count)]
            + refusals.sorted { $0.key < $1.key }.map(\.value)).joined(separator: " ")
    }

    /// Returns a JSON object in UTF-8: the sentence as `message`, and the reasons by key as `refusals`.
    func json(ofRows count: Int, in words: TableWords) -> [UInt8] {
        let message = StableJSON.text(of: words.page.doneMany(count - refusals.count, count)) ?? "\"\""
        return Array(
            "{\"message\":\(message),\"refusals\":\(StableJSON.text(ofObject: refusals))}".utf8)
    }
}

extension IdempotencyKey {
    /// Returns the text to store in place of the fingerprint after an action on several rows, whose repetition has the same
    /// outcome. The text is the fingerprint, followed by a JSON object with the reasons, so it can be long.
    public func fingerprint(with outcome: LiveOutcome) -> String {
        fingerprint + StableJSON.text(ofObject: outcome.refusals)
    }

    /// Returns the outcome of an action on several rows that the program has carried out before.
    ///
    /// - Parameter stored: The text of ``fingerprint(with:)`` that is stored under the id, or `nil` if the id is not stored.
    /// - Returns: The outcome, or `nil` if the id is not stored.
    /// - Throws: The errors of ``isRepetition(of:)``, or a refusal with the status 500 if the outcome can't be read, for example
    ///   because the database has cut it off.
    public func outcome(of stored: String?) throws(LiveRefusal) -> LiveOutcome? {
        guard let stored, try isRepetition(of: stored) else { return nil }
        guard let reasons = JSONFields.members(of: Array(stored.utf8.dropFirst(48))) else {
            throw .internalError
        }
        var outcome = LiveOutcome()
        for (key, reason) in reasons { outcome.refusals[key] = reason }
        return outcome
    }
}
