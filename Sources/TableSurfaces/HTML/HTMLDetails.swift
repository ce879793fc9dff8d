package import TableAgent

/// What the cells of a row have besides their contents: buttons that edit them, and a link to the details of the row.
struct RowExtras {
    /// The address of the details, or `nil` if the row has none.
    let details: String?
    private let edits: [Int: HTMLActions.Edit]
    private let key: String
    private let label: String
    private let actions: HTMLActions

    /// Creates the parts, or returns `nil` if the row has none.
    init?(of row: Row, key: String, label: String, columns: [GridColumn], actions: HTMLActions) {
        details = actions.opensDetails && row.hasDetails ? actions.detailsAddress(ofRowWithKey: key) : nil
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

    /// Writes the button that edits a cell, if there is one.
    func writeEdit(at index: Int, _ output: inout GridOutput, _ words: PageWords) {
        if let edit = edits[index] { actions.write(edit, key: key, label: label, &output, words) }
    }
}

extension GridOutput {
    /// Writes the first cell of a row as a link to the details of the row. A cell with a link of its own, and one without a text, is
    /// followed by the link.
    mutating func writeDetailsLink(to address: String, around line: borrowing GridLine, named name: String) {
        let cell = line.cells[0]
        let isText = !cell.shown.isEmpty && cell.linkCount == 0 && cell.role != .link
        if !isText { writeContent(of: line, at: 0) }
        append(literal: isText ? "<a class=\"open\"" : " <a class=\"open\"")
        writeAttribute("href", address)
        if !isText { writeAttribute("aria-label", name) }
        append(literal: ">")
        if isText { writeContent(of: line, at: 0) } else { write("…") }
        append(literal: "</a>")
    }
}

extension HTMLFormat {
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
        let label = HTMLActions.label(of: row)
        let bytes = GridOutput.bytes { output in
            output.append(literal: "<aside class=\"details\" tabindex=\"-1\"")
            output.writeAttribute("data-row", key)
            output.writeAttribute("aria-label", label)
            output.append(literal: ">\n<a class=\"close\"")
            output.writeAttribute("href", actions.page)
            output.append(literal: ">")
            output.writeHTML(words.page.close)
            output.append(literal: "</a>\n<h2 dir=\"auto\">")
            output.writeHTML([shown.first?.title ?? "", label].filter { !$0.isEmpty }.joined(separator: " "))
            output.append(literal: "</h2>\n<dl>\n")
            for (index, column) in shown.enumerated().dropFirst() where index < line.cells.count {
                let edit = edits.first { $0.column == column.key }
                if line.cells[index].shown.isEmpty, edit == nil { continue }
                output.writeDetail(column.title) { output in
                    output.writeContent(of: line, at: index)
                    if let edit { actions.write(edit, key: key, label: label, &output, words.page) }
                }
            }
            for (title, line) in row.details(in: words)?.entries ?? [] {
                output.writeDetail(title) { output in
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
    fileprivate mutating func writeDetail(_ title: String, _ content: (inout GridOutput) -> Void) {
        append(literal: "<dt dir=\"auto\">")
        writeHTML(title)
        append(literal: "</dt><dd dir=\"auto\">")
        content(&self)
        append(literal: "</dd>\n")
    }
}
