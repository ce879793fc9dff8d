/// The key of a request, with which a program carries out each request only once.
///
/// A person who clicks twice, goes back to an earlier page, or repeats a request without an answer sends the same key again.
/// Store the fingerprint under the id in the transaction of the change. The stored fingerprint then answers a repetition:
///
/// ```swift
/// let fingerprint = try String.fetchOne(
///     db, sql: "SELECT fingerprint FROM requests WHERE id = ?", arguments: [key.id])
/// if try key.isRepetition(of: fingerprint) { return }      // The change was carried out before.
/// try db.execute(
///     sql: "INSERT INTO requests (id, fingerprint) VALUES (?, ?)", arguments: [key.id, key.fingerprint])
/// ```
public struct IdempotencyKey: Hashable, Sendable {
    /// 48 hexadecimal digits. Requests of the same page, click, action, and rows have the same id.
    public let id: String

    /// 48 hexadecimal digits. Requests with the same id and other inputs have another fingerprint.
    public let fingerprint: String

    /// Returns whether the program has carried out the request before.
    ///
    /// - Parameter stored: The fingerprint that is stored under the id, or `nil` if the id is not stored.
    /// - Throws: A refusal with the code `formUsed` and the status 409 if the inputs differ from those that the program
    ///   has carried out.
    public func isRepetition(of stored: String?) throws(LiveRefusal) -> Bool {
        guard let stored else { return false }
        guard stored.prefix(48) == fingerprint else {
            throw LiveRefusal(409, "formUsed") { $0.refusals.formUsed }
        }
        return true
    }
}
