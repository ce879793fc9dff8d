import TableSurfaces

/// The fixed parts of a workbook's markup (ECMA-376).
enum XML {
    static let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
    static let mainNamespace = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    static let relationships = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    private static let packageNamespace = "http://schemas.openxmlformats.org/package/2006"
    private static let mediaType = "application/vnd.openxmlformats-officedocument.spreadsheetml"

    /// The media types of the parts.
    static let contentTypes =
        declaration + "<Types xmlns=\"\(packageNamespace)/content-types\">"
        + "<Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>"
        + "<Default Extension=\"xml\" ContentType=\"application/xml\"/>"
        + "<Override PartName=\"/xl/workbook.xml\" ContentType=\"\(mediaType).sheet.main+xml\"/>"
        + "<Override PartName=\"/xl/styles.xml\" ContentType=\"\(mediaType).styles+xml\"/>"
        + "<Override PartName=\"/xl/worksheets/sheet1.xml\" ContentType=\"\(mediaType).worksheet+xml\"/></Types>"

    /// Returns the list of relationships between parts, given their kinds and addresses. The ids are `rId1`, `rId2`, and so on.
    static func relationshipList(_ targets: some Sequence<(String, String)>) -> String {
        var list = declaration + "<Relationships xmlns=\"\(packageNamespace)/relationships\">"
        for (index, (kind, address)) in targets.enumerated() {
            list += "<Relationship Id=\"rId\(index + 1)\" Type=\"\(relationships)/\(kind)\" Target=\""
            list += escaped(address) + (kind == "hyperlink" ? "\" TargetMode=\"External\"/>" : "\"/>")
        }
        return list + "</Relationships>"
    }

    /// The description of the workbook.
    ///
    /// - Parameters:
    ///   - name: The name of the sheet.
    ///   - hasTitles: Whether the first row has titles, which each printed page repeats.
    ///   - filter: The cells with a filter, such as `$A$1:$C$9`.
    static func workbook(name: String, hasTitles: Bool, filter: String?) -> String {
        let reference = "'" + escaped(name) + "'!"
        var names = ""
        if let filter {
            names +=
                "<definedName name=\"_xlnm._FilterDatabase\" localSheetId=\"0\" hidden=\"1\">\(reference)\(filter)</definedName>"
        }
        if hasTitles {
            names +=
                "<definedName name=\"_xlnm.Print_Titles\" localSheetId=\"0\">\(reference)$1:$1</definedName>"
        }
        return declaration
            + "<workbook xmlns=\"\(mainNamespace)\" xmlns:r=\"\(relationships)\"><bookViews><workbookView/></bookViews>"
            + "<sheets><sheet name=\"\(escaped(name))\" sheetId=\"1\" r:id=\"rId1\"/></sheets>"
            + (names.isEmpty ? "" : "<definedNames>\(names)</definedNames>") + "</workbook>"
    }

    /// Returns the name of a sheet for a caption, or `nil` if the caption has no allowed character.
    ///
    /// A name has at most 31 UTF-16 units, no controls, none of `\\ / ? * [ ] :`, and is not `History`, which Excel reserves.
    /// Apostrophes become typographic ones, because formulas would need an escape for them.
    static func sheetName(_ caption: String) -> String? {
        var name = ""
        for character in caption {
            let isAllowed = character.unicodeScalars.allSatisfy {
                $0.value >= 0x20 && $0.value & 0xFFFE != 0xFFFE && !"\\/?*[]:".unicodeScalars.contains($0)
            }
            let next =
                isAllowed
                ? String(String.UnicodeScalarView(character.unicodeScalars.map { $0 == "'" ? "’" : $0 }))
                : " "
            if next == " ", name.isEmpty || name.last == " " { continue }
            guard name.utf16.count + next.utf16.count <= 31 else { break }
            name += next
        }
        // Readers would decode such a name, but not each reference to it (ECMA-376, 22.9.2.19). A mark may follow the last sign.
        name = name.replacing(/_(?=x[0-9A-Fa-f]{4}_)/.matchingSemantics(.unicodeScalar), with: " ")
        if name.last == " " { name.removeLast() }
        return name.isEmpty ? nil : name.lowercased() == "history" ? name + " 1" : name
    }

    /// Returns a text for an attribute or the content of an element. Characters that XML does not allow become spaces.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\0"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": result += " "
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

extension GridOutput {
    /// Writes the text of a cell as an element, and returns whether the whole text was written.
    ///
    /// A text that is too long for a cell ends in an ellipsis.
    mutating func writeCellText(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
        let end = utf8.fittingCount
        let isWhole = end == utf8.count
        let text = UnsafeBufferPointer(rebasing: utf8[..<end])
        // Without `xml:space`, readers remove white space at both ends of a text.
        let spaces = " \t\n".utf8
        let keepsSpace = text.first.map(spaces.contains) == true || text.last.map(spaces.contains) == true
        append(literal: keepsSpace ? "<t xml:space=\"preserve\">" : "<t>")
        write(text, where: Self.mayNeedXMLEscape) { scalar, bytes in
            switch scalar {
            case 0x26: "&amp;"
            case 0x3C: "&lt;"
            case 0x3E: "&gt;"
            case 0x09, 0x0A: nil
            case 0..<0x20, 0xFFFE, 0xFFFF: Self.escape(of: scalar)
            // Readers decode such a text, so its first character is encoded (ECMA-376, 22.9.2.19).
            case 0x5F: text.hasEscape(at: bytes.lowerBound) ? "_x005F_" : nil
            default: nil
            }
        }
        append(literal: isWhole ? "</t>" : "…</t>")
        return isWhole
    }

    private static func escape(of scalar: UInt32) -> String {
        let digits = String(scalar, radix: 16, uppercase: true)
        return "_x" + String(repeating: "0", count: 4 - digits.utf8.count) + digits + "_"
    }

    /// Returns a mask of the bytes that start a scalar that may need an escape.
    @inline(__always)
    private static func mayNeedXMLEscape(_ word: ByteWord) -> UInt64 {
        word.isASCII(in: 0...0x1F) | word.isEqual(to: UInt8(ascii: "&")) | word.isEqual(to: UInt8(ascii: "<"))
            | word.isEqual(to: UInt8(ascii: ">")) | word.isEqual(to: UInt8(ascii: "_"))
            | word.isEqual(to: 0xEF)
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The number of bytes that fit in a cell, which has at most 32,767 UTF-16 units. If the text is longer, there is room
    /// for an ellipsis.
    fileprivate var fittingCount: Int {
        let mostUnits = 32_767
        if count <= mostUnits { return count }
        var (offset, units, fitting) = (0, 0, 0)
        while offset < count, units <= mostUnits {
            units += scalar(at: &offset) > 0xFFFF ? 2 : 1
            if units < mostUnits { fitting = offset }
        }
        return units <= mostUnits ? count : fitting
    }

    /// Whether the written text at an offset would look like an escaped character: `_x`, four hexadecimal digits, and `_`.
    /// The last underscore may be that of an escape, too.
    fileprivate func hasEscape(at offset: Int) -> Bool {
        guard offset + 7 <= count, self[offset + 1] == UInt8(ascii: "x") else { return false }
        let rest = self[(offset + 6)...]
        guard
            rest[offset + 6] == UInt8(ascii: "_") || rest[offset + 6] < 0x20
                || rest.starts(with: "\u{FFFE}".utf8) || rest.starts(with: "\u{FFFF}".utf8)
        else { return false }
        return self[(offset + 2)..<(offset + 6)].allSatisfy {
            UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0 | 0x20
        }
    }
}
