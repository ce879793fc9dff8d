package import TableAgent

/// The keys of sections and rows in markup, which are as stable as the ids.
///
/// A key is the text of the ids, such as `july/4711` for a row. Slashes, percent signs, controls and
/// noncharacters are percent-encoded. The first character of a textual id that begins like a number is also
/// encoded, so the row `"1"` and the row `1` have different keys. Other ids of different types with the same
/// text have the same key.
///
/// Equal strings can have different UTF-8, such as "é" with one scalar or with a combining accent. Ids that differ
/// only in this way have equal keys as Swift strings, so a program finds a row by either key. A browser compares the
/// UTF-8 of keys, so a program that changes a page in place must use the keys on the page. A live page of
/// `TableLive` keeps the keys of the sections and rows that remain, and its patches use these keys.
extension HTMLFormat {
    /// Returns the key of a section.
    package static func key(ofSection id: some Hashable & Sendable) -> String {
        text(of: AnyID(id))
    }

    /// Returns the key of a row, which begins with the key of its section.
    package static func key(
        ofRow id: some Hashable & Sendable, inSection section: some Hashable & Sendable
    ) -> String {
        key(ofRow: AnyID(id), inSectionWithKey: key(ofSection: section))
    }

    /// Returns the key of a row, which begins with the key of its section.
    package static func key(ofRow id: AnyID, inSectionWithKey section: String) -> String {
        "\(section)/\(text(of: id))"
    }

    /// Returns the key of a head or foot, such as `july/%head`. No row has such a key, because a percent sign in an id is
    /// encoded.
    package static func key(of part: TablePart, inSectionWithKey section: String) -> String {
        "\(section)/%\(part.rawValue)"
    }

    /// Returns the row, head, or foot with a key, for example when the program receives a form that an action of the row
    /// sent.
    ///
    /// - Parameters:
    ///   - key: The key, which may be any text.
    ///   - table: The table, which may have changed since the key was written.
    /// - Returns: The first visible row, head, or foot with the key, or `nil` if no line has the key.
    /// - Complexity: O(sections + rows of the section).
    package static func line(withKey key: String, in table: TableInfo) -> (sender: EventSender, row: Row)? {
        guard let slash = key.utf8.firstIndex(of: UInt8(ascii: "/")) else { return nil }
        let sectionKey = key[..<slash]
        let rowKey = key[key.utf8.index(after: slash)...]
        let part = rowKey.first == "%" ? TablePart(rawValue: String(rowKey.dropFirst())) : nil
        if part == .tableFoot { return table.footSender.map { (.tableFoot, $0) } }
        for (index, section) in table.sections.enumerated() where text(of: section.id) == sectionKey {
            if let part, let row = section.sender(of: part) {
                return (part == .head ? .head(.at(index)) : .foot(.at(index)), row)
            }
            if let row = section.visibleRows.firstIndex(where: { text(of: $0.id) == rowKey }) {
                return (.row(.at(RowPosition(section: index, row: row))), section.visibleRows[row])
            }
        }
        return nil
    }

    /// Returns the visible row with a key, or the only visible row with the id of the key in another section.
    ///
    /// - Parameter key: The key, which may be any text.
    /// - Returns: The row and its key now, or `nil` if there is no such row.
    /// - Complexity: O(rows) if the row is not in the section of the key.
    package static func row(withKey key: String, in table: TableInfo) -> (row: Row, key: String)? {
        if let line = line(withKey: key, in: table) {
            if case .row = line.sender { return (line.row, key) }
            return nil
        }
        let id = key.drop { $0 != "/" }.dropFirst()
        let found = table.sections.lazy.flatMap { section in
            section.visibleRows.lazy.filter { text(of: $0.id) == id }.map { (section.id, $0) }
        }.prefix(2)
        guard found.count == 1, let (section, row) = found.first else { return nil }
        return (row, self.key(ofRow: row.id, inSection: section))
    }

    /// Returns the id in the key of a row, even if the row no longer exists.
    ///
    /// ```swift
    /// let order = HTMLFormat.rowID(inKey: "july/4711", as: Int.self)      // 4711
    /// ```
    ///
    /// - Parameters:
    ///   - key: The key, which may be any text.
    ///   - type: The type of the id.
    /// - Returns: The id, or `nil` if the text is not the key of a row with such an id.
    package static func rowID<ID: LosslessStringConvertible & Hashable & Sendable>(
        inKey key: String, as type: ID.Type = ID.self
    ) -> ID? {
        guard let slash = key.utf8.firstIndex(of: UInt8(ascii: "/")) else { return nil }
        let rowKey = key[key.utf8.index(after: slash)...]
        // If the key has wrong escapes, the comparison fails.
        guard let id = ID(unescaped(rowKey.utf8)), text(of: AnyID(id)) == rowKey else { return nil }
        return id
    }

    /// Returns the text whose escaped form is ``text(of:)``. Two characters after a percent sign that are not hexadecimal
    /// digits become a zero byte.
    package static func unescaped(_ text: Substring.UTF8View) -> String {
        let parts = text.split(separator: UInt8(ascii: "%"), omittingEmptySubsequences: false)
        let bytes = parts.dropFirst().reduce(into: Array(parts[0])) { bytes, part in
            bytes.append(UInt8(String(decoding: part.prefix(2), as: UTF8.self), radix: 16) ?? 0)
            bytes += part.dropFirst(2)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the key in the markup of a section or row: the value of the first attribute.
    package static func key(in markup: ArraySlice<UInt8>) -> String {
        let parts = escapedKey(in: markup).split(
            separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
        let bytes = parts.dropFirst().reduce(into: Array(parts.first ?? [])) { bytes, part in
            // The first byte identifies the escape: `&amp;`, `&lt;`, `&gt;`, `&quot;`, or `&#39;`.
            switch part.first {
            case UInt8(ascii: "a"): bytes.append(UInt8(ascii: "&"))
            case UInt8(ascii: "l"): bytes.append(UInt8(ascii: "<"))
            case UInt8(ascii: "g"): bytes.append(UInt8(ascii: ">"))
            case UInt8(ascii: "q"): bytes.append(UInt8(ascii: "\""))
            default: bytes.append(UInt8(ascii: "'"))
            }
            bytes += part.drop { $0 != UInt8(ascii: ";") }.dropFirst()
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the key in the markup of a section or row, escaped as in the markup.
    package static func escapedKey(in markup: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        markup.drop { $0 != UInt8(ascii: "\"") }.dropFirst().prefix { $0 != UInt8(ascii: "\"") }
    }

    /// Returns a text without slashes, controls, and noncharacters for an id.
    static func text(of id: AnyID) -> String {
        let text = id.description
        let looksLikeNumber =
            (id.base is any StringProtocol || id.base is Character)
            && text.utf8.first.map { 0x30...0x39 ~= $0 || $0 == 0x2D } == true
        if !looksLikeNumber, text.utf8.allSatisfy({ 0x20...0x7E ~= $0 && $0 != 0x25 && $0 != 0x2F }) {
            return text
        }
        var result = ""
        for (offset, scalar) in text.unicodeScalars.enumerated() {
            if (offset == 0 && looksLikeNumber) || isEncoded(scalar) {
                for byte in String(scalar).utf8 {
                    result += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
                }
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func isEncoded(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "%", "/", "\0"..."\u{1F}", "\u{7F}"..."\u{9F}": true
        default: scalar.properties.isNoncharacterCodePoint
        }
    }
}
