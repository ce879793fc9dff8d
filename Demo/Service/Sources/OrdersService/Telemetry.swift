import Foundation
import HTTPTypes
import Logging
import Metrics

/// The metrics of a service.
struct ServiceMetrics: Sendable {
    /// The viewers with an open stream of messages.
    let viewers: Meter
    /// The bytes of all messages to viewers.
    let sentBytes: Counter
    /// The number of new versions of pages.
    let versions: Counter
    /// The time to read the orders of a page and to publish the change.
    let refreshTime: Timer
    private let pages, waiting, stale: Meter
    private let responseTime: Timer
    private let factory: TextMetrics

    init(_ factory: TextMetrics) {
        viewers = Meter(label: "orders_viewers", factory: factory)
        sentBytes = Counter(label: "orders_sent_bytes_total", factory: factory)
        versions = Counter(label: "orders_versions_total", factory: factory)
        refreshTime = Timer(label: "orders_refresh_seconds", factory: factory)
        pages = Meter(label: "orders_pages", factory: factory)
        waiting = Meter(label: "orders_database_waiting", factory: factory)
        stale = Meter(label: "orders_stale", factory: factory)
        responseTime = Timer(label: "orders_response_seconds", factory: factory)
        self.factory = factory
    }

    /// Records a response and the time until it began.
    func record(_ response: Int, after time: Duration) {
        Counter(label: "orders_responses_total", dimensions: [("status", "\(response)")], factory: factory)
            .increment()
        responseTime.record(duration: time)
    }

    /// Returns the present values of all metrics.
    ///
    /// - Parameters:
    ///   - pages: The number of open pages.
    ///   - waiting: The number of callers that wait for a connection to the database.
    ///   - isStale: Whether the pages may be out of date.
    func text(pages: Int, waiting: Int, isStale: Bool) -> String {
        self.pages.set(pages)
        self.waiting.set(waiting)
        stale.set(isStale ? 1 : 0)
        return factory.text
    }
}

/// The id of a request, which links its lines in the logs of proxies and services.
enum RequestID {
    @TaskLocal static var current: String?

    /// The id as metadata of a line in the log.
    static var metadata: Logger.Metadata? { current.map { ["request": "\($0)"] } }

    /// Returns the id that a proxy has given to a request in the header `X-Request-ID`, or a new one.
    ///
    /// A log shows the id, so other characters than letters, digits, `-`, `_`, and `.` are not accepted.
    static func id(of headers: HTTPFields) -> String {
        let id = headers[.requestID]?.wholeMatch(of: /[A-Za-z0-9._-]{1,64}/)
        return id.map { String($0.output) } ?? UUID().uuidString.lowercased()
    }
}

extension HTTPField.Name {
    static let requestID: Self = {
        guard let name = Self("X-Request-ID") else { preconditionFailure("This is no name of a header.") }
        return name
    }()
}
