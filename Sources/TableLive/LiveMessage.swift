/// What a viewer of a live table is told: the table as it is now, or how it changed.
public struct LiveMessage: Hashable, Sendable {
    /// What the data of a message is.
    public enum Kind: String, Hashable, Sendable {
        /// The markup of the whole table.
        case table
        /// A list of patches as JSON, in the order in which they are carried out; see ``LivePatch``.
        case patches
    }

    /// The version that the viewer has once it has taken the message: `epoch.version`.
    public let id: String

    /// What the data is.
    public let kind: Kind

    /// The markup or the patches.
    public let data: String

    /// The message as an event of a stream of them (HTML, section 9.2), in UTF-8.
    ///
    /// ```text
    /// id: 5f3a.7
    /// event: patches
    /// data: [{"action":"remove","key":"july\/4711","part":"row"}]
    /// ```
    public var serverSentEvent: [UInt8] {
        var text = "id: \(id)\nevent: \(kind.rawValue)\n"
        // Neither markup nor JSON has a carriage return, which would end a line, too.
        for line in data.utf8.split(separator: 0x0A, omittingEmptySubsequences: false) {
            text += "data: \(Substring(line))\n"
        }
        return Array((text + "\n").utf8)
    }
}
