extension HTMLFormat {
    /// The stylesheet of a page, as text, to serve as a file that ``HTMLPage/Stylesheet/linked(_:)`` names.
    public static let stylesheet = """
        :root {
          --page: #fff; --text: #1c1d1f; --faint: #666a70; --line: #e2e4e8; --band: #f5f6f8; --shade: #0002;
          --positive: #15692f; --negative: #b3261e; --warning: #855500; --link: #0b57d0;
        }
        @media screen and (prefers-color-scheme: dark) {
          :root {
            --page: #17181a; --text: #e8e9eb; --faint: #9a9fa7; --line: #33363b; --band: #212326; --shade: #000a;
            --positive: #63d48c; --negative: #ff8a80; --warning: #f2c14e; --link: #8ab4f8;
          }
        }
        body {
          margin: clamp(0.75rem, 4vw, 2rem);
          font: 15px/1.45 system-ui, sans-serif; color: var(--text); background: var(--page);
        }
        table { border-collapse: separate; border-spacing: 0; font-variant-numeric: tabular-nums; }
        caption { padding: 0 0.75rem 0.75rem; font-size: 1.4rem; font-weight: 600; text-align: left; }
        th, td {
          max-width: 44ch; padding: 0.4rem 0.75rem; text-align: left; vertical-align: top;
          border-bottom: 1px solid var(--line); white-space: pre-wrap; overflow-wrap: anywhere;
        }
        thead th {
          max-width: 12ch; border-bottom: 2px solid var(--text); vertical-align: bottom; overflow-wrap: break-word;
        }
        tr { background: var(--page); }
        .head > * { padding-top: 1.25rem; }
        .foot { background: var(--band); font-weight: 600; }
        .foot th { font-weight: inherit; }
        tfoot .foot > * { border-top: 2px solid var(--text); }
        .right { text-align: right; }
        .center { text-align: center; }
        .strong { font-weight: 600; }
        /* Bold digits are wider in some fonts, and would not stand below the others. */
        td.right.strong, .foot td.right { font-weight: 400; -webkit-text-stroke: 0.04em; }
        .muted { color: var(--faint); }
        .positive { color: var(--positive); }
        .negative { color: var(--negative); }
        .warning { color: var(--warning); }
        a { color: var(--link); }
        /* What a number lacks of the longest fraction of its column. */
        [class^="right "]::after { content: var(--point, "") var(--digits, ""); visibility: hidden; }
        .point { --point: "."; }
        .comma { --point: ","; }
        .d1 { --digits: "0"; }
        .d2 { --digits: "00"; }
        .d3 { --digits: "000"; }
        .d4 { --digits: "0000"; }
        .d5 { --digits: "00000"; }
        .d6 { --digits: "000000"; }
        .d7 { --digits: "0000000"; }
        .d8 { --digits: "00000000"; }
        .d9 { --digits: "000000000"; }
        .d10 { --digits: "0000000000"; }
        .d11 { --digits: "00000000000"; }
        .d12 { --digits: "000000000000"; }
        .d13 { --digits: "0000000000000"; }
        .d14 { --digits: "00000000000000"; }
        .d15 { --digits: "000000000000000"; }
        .d16 { --digits: "0000000000000000"; }
        .actions form { display: inline-block; margin: 0 0.35rem 0 0; }
        .actions button {
          padding: 0.1rem 0.6rem; border: 1px solid var(--line); border-radius: 999px;
          font: inherit; font-size: 0.85rem; color: inherit; background: var(--band); cursor: pointer;
        }
        .actions button:hover, .actions button:focus-visible { border-color: currentColor; }
        .actions .destructive { color: var(--negative); }
        /* The page scrolls; the titles and the first column stay, and a shadow shows where there is more. */
        @media screen {
          :root { --before: transparent; --after: transparent; animation: more linear; animation-timeline: scroll(root inline); }
          table { width: max-content; }
          caption { position: sticky; left: 0; width: fit-content; }
          thead th { position: sticky; top: 0; z-index: 2; background: var(--page); }
          tr > :first-child:not([colspan]) {
            position: sticky; left: 0; z-index: 1; background: inherit;
            box-shadow: 1px 0 var(--before), 3px 0 var(--before), 6px 0 var(--before);
          }
          thead th:first-child:not([colspan]) { z-index: 3; }
          body::after {
            content: ""; position: fixed; top: 0; right: 0; bottom: 0; z-index: 4; pointer-events: none;
            box-shadow: 0 0 0.75rem 0.5rem var(--after);
          }
        }
        @keyframes more {
          0% { --after: var(--shade); }
          1%, 99% { --before: var(--shade); --after: var(--shade); }
          100% { --before: var(--shade); }
        }
        @media screen and (max-width: 48rem) {
          caption { max-width: calc(100vw - 3rem); }
          th, td { max-width: min(44ch, 55vw); }
          tr > :first-child:not([colspan]) { max-width: 35vw; }
          /* The first sum of a foot: only blanks are beside it that it may cover. */
          .foot > td:not(:empty):not(:first-child) {
            position: sticky; right: 0; background: inherit;
            box-shadow: -1px 0 var(--after), -3px 0 var(--after), -6px 0 var(--after);
          }
          .foot > td:not(:empty) ~ td:not(:empty) { position: static; box-shadow: none; }
        }

        """

    /// The hash of the stylesheet, for a `Content-Security-Policy` that allows only the embedded style.
    ///
    /// ```swift
    /// response.headers["Content-Security-Policy"] = "default-src 'none'; style-src '\(HTMLFormat.stylesheetHash)'"
    /// ```
    public static let stylesheetHash = "sha256-vxgQDwLA03ZCcTBw8glavVstyWfpPtALrk4lie2PuVc="
}
