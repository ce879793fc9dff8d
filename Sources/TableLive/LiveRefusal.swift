import TableAgent

#if canImport(FoundationEssentials)
    import class FoundationEssentials.JSONEncoder
#else
    import class Foundation.JSONEncoder
#endif

/// The reason why a request is refused: a status of HTTP, a code for programs, and a sentence for people.
///
/// ```swift
/// guard let query = OrderQuery(rawValue: text) else {
///     throw LiveRefusal(400, "invalidQuery", "There is no such query; use all or open.")
/// }
/// ```
public struct LiveRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    /// The status of the response, such as 404.
    public let status: Int

    /// The name of the reason, such as `rowNotVisible`.
    public let code: String

    /// A sentence that says what the person can do. ``LiveScript`` shows it.
    public let message: String

    /// Creates a refusal.
    public init(_ status: Int, _ code: String, _ message: String) {
        (self.status, self.code, self.message) = (status, code, message)
    }

    /// Creates the refusal that a viewer receives for an error.
    ///
    /// - Parameter error: A refusal, a ``RefusalConvertible`` error, or a `TableError` of ``LiveContainer/receive(_:)`` that the viewer
    ///   has caused. The initializer returns `nil` for all other errors, whose descriptions may be private.
    public init?(_ error: any Error) {
        switch error {
        case let error as LiveRefusal: self = error
        case let error as any RefusalConvertible: self = error.refusal
        case let error as TableError:
            guard let status = Self.statuses[error.code] else { return nil }
            self.init(status, error.code.rawValue, error.description)
        default: return nil
        }
    }

    /// The refusal of a request after an error that is not for viewers: the code `internalError` and the status 500.
    public static let internalError = Self(
        500, "internalError", "Something went wrong here. Try again.")

    /// The refusal of an unknown address: the code `notFound` and the status 404.
    public static let notFound = Self(404, "notFound", "There is nothing at this address.")

    /// The refusal of a method other than `GET` and `HEAD`: the code `methodNotAllowed` and the status 405.
    public static let wrongMethod = Self(
        405, "methodNotAllowed", "This address does not accept the request's method.")

    /// The refusal of a table in a format without updates while ``LiveFeed/isStale`` is true: the code `pageStale` and the
    /// status 503.
    public static let stale = Self(
        503, "pageStale", "The table may be out of date. Try again in a moment.")

    private static let statuses: [TableError.Code: Int] = [
        .rowNotVisible: 404, .eventNotOffered: 409, .payloadInvalid: 422,
    ]

    /// The message.
    public var description: String { message }

    /// The code and the message as a JSON object in UTF-8, for a response with the media type `application/json`.
    public var json: [UInt8] { Self.json(["code": code, "message": message]) }

    /// Returns a JSON object in UTF-8.
    static func json(_ object: [String: String]) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Strings can always be encoded.
        return (try? encoder.encode(object)).map(Array.init) ?? Array("{}".utf8)
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
