import Foundation
import HTTPTypes
import Hummingbird
import Orders
import TableAgent
import TableLive

/// The reason for an error response: a status, a code for programs, and a sentence for people.
struct ServiceError: Error {
    let status: HTTPResponse.Status
    let code: String
    let message: String

    init(_ status: HTTPResponse.Status, _ code: String, _ message: String) {
        self.status = status
        self.code = code
        self.message = message
    }

    static var invalidText: Self {
        Self(.badRequest, "invalidText", "The request has text that is not UTF-8.")
    }

    static var wrongMethod: Self {
        Self(.methodNotAllowed, "methodNotAllowed", "This address does not accept the request's method.")
    }

    static var brokenBody: Self {
        Self(.badRequest, "brokenBody", "The body of the request can't be read.")
    }

    static var invalidToken: Self {
        Self(.forbidden, "invalidToken", "This page is out of date; reload it and try again.")
    }

    static var tooManyQueries: Self {
        Self(.serviceUnavailable, "tooManyQueries", "Too many different tables are open; try again later.")
    }

    /// Creates the error that a client sees. Internal errors become a plain status 500.
    init(_ error: any Error) {
        switch error {
        case let error as ServiceError: self = error
        case let error as OrderError: self.init(error.kind.status, error.code, error.message)
        case let error as TableError where Self.statuses[error.code] != nil:
            let status = Self.statuses[error.code] ?? .internalServerError
            self.init(status, error.code.rawValue, error.description)
        case let error as any HTTPResponseError where error.status == .notFound:
            self.init(.notFound, "notFound", "There is nothing at this address.")
        case let error as any HTTPResponseError where error.status == .contentTooLarge:
            self.init(.contentTooLarge, "contentTooLarge", "The request is too large; send 64 KiB at most.")
        case let error as any HTTPResponseError:
            self.init(error.status, "badRequest", "The request can't be answered: \(error.status).")
        default: self.init(.internalServerError, "internalError", "Something went wrong here. Try again.")
        }
    }

    /// The statuses for events that the page no longer offers, or has never offered.
    private static let statuses: [TableError.Code: HTTPResponse.Status] = [
        .rowNotVisible: .notFound, .eventNotOffered: .conflict, .payloadInvalid: .unprocessableContent,
    ]

    /// The error as JSON.
    var response: Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let body = (try? encoder.encode(["code": code, "message": message])) ?? Data()
        return Response(status, "application/json; charset=utf-8", ByteBuffer(bytes: body))
    }
}

extension Response {
    /// Creates a response with a body of a media type.
    init(_ status: HTTPResponse.Status, _ type: String, _ body: ByteBuffer, _ headers: HTTPFields = [:]) {
        self.init(status: status, headers: headers, body: ResponseBody(byteBuffer: body))
        self.headers[.contentType] = type
    }
}

extension OrderError.Kind {
    fileprivate var status: HTTPResponse.Status {
        switch self {
        case .notFound: .notFound
        case .conflict: .conflict
        case .invalid: .unprocessableContent
        }
    }
}
