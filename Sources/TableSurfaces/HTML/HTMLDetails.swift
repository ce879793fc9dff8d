package import TableAgent

/// What the cells of a row have besides their contents: buttons that edit them, and a link to the details of the row.
struct RowExtras {
    /// The address and the version of the details, or `nil` if the row has none.
    private let details: (address: String, version: String)?
    private let edits: [Int: HTMLActions.Edit]
    private let key: String
    private let label: String
    private let actions: HTMLActions

    /// Creates the parts, or returns `nil` if the row has none.
    init?(
        of row: Row, key: String, label: String, columns: [GridColumn], actions: HTMLActions,
        words: TableWords
    ) {
        let hasDetails = actions.opensDetails && row.hasDetails
        details =
            hasDetails
            ? (actions.detailsAddress(ofRowWithKey: key), HTMLFormat.detailsVersion(of: row, in: words)) : nil
        var edits: [Int: HTMLActions.Edit] = [:]
        for edit in HTMLActions.edits(of: row) {
            if let index = columns.firstIndex(where: { $0.key == edit.column }) { edits[index] = edit }
        }
        guard details != nil || !edits.isEmpty else { return nil }
        self.edits = edits
        self.key = key
        self.label = label
        self.actions = actions
    }

    /// Writes the content of a cell. The content of the first cell is a link to the details of the row. A cell with a link of its
    /// own, and one without a text, is followed by the link.
    func write(
        _ line: borrowing GridLine, at index: Int, to output: inout GridOutput, in words: PageWords,
        content: (inout GridOutput) -> Void
    ) {
        writeEdit(at: index, to: &output, in: words)
        guard index == 0, let details else { return content(&output) }
        let cell = line.cells[0]
        let isText = !cell.shown.isEmpty && cell.linkCount == 0 && cell.role != .link
        if !isText { content(&output) }
        output.append(literal: isText ? "<a class=\"open\"" : " <a class=\"open\"")
        output.writeAttribute("href", details.address)
        output.writeAttribute("data-version", details.version)
        if !isText { output.writeAttribute("aria-label", words.details) }
        output.append(literal: ">")
        if isText { content(&output) } else { output.write("…") }
        output.append(literal: "</a>")
    }

    /// Writes the button that edits a cell, if there is one.
    func writeEdit(at index: Int, to output: inout GridOutput, in words: PageWords) {
        if let edit = edits[index] { actions.write(edit, key: key, label: label, to: &output, in: words) }
    }
}

extension HTMLFormat {
    /// Returns a text that changes whenever the details of a row change: a hash of all cells, also of those that are not visible, and
    /// of what the item adds. A script compares the text of the row with that of the open details.
    static func detailsVersion(of row: Row, in words: TableWords) -> String {
        // FNV-1a with 64 bits.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        func add(_ bytes: some Sequence<UInt8>) {
            for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        }
        func add(_ line: borrowing GridLine) {
            line.bytes.withBytes { add($0) }
            add(line.cells.map { UInt8(truncatingIfNeeded: $0.role.rawValue) })
        }
        var line = GridLine(words: words)
        _ = row.fill(&line)
        add(line)
        for (title, line) in row.details(in: words)?.entries ?? [] {
            add(title.utf8)
            add(line)
        }
        for edit in HTMLActions.edits(of: row) { add(edit.payload.utf8) }
        return String(hash & 0xFFFF_FFFF, radix: 36)
    }

    /// Returns the details of a row as a part of its page: the cells of all columns, and what the item adds.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - key: The key of the row.
    ///   - columns: The columns of the whole table.
    package func details(of row: Row, key: String, columns: [GridColumn]) -> String {
        let actions = actions ?? HTMLActions(address: "")
        var line = GridLine(words: words, columns: columns)
        _ = row.fill(&line)
        let shown = columns.shown(to: .people)
        let edits = HTMLActions.edits(of: row)
        let label =
            line.cells.first.map { line.withShown(of: $0) { String(decoding: $0, as: UTF8.self) } } ?? ""
        let bytes = GridOutput.bytes { output in
            output.append(literal: "<aside class=\"details\" tabindex=\"-1\"")
            output.writeAttribute("data-row", key)
            output.writeAttribute("data-version", Self.detailsVersion(of: row, in: words))
            output.writeAttribute("aria-label", label)
            output.append(literal: ">\n<a class=\"close\"")
            output.writeAttribute("href", actions.page)
            output.append(literal: ">")
            output.writeHTML(words.page.close)
            output.append(literal: "</a>\n<h2 dir=\"auto\">")
            // A “7” needs the title of its column, as in “Order 7”, and “Rosa Quinn” does not.
            if line.cells.first?.isNumber == true, let title = shown.first?.title, !title.isEmpty {
                output.writeHTML(title + " ")
            }
            output.writeHTML(label)
            output.append(literal: "</h2>\n<dl>\n")
            for (index, column) in shown.enumerated() {
                let cell = index < line.cells.count ? line.cells[index] : nil
                let edit = edits.first { $0.column == column.key }
                // The first cell is the heading.
                if edit == nil, index == 0 || cell?.shown.isEmpty != false { continue }
                output.writeDetail(column.title, role: cell?.role) { output in
                    if cell != nil { output.writeContent(of: line, at: index) }
                    if let edit { actions.write(edit, key: key, label: label, to: &output, in: words.page) }
                }
            }
            for (title, line) in row.details(in: words)?.entries ?? [] {
                output.writeDetail(title, role: line.cells.first?.role) { output in
                    for index in line.cells.indices {
                        if index > 0 { output.append(literal: " ") }
                        output.writeContent(of: line, at: index)
                    }
                }
            }
            output.append(literal: "</dl>\n</aside>\n")
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension GridOutput {
    fileprivate mutating func writeDetail(
        _ title: String, role: GridRole?, _ content: (inout GridOutput) -> Void
    ) {
        append(literal: "<dt dir=\"auto\">")
        writeHTML(title)
        append(literal: "</dt><dd")
        if let role, role != .plain { write(" class=\"\(role)\"") }
        append(literal: " dir=\"auto\">")
        content(&self)
        append(literal: "</dd>\n")
    }
}
