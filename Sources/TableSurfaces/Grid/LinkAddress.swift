import TableAgent

/// The address of a link that is safe to follow.
///
/// It is a valid URL with one of three schemes, or relative to the page. Characters that a URL contains only
/// in percent-encoded form are encoded, as in a browser. Addresses that could look like another address are
/// refused: addresses with white space, controls, invisible characters, backslashes, a user name or a
/// password. Hosts that are IPv6 addresses are refused, too.
struct LinkAddress {
    /// The address.
    let text: String

    /// Creates an address, or returns `nil` if the text is not a safe address.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - allowsRelative: Whether the address may consist of only a path, query or fragment, which refer to
    ///     the page's own host (RFC 3986, section 4.2).
    init?(_ text: String, allowsRelative: Bool = false) {
        guard text.unicodeScalars.allSatisfy(Self.isAllowed) else { return nil }
        // Read scalars, as a browser does: a colon with an accent is one character.
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

    /// Returns whether an address may contain a character, unchanged or encoded.
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

    /// Returns whether a text is a host with an optional port, without a user name.
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
                    // Exclude characters that look like a slash or a dot.
                    default: !scalar.isASCII && scalar.properties.isIDContinue
                    }
                }
        }
    }

    /// Returns the text with percent-encoding where a URL requires it (URL Standard, URL code points).
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
    /// Returns the address beside a cell's value, if there is one and it is safe.
    @inline(__always)
    func address(of cell: GridCell) -> LinkAddress? {
        cell.linkCount > 0 ? link(of: cell).flatMap { LinkAddress($0, allowsRelative: true) } : nil
    }
}
