import HTTPTypes
import Hummingbird
import Orders
package import TableLive

extension LiveRefusal {
    static var wrongMethod: Self {
        Self(405, "methodNotAllowed", "This address does not accept the request's method.")
    }

    static var brokenBody: Self {
        Self(400, "brokenBody", "The body of the request can't be read.")
    }

    static var longBody: Self {
        Self(413, "contentTooLarge", "The request is too large; send 64 KiB at most.")
    }

    static var slowBody: Self {
        Self(408, "slowBody", "The body of the request takes too long.")
    }

    /// Creates the error that a client sees. Internal errors become a plain status 500.
    init(ofAny error: any Error) {
        if let refusal = Self(error) {
            self = refusal
        } else if let error = error as? any HTTPResponseError {
            switch error.status {
            case .notFound: self.init(404, "notFound", "There is nothing at this address.")
            case .contentTooLarge: self = .longBody
            case let status: self.init(status.code, "badRequest", "The request can't be answered: \(status).")
            }
        } else {
            self.init(500, "internalError", "Something went wrong here. Try again.")
        }
    }
}

extension OrderError: RefusalConvertible {
    package var refusal: LiveRefusal { LiveRefusal(kind.status, code, message) }
}

extension OrderError.Kind {
    fileprivate var status: Int {
        switch self {
        case .notFound: 404
        case .conflict: 409
        case .invalid: 422
        }
    }
}
