extension HandWritten {
    /// Writes the sheet of a workbook, without the small parts around it. The compression is that of the library.
    static func workbook(_ orders: [Order], _ output: inout Blocks) {
        let archive = ZipArchive()
        archive.beginEntry("xl/worksheets/sheet1.xml")
        var markup = Blocks(to: archive)
        sheet(orders, &markup)
        markup.flush()
        archive.finish()
        output.bytes += archive.takeBytes()
    }

    /// Writes the markup of the sheet.
    static func sheet(_ orders: [Order], _ output: inout Blocks) {
        output.append(start)
        for (index, width) in [13, 21, 12, 15, 15, 28].enumerated() {
            output.append(
                "<col min=\"\(index + 1)\" max=\"\(index + 1)\" width=\"\(width)\" customWidth=\"1\"/>")
        }
        output.append("</cols><sheetData><row r=\"1\">")
        for (letter, title) in zip(["A", "B", "C", "D", "E", "F"], Order.titles) {
            let style = ["A", "D", "E"].contains(letter) ? 258 : 252
            output.append("<c r=\"\(letter)1\" s=\"\(style)\" t=\"inlineStr\"><is><t>\(title)</t></is></c>")
        }
        output.append("</row>")
        for (index, order) in orders.enumerated() {
            let row = index + 2
            output.append("<row r=\"\(row)\"><c r=\"A\(row)\" s=\"1\"><v>\(order.id)</v></c>")
            appendText(order.customer, "B", row, &output)
            appendText(order.region, "C", row, &output)
            output.append("<c r=\"D\(row)\" s=\"1\"><v>\(order.quantity)</v></c>")
            output.append("<c r=\"E\(row)\" s=\"6\"><v>\(order.total)</v></c>")
            appendText(order.note, "F", row, &output)
            output.append("</row>")
            output.flushIfFull()
        }
        let last = orders.count + 1
        output.append("</sheetData><autoFilter ref=\"A1:F\(last)\"/>")
        output.append(
            "<pageMargins left=\"0.5\" right=\"0.5\" top=\"0.75\" bottom=\"0.75\" header=\"0.3\" footer=\"0.3\"/>"
        )
        output.append(
            "<pageSetup orientation=\"landscape\" fitToWidth=\"1\" fitToHeight=\"0\"/><headerFooter>")
        output.append(
            "<oddHeader>&amp;CTable</oddHeader><oddFooter>&amp;C&amp;P / &amp;N</oddFooter></headerFooter>")
        output.append(
            "<ignoredErrors><ignoredError sqref=\"A1:F\(last)\" numberStoredAsText=\"1\"/></ignoredErrors>")
        output.append("</worksheet>")
    }

    private static let start =
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
        + "<worksheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\" "
        + "xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\">"
        + "<sheetPr><outlinePr summaryBelow=\"0\"/><pageSetUpPr fitToPage=\"1\"/></sheetPr>"
        + "<sheetViews><sheetView tabSelected=\"1\" workbookViewId=\"0\">"
        + "<pane ySplit=\"1\" topLeftCell=\"A2\" activePane=\"bottomLeft\" state=\"frozen\"/>"
        + "<selection pane=\"bottomLeft\" activeCell=\"A2\" sqref=\"A2\"/></sheetView></sheetViews>"
        + "<sheetFormatPr defaultRowHeight=\"15\"/><cols>"

    /// Appends a text cell, unless the text is empty.
    private static func appendText(_ text: String, _ letter: String, _ row: Int, _ output: inout Blocks) {
        if text.isEmpty { return }
        output.append("<c r=\"\(letter)\(row)\" s=\"7\" t=\"inlineStr\"><is><t>")
        output.append(text, escaping: escape)
        output.append("</t></is></c>")
    }

    private static func escape(_ byte: UInt8) -> String? {
        switch byte {
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        default: nil
        }
    }
}
