/// A message for a viewer of a live table: the current table, or the changes since the viewer's version.
public struct LiveMessage: Hashable, Sendable {
    /// The kind of data in a message.
    public enum Kind: String, Hashable, Sendable {
        /// The markup of the whole table.
        case table
        /// A JSON array of patches, in the order in which ``LiveScript`` applies them.
        case patches
        /// No data. Sent after some time without changes, and when a stale table is up to date again.
        case heartbeat
        /// No data. The table may be out of date; see ``LiveFeed/isStale``. This kind replaces heartbeats.
        case stale
    }

    /// `text/event-stream; charset=utf-8`, the media type of a response with messages.
    public static let mediaType = "text/event-stream; charset=utf-8"

    /// The version that the viewer has after it applies the message.
    public let id: String

    /// The kind of the data.
    public let kind: Kind

    /// The markup or the patches; empty for the other kinds.
    public let data: String

    /// The message as a server-sent event (HTML, section 9.2) in UTF-8. The kinds without data have no id.
    ///
    /// ```text
    /// id: 1q8x3vz0h2k7c
    /// event: patches
    /// data: [{"action":"remove","key":"july/4711","part":"row"}]
    /// ```
    ///
    /// All viewers that receive the message share these bytes.
    public let serverSentEvent: [UInt8]

    init(id: String, kind: Kind, data: String) {
        self.id = id
        self.kind = kind
        self.data = data
        guard kind == .table || kind == .patches else {
            serverSentEvent = Array("event: \(kind)\ndata:\n\n".utf8)
            return
        }
        // Neither markup nor JSON contains a carriage return, which would also end a line.
        var event = Array("id: \(id)\nevent: \(kind)\n".utf8)
        event.reserveCapacity(event.count + data.utf8.count + 64)
        for line in data.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            event += "data: ".utf8
            event += line
            event.append(UInt8(ascii: "\n"))
        }
        serverSentEvent = event + [UInt8(ascii: "\n")]
    }
}
