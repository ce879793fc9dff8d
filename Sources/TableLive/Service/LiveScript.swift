/// The script that keeps a page up to date in a browser; see ``LiveFeed/page(_:address:)``.
///
/// Serve the script with ``LiveResponse/init(file:mediaType:for:)``. The script has no dependencies and works under a
/// strict content security policy; see ``LiveResponse/protection``.
public enum LiveScript {
    /// The script in UTF-8, without its comments and indentation: less than 9 KB after compression.
    public static let bytes: [UInt8] = PackageResources.live_js.split(separator: UInt8(ascii: "\n"))
        .map { $0.drop { $0 == UInt8(ascii: " ") } }
        .filter { !$0.starts(with: "//".utf8) }
        .reduce(into: []) { $0 += $1 + [UInt8(ascii: "\n")] }

    /// `text/javascript; charset=utf-8` (RFC 9239).
    public static let mediaType = "text/javascript; charset=utf-8"
}
