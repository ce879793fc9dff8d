import TableAgent

extension GridOutput {
    /// Writes text so that a page shows it as it is, in content and in attributes in double quotes.
    ///
    /// Line breaks become `<br>` and characters that HTML does not allow U+FFFD.
    mutating func writeHTML(_ utf8: UnsafeBufferPointer<UInt8>) {
        for (index, byte) in utf8.enumerated() {
            switch byte {
            case UInt8(ascii: "&"): write("&amp;")
            case UInt8(ascii: "<"): write("&lt;")
            case UInt8(ascii: ">"): write("&gt;")
            case UInt8(ascii: "\""): write("&quot;")
            case UInt8(ascii: "'"): write("&#39;")
            case 10: if index == 0 || utf8[index - 1] != 13 { write("<br>") }
            case 13: write("<br>")
            case 9: bytes.append(byte)
            case 0x00...0x1F, 0x7F: write("\u{FFFD}")
            default: bytes.append(byte)
            }
        }
    }

    mutating func writePageStart(title: String) {
        write("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>")
        var title = title
        title.withUTF8 { writeHTML($0) }
        write("</title>\n<style>\n\(Self.stylesheet)</style>\n</head>\n<body>\n")
    }

    mutating func writePageEnd() {
        write("</body>\n</html>\n")
    }

    private static var stylesheet: String {
        """
        :root { color-scheme: light dark; }
        body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem; }
        table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
        th, td { padding: 0.35rem 0.75rem; text-align: left; vertical-align: top; }
        thead th { border-bottom: 2px solid; }
        tbody td { border-bottom: 1px solid color-mix(in srgb, currentColor 15%, transparent); }
        th.head { padding-top: 1.25rem; font-size: 1.05em; }
        tr.foot td { border-bottom: 0; font-weight: 600; }
        .right { text-align: right; }
        .center { text-align: center; }
        .strong { font-weight: 600; }
        .muted { opacity: 0.65; }
        .positive { color: light-dark(#15692f, #5fd38a); }
        .negative { color: light-dark(#b3261e, #ff8a80); }
        .warning { color: light-dark(#8a5a00, #f2c14e); }

        """
    }
}

extension GridColumn.Alignment {
    /// The class attribute of a cell with this alignment and a role, with a blank before it.
    func htmlClass(with role: GridRole = .plain) -> String {
        let alignment: String? =
            switch self {
            case .right: "right"
            case .center: "center"
            case .left, .automatic: nil
            }
        let classes = [alignment, role == .plain ? nil : "\(role)"].compactMap(\.self)
        return classes.isEmpty ? "" : " class=\"\(classes.joined(separator: " "))\""
    }
}
