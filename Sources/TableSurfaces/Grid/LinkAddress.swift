import TableAgent

/// The address of a link that is safe to follow.
///
/// The address is a valid URL with one of three schemes, or it is relative to the page. Characters that a URL
/// contains only in percent-encoded form are encoded, as in a browser. Addresses that could look like another
/// address are refused: addresses with white space, controls, invisible characters, backslashes, a user name
/// or a password. Hosts that are IPv6 addresses are refused, too.
package struct LinkAddress {
    /// The address.
    package let text: String

    /// Creates an address, or returns `nil` if the text is not a safe address.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - allowsRelative: Whether the address may consist of only a path, query or fragment, which refer to
    ///     the page's own host (RFC 3986, section 4.2).
    package init?(_ text: String, allowsRelative: Bool = false) {
        // Read scalars, as a browser does: a colon and a combining accent are one Swift `Character`. The array is
        // not a string, because each step back over a run of flags would read all of them.
        let scalars = Array(text.unicodeScalars)
        guard scalars.allSatisfy(Self.isAllowed) else { return nil }
        let scheme = scalars.prefix { !":/?#".unicodeScalars.contains($0) }
        guard scheme.count < scalars.count, scalars[scheme.count] == ":" else {
            guard allowsRelative, !text.isEmpty, !scalars.starts(with: "//".unicodeScalars) else {
                return nil
            }
            self.text = Self.encoded(scalars[...])
            return
        }
        let rest = scalars.dropFirst(scheme.count + 1)
        switch Self.string(scheme).lowercased() {
        case "http", "https":
            guard rest.starts(with: "//".unicodeScalars) else { return nil }
            let authority = rest.dropFirst(2).prefix { !"/?#".unicodeScalars.contains($0) }
            guard Self.isHost(authority) else { return nil }
            let path = Self.encoded(rest[authority.endIndex...])
            self.text = "\(Self.string(scheme).lowercased())://\(Self.string(authority))\(path)"
        case "mailto":
            let receiver = rest.prefix { $0 != "?" && $0 != "#" }
            let parts = receiver.split(separator: "@", omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
            self.text = "mailto:\(Self.encoded(rest))"
        default:
            return nil
        }
    }

    private static func string(_ scalars: some Sequence<Unicode.Scalar>) -> String {
        String(String.UnicodeScalarView(scalars))
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
    private static func isHost(_ authority: ArraySlice<Unicode.Scalar>) -> Bool {
        let host = authority.prefix { $0 != ":" }
        if host.count < authority.count {
            let port = authority.dropFirst(host.count + 1)
            guard 1...5 ~= port.count, port.allSatisfy({ "0"..."9" ~= $0 }),
                Int(string(port)).map({ $0 <= 65_535 }) == true
            else { return false }
        }
        return host.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
            guard let first = label.first, !isMark(first) else { return false }
            // Exclude characters that look like a slash or a dot.
            return label.allSatisfy { $0 == "-" || $0.properties.isIDContinue }
        }
    }

    /// Returns whether a scalar combines with the scalar before it. No label of a host starts with such a scalar
    /// (UTS #46, section 4.1).
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        [.nonspacingMark, .spacingMark, .enclosingMark].contains(scalar.properties.generalCategory)
    }

    /// Returns the text with percent-encoding where a URL requires it (URL Standard, URL code points).
    private static func encoded(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var result = ""
        var rest = scalars
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
    /// Returns the address beside a cell's value, or `nil` if there is no address or the address is not safe.
    @inline(__always)
    func address(of cell: GridCell) -> LinkAddress? {
        cell.linkCount > 0 ? link(of: cell).flatMap { LinkAddress($0, allowsRelative: true) } : nil
    }
}
