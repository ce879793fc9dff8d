import TableAgent

/// Writes lines of one table as JSON.
struct JSONRows {
    private var keys: JSONKeys
    private let notFinite: JSONNotFinite
    private var line = GridLine()

    /// Whether no row was written yet.
    var isFirst = true

    init(of table: TableInfo, notFinite: JSONNotFinite) {
        keys = JSONKeys(of: table)
        self.notFinite = notFinite
    }

    /// Writes the rows of a section as objects.
    ///
    /// - Parameters:
    ///   - first: What is written before a row that is the first one.
    ///   - next: What is written before any other row.
    ///   - end: What is written behind each row.
    mutating func write(
        section index: Int, of table: TableInfo, to output: inout GridOutput, before first: StaticString = "",
        between next: StaticString = "", after end: StaticString = ""
    ) throws {
        var row = 0
        try table.walkRows(ofSection: index, rows: table.sections[index].rows, line: &line) { line in
            let position = RowPosition(section: index, row: row)
            try notFinite.check(line, of: table, place: "\(position)", position: position)
            output.bytes.append(literal: isFirst ? first : next)
            output.writeJSONRow(line, keys: &keys)
            output.bytes.append(literal: end)
            isFirst = false
            row += 1
            try output.endLine()
        }
    }

    /// Writes a head as an array, or a foot as an object.
    mutating func write(
        _ entry: HeadFoot, _ kind: HeadFootKind, ofSection index: Int, of table: TableInfo,
        to output: inout GridOutput
    ) throws {
        try table.fill(&line, with: entry, kind, ofSection: index)
        try notFinite.check(line, of: table, place: "the \(kind.rawValue) of section \(index)")
        switch kind {
        case .head: output.writeJSONArray(line)
        case .foot: output.writeJSONObject(line, keys: &keys)
        }
    }
}
