/// The script that keeps a page up to date in a browser; see ``LiveFeed/page(_:address:)``.
///
/// Serve the script as a file, with a hash of the script as the file name or the `ETag`. The script has no
/// dependencies and works under a strict content security policy:
///
/// ```text
/// Content-Security-Policy: default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self';
///     form-action 'self'; require-trusted-types-for 'script'; trusted-types table-live
/// ```
public enum LiveScript {
    /// The script in UTF-8.
    public static let bytes: [UInt8] = PackageResources.live_js

    /// `text/javascript; charset=utf-8` (RFC 9239).
    public static let mediaType = "text/javascript; charset=utf-8"
}
