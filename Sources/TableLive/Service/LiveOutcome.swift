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
public struct LiveOutcome: Sendable {
    /// The reasons as sentences, by the text of the row's id.
    public internal(set) var refusals: [String: String] = [:]

    private let words: TableWords

    /// Creates the outcome of rows that are all done.
    ///
    /// - Parameter words: The words of the reasons.
    init(words: TableWords = .english) {
        self.words = words
    }

    /// Adds a row that the business does not allow. Rows with equal ids in several sections share a reason.
    ///
    /// - Parameters:
    ///   - id: The id of the row.
    ///   - refusal: The reason.
    public mutating func refuse(_ id: some Hashable & Sendable, because refusal: LiveRefusal) {
        refusals[HTMLFormat.key(ofSection: id)] = refusal.message(in: words)
    }

    /// Adds a row by the value of its check box.
    mutating func refuse(rowOf value: String, because refusal: LiveRefusal) {
        let key = HTMLActions.key(inCheckValue: value[...])
        refusals[String(key.drop { $0 != "/" }.dropFirst())] = refusal.message(in: words)
    }

    /// Returns a sentence about all rows, followed by the reasons.
    ///
    /// - Parameters:
    ///   - count: The number of rows of the form.
    ///   - words: The words of the sentence.
    func text(ofRows count: Int, in words: TableWords) -> String {
        ([words.page.doneMany(count - refusals.count, count)]
            + refusals.sorted { $0.key < $1.key }.map(\.value))
            .joined(separator: " ")
    }

    /// Returns a JSON object in UTF-8: the sentence as `message`, and the reasons by id as `refusals`.
    func json(ofRows count: Int, in words: TableWords) -> [UInt8] {
        let message = StableJSON.text(of: words.page.doneMany(count - refusals.count, count)) ?? "\"\""
        return Array("{\"message\":\(message),\"refusals\":\(StableJSON.text(ofObject: refusals))}".utf8)
    }
}

extension IdempotencyKey {
    /// Returns the text to store in place of the fingerprint after an action on several rows, whose repetition has the same
    /// outcome.
    public func fingerprint(with outcome: LiveOutcome) -> String {
        fingerprint + StableJSON.text(ofObject: outcome.refusals)
    }

    /// Returns the outcome of an action on several rows that the program has carried out before.
    ///
    /// - Parameter stored: The text of ``fingerprint(with:)`` that is stored under the id, or `nil` if the id is not stored.
    /// - Returns: The outcome, or `nil` if the id is not stored.
    /// - Throws: The errors of ``isRepetition(of:)``.
    public func outcome(of stored: String?) throws(LiveRefusal) -> LiveOutcome? {
        guard let stored, try isRepetition(of: stored) else { return nil }
        var outcome = LiveOutcome()
        for (id, reason) in JSONFields.members(of: Array(stored.utf8.dropFirst(48))) ?? [] {
            outcome.refusals[id] = reason
        }
        return outcome
    }
}
