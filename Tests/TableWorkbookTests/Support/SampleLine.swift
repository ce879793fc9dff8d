import TableAgent
import TableSurfaces
import TableWorkbook

/// A line that a closure fills.
struct Fill: Sendable {
    let fill: @Sendable (inout GridLine) -> Void

    init(_ fill: @escaping @Sendable (inout GridLine) -> Void) {
        self.fill = fill
    }
}

enum FilledLine: GridLineItem {
    static func fill(_ line: inout GridLine, with data: Fill) { data.fill(&line) }
}

extension TableSection {
    init(_ id: String, head: Fill? = nil, rows: [Fill], foot: Fill? = nil, isCollapsed: Bool = false) {
        self.init(id: id, isCollapsed: isCollapsed) {
            if let head { Head(head, as: FilledLine.self) }
            Rows(byPosition: rows, as: FilledLine.self)
            if let foot { Foot(foot, as: FilledLine.self) }
        }
    }
}

extension WorkbookFormat {
    /// Returns the parts of a workbook with a table.
    func parts(of table: TableInfo) throws -> WorkbookReader {
        try WorkbookReader(bytes(of: table))
    }

    /// Returns the parts of a workbook with rows under two titles.
    func parts(of rows: Fill...) throws -> WorkbookReader {
        try parts(of: TableInfo(columns: ["A", "B"], sections: [TableSection("only", rows: rows)]))
    }
}
