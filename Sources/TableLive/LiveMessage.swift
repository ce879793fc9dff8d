/// What a viewer of a live table is told: the table as it is now, or how it changed.
public struct LiveMessage: Hashable, Sendable {
    /// What the data of a message is.
    public enum Kind: String, Hashable, Sendable {
        /// The markup of the whole table.
        case table
        /// A list of patches by key as JSON, in the order in which ``LiveScript`` carries them out.
        case patches
        /// No data: nothing has changed for a while.
        case heartbeat
    }

    /// The version that the viewer has once it has taken the message: `epoch.version`.
    public let id: String

    /// What the data is.
    public let kind: Kind

    /// The markup or the patches; empty for a heartbeat.
    public let data: String

    /// The message as an event of a stream of them (HTML, section 9.2), in UTF-8; a heartbeat is a comment.
    ///
    /// ```text
    /// id: 5f3a.7
    /// event: patches
    /// data: [{"action":"remove","key":"july/4711","part":"row"}]
    /// ```
    public let serverSentEvent: [UInt8]

    init(id: String, kind: Kind, data: String) {
        (self.id, self.kind, self.data) = (id, kind, data)
        var text = ":\n\n"
        if kind != .heartbeat {
            // Neither markup nor JSON has a carriage return, which would end a line, too.
            let lines = data.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
            text = "id: \(id)\nevent: \(kind)\n" + lines.map { "data: \(Substring($0))\n" }.joined() + "\n"
        }
        serverSentEvent = Array(text.utf8)
    }
}
