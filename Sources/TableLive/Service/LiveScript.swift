/// The script that keeps a page up to date in a browser; see ``LiveFeed/page(_:address:)``.
///
/// Serve the script with ``LiveResponse/init(file:mediaType:for:)``. The script has no dependencies and works under a
/// strict content security policy; see ``LiveResponse/protection``.
public enum LiveScript {
    /// The script in UTF-8, without its comments and indentation: less than 9 KB after compression.
    public static let bytes: [UInt8] = withoutComments(PackageResources.live_js)

    /// The script of the keys and the details of a table in UTF-8, which a page loads as `keys.js`: less than 2 KB after
    /// compression.
    public static let keys: [UInt8] = withoutComments(PackageResources.keys_js)

    private static func withoutComments(_ script: [UInt8]) -> [UInt8] {
        script.split(separator: UInt8(ascii: "\n"))
            .map { $0.drop { $0 == UInt8(ascii: " ") } }
            .filter { !$0.starts(with: "//".utf8) }
            .reduce(into: []) { $0 += $1 + [UInt8(ascii: "\n")] }
    }

    /// `text/javascript; charset=utf-8` (RFC 9239).
    public static let mediaType = "text/javascript; charset=utf-8"
}
