public import TableAgent

/// The reason why a request is refused: a status of HTTP, a code for programs, and a sentence for people.
///
/// ```swift
/// guard let query = OrderQuery(rawValue: text) else {
///     throw LiveRefusal(400, "invalidQuery", "There is no such query; use all or open.")
/// }
/// ```
///
/// A service with several languages chooses the sentence when the refusal is shown:
///
/// ```swift
/// LiveRefusal(409, "orderIsPaid") { words in
///     words.language == "de" ? "Bestellung \(id) ist schon bezahlt." : "Order \(id) is paid already."
/// }
/// ```
///
/// Two refusals are equal if they have the same status, code, and English message.
public struct LiveRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// The status of the response, such as 404.
    public let status: Int

    /// The name of the reason, such as `rowNotVisible`.
    public let code: String

    private let text: @Sendable (TableWords) -> String

    /// Creates a refusal with the same sentence in all languages.
    public init(_ status: Int, _ code: String, _ message: String) {
        self.init(status, code) { _ in message }
    }

    /// Creates a refusal.
    ///
    /// - Parameters:
    ///   - status: The status of the response.
    ///   - code: The name of the reason.
    ///   - message: Returns a sentence that says what the person can do, in the language of some words.
    public init(_ status: Int, _ code: String, message: @escaping @Sendable (TableWords) -> String) {
        self.status = status
        self.code = code
        text = message
    }

    /// The sentence that says what the person can do, in English.
    public var message: String { text(.english) }

    /// Returns the sentence that says what the person can do. ``LiveScript`` shows it.
    public func message(in words: TableWords) -> String { text(words) }

    /// Returns whether two refusals have the same status, code, and English message.
    public static func == (first: Self, second: Self) -> Bool {
        first.status == second.status && first.code == second.code && first.message == second.message
    }

    /// Hashes the status and the code.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(status)
        hasher.combine(code)
    }

    /// Creates the refusal that a viewer receives for an error.
    ///
    /// - Parameter error: A refusal, a ``RefusalConvertible`` error, or a `TableError` that the viewer has caused: an event of
    ///   ``LiveContainer/receive(fields:)``, or a query that does not fit the table. The initializer returns `nil` for all other
    ///   errors, whose descriptions may be private.
    public init?(_ error: any Error) {
        switch error {
        case let error as LiveRefusal: self = error
        case let error as any RefusalConvertible: self = error.refusal
        case let error as TableError where error.code == .invalidQuery:
            let sentence = error.description
            self.init(400, error.code.rawValue) { $0.refusals.invalidQuery(sentence) }
        case let error as TableError:
            guard let (status, sentence) = Self.eventErrors[error.code] else { return nil }
            let own = error.description
            // The program may have thrown the error with its own sentence.
            let isOwn = own != sentence(TableWords.english.refusals)
            self.init(status, error.code.rawValue) { isOwn ? own : sentence($0.refusals) }
        default: return nil
        }
    }

    /// The refusal of a request after an error that is not for viewers: the code `internalError` and the status 500.
    static let internalError = Self(500, "internalError") { $0.refusals.internalError }

    /// The refusal of an unknown address: the code `notFound` and the status 404.
    public static let notFound = Self(404, "notFound") { $0.refusals.notFound }

    /// The refusal of a method other than `GET` and `HEAD`: the code `methodNotAllowed` and the status 405.
    public static let wrongMethod = Self(405, "methodNotAllowed") { $0.refusals.methodNotAllowed }

    /// The refusal of a table in a format without updates while ``LiveFeed/isStale`` is true: the code `pageStale` and the
    /// status 503.
    static let stale = Self(503, "pageStale") { $0.refusals.pageStale }

    /// The refusal of a row that no visible row is.
    static let rowNotVisible = Self(404, "rowNotVisible") { $0.refusals.rowNotVisible }

    /// The errors of ``LiveContainer/receive(fields:)``, each with its status and its sentence.
    private static let eventErrors:
        [TableError.Code: (status: Int, sentence: @Sendable (RefusalWords) -> String)] = [
            .rowNotVisible: (404, { $0.rowNotVisible }), .eventNotOffered: (409, { $0.eventNotOffered }),
            .payloadInvalid: (422, { $0.payloadInvalid }),
        ]

    /// The message in English.
    public var description: String { message }

    /// Returns the code and the message as a JSON object in UTF-8, for a response with the media type `application/json`.
    public func json(in words: TableWords = .english) -> [UInt8] {
        Array(StableJSON.text(ofObject: ["code": code, "message": message(in: words)]).utf8)
    }
}

/// An error of the business that viewers receive as a refusal.
///
/// ```swift
/// extension OrderError: RefusalConvertible {
///     var refusal: LiveRefusal { LiveRefusal(409, "orderIsPaid", "Order \(id) is paid already.") }
/// }
/// ```
public protocol RefusalConvertible: Error {
    /// The status, the code, and the sentence that viewers receive.
    var refusal: LiveRefusal { get }
}
