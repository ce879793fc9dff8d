extension HTMLFormat {
    /// The text of the page's stylesheet, to serve as a file for ``HTMLPage/Stylesheet/linked(_:)``.
    public static let stylesheet = String(decoding: PackageResources.stylesheet_css, as: UTF8.self)

    /// The hash of the stylesheet, for a `Content-Security-Policy` that allows only the embedded style.
    ///
    /// ```swift
    /// response.headers["Content-Security-Policy"] = "default-src 'none'; style-src '\(HTMLFormat.stylesheetHash)'"
    /// ```
    public static let stylesheetHash = "sha256-ZdOTabD6X5Kn7GvzhYhIJCvMTeduJ4fSnbb3+F/Rca0="
}
