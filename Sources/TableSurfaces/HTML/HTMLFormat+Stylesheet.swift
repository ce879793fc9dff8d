extension HTMLFormat {
    /// The stylesheet of a page, as text, to serve as a file that ``HTMLPage/Stylesheet/linked(_:)`` names.
    public static let stylesheet = """
        :root {
          --page: #fff; --text: #1c1d1f; --faint: #666a70; --line: #e2e4e8; --band: #f5f6f8;
          --positive: #15692f; --negative: #b3261e; --warning: #855500; --link: #0b57d0;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --page: #17181a; --text: #e8e9eb; --faint: #9a9fa7; --line: #33363b; --band: #212326;
            --positive: #63d48c; --negative: #ff8a80; --warning: #f2c14e; --link: #8ab4f8;
          }
        }
        body {
          margin: clamp(0.75rem, 4vw, 2rem);
          font: 15px/1.45 system-ui, sans-serif; color: var(--text); background: var(--page);
        }
        table { width: max-content; border-collapse: collapse; font-variant-numeric: tabular-nums; }
        caption { padding: 0 0.75rem 0.75rem; font-size: 1.4rem; font-weight: 600; text-align: left; }
        th, td {
          max-width: 44ch; padding: 0.4rem 0.75rem; text-align: left; vertical-align: top;
          white-space: pre-wrap; overflow-wrap: anywhere;
        }
        tr { border-bottom: 1px solid var(--line); }
        thead th {
          position: sticky; top: 0; vertical-align: bottom;
          background: var(--page); box-shadow: inset 0 -2px var(--text);
        }
        .head > * { padding-top: 1.25rem; }
        .foot { background: var(--band); font-weight: 600; }
        .foot th { font-weight: inherit; }
        tfoot .foot { border-top: 2px solid var(--text); }
        .right { text-align: right; }
        .center { text-align: center; }
        .strong { font-weight: 600; }
        .muted { color: var(--faint); }
        .positive { color: var(--positive); }
        .negative { color: var(--negative); }
        .warning { color: var(--warning); }
        a { color: var(--link); }
        .actions form { display: inline-block; margin: 0 0.35rem 0 0; }
        .actions button {
          padding: 0.1rem 0.6rem; border: 1px solid var(--line); border-radius: 999px;
          font: inherit; font-size: 0.85rem; color: inherit; background: var(--band); cursor: pointer;
        }
        .actions button:hover, .actions button:focus-visible { border-color: currentColor; }
        .actions .destructive { color: var(--negative); }

        """

    /// The hash of the stylesheet, for a `Content-Security-Policy` that allows the embedded one and no other style.
    ///
    /// ```swift
    /// response.headers["Content-Security-Policy"] = "default-src 'none'; style-src '\(HTMLFormat.stylesheetHash)'"
    /// ```
    public static let stylesheetHash = "sha256-C0oh2atDtgKXHyHW5rSKdw7qsWxw74AiRqylEGAEOxE="
}
