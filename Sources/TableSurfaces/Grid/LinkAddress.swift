import TableAgent

/// The address of a link that is safe to follow, as a page may write it.
///
/// It is a valid URL with one of three schemes, or relative to the page. Characters that a URL has only in their
/// percent-encoded form are given that form, as a browser would. What could make an address look like another is
/// refused: white space, controls and characters that are not seen, backslashes, a user name or password. So are hosts that are an IPv6 address.
struct LinkAddress {
    /// The address.
    let text: String

    /// Makes none of a text that is no such address.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - allowsRelative: Whether the address may have a path, query or fragment alone, which lead to the page's own
    ///     host (RFC 3986, section 4.2).
    init?(_ text: String, allowsRelative: Bool = false) {
        guard text.unicodeScalars.allSatisfy(Self.isAllowed) else { return nil }
        // By scalars, as a browser reads it: a colon with an accent is one character.
        let scalars = text.unicodeScalars
        let start = scalars.prefix { !":/?#".unicodeScalars.contains($0) }
        guard start.endIndex < scalars.endIndex, scalars[start.endIndex] == ":" else {
            guard allowsRelative, !text.isEmpty, !scalars.starts(with: "//".unicodeScalars) else {
                return nil
            }
            self.text = Self.encoded(text[...])
            return
        }
        let scheme = Substring(start).lowercased()
        let rest = Substring(scalars[start.endIndex...].dropFirst())
        switch scheme {
        case "http", "https":
            guard rest.hasPrefix("//") else { return nil }
            let authority = rest.dropFirst(2).prefix { !"/?#".contains($0) }
            guard Self.isHost(authority) else { return nil }
            let path = rest[authority.endIndex...]
            self.text = "\(scheme)://\(authority)\(Self.encoded(path))"
        case "mailto":
            let receiver = rest.prefix { $0 != "?" && $0 != "#" }
            let parts = receiver.split(separator: "@", omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
            self.text = "mailto:\(Self.encoded(rest))"
        default:
            return nil
        }
    }

    /// Whether a character may stand in an address, as it is or encoded.
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\\": false
        case "!"..."~": true
        case ..."\u{9F}": false
        default:
            !scalar.properties.isWhitespace && !scalar.properties.isNoncharacterCodePoint
                && !scalar.properties.isDefaultIgnorableCodePoint && !scalar.properties.isBidiControl
        }
    }

    /// Whether this is a host, and perhaps a port, without a user name before it.
    private static func isHost(_ authority: Substring) -> Bool {
        let port = authority.wholeMatch(of: /.*:([0-9]{1,5})/)?.output.1
        let host = port.map { authority.dropLast($0.count + 1) } ?? authority
        if let port, Int(port).map({ $0 > 65_535 }) ?? true { return false }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        return labels.allSatisfy { label in
            !label.isEmpty
                && label.unicodeScalars.allSatisfy { scalar in
                    switch scalar {
                    case "a"..."z", "A"..."Z", "0"..."9", "-", "_": true
                    // No sign that looks like a slash or a dot.
                    default: !scalar.isASCII && scalar.properties.isIDContinue
                    }
                }
        }
    }

    /// Encodes what a URL has only in its percent-encoded form (URL Standard, URL code points).
    private static func encoded(_ text: Substring) -> String {
        var result = ""
        var rest = text.unicodeScalars
        var isFragment = false
        while let scalar = rest.popFirst() {
            let isValid =
                switch scalar {
                case "\"", "<", ">", "[", "]", "^", "`", "{", "|", "}": false
                case "%": rest.count >= 2 && rest.prefix(2).allSatisfy(\.properties.isASCIIHexDigit)
                case "#": !isFragment
                default: true
                }
            if scalar == "#" { isFragment = true }
            if isValid {
                result.unicodeScalars.append(scalar)
            } else {
                result += "%" + String(scalar.value, radix: 16, uppercase: true)
            }
        }
        return result
    }
}

extension GridLine {
    /// The address that the text of a cell leads to, if the cell has a safe one beside its value.
    @inline(__always)
    func address(of cell: GridCell) -> LinkAddress? {
        cell.linkCount > 0 ? link(of: cell).flatMap { LinkAddress($0, allowsRelative: true) } : nil
    }
}
