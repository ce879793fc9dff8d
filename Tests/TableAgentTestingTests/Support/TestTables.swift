import TableAgent
import TableAgentTesting

enum NumberLine: GridLineItem {
    static func fill(_ line: inout GridLine, with number: Int) {
        line.integer(number, shown: "#\(number)")
        line.text(nil, role: .muted)
    }

    static func height(of number: Int) -> Double? { 44 }
}

enum TitleLine: GridLineItem, SectionItem {
    static func fill(_ line: inout GridLine, with title: String, in section: SectionState) {
        line.text("\(title) (\(section.rowCount))", role: .strong)
    }

    static func height(of title: String) -> Double? { 30 }
}

/// An item whose view is not a line of cells.
enum LabelItem: TableItem {
    static func fill(_ label: inout String, with text: String) {
        label = text
    }
}

struct TableReformer: StatelessReformer {
    func reform(_ table: TableInfo) -> TableInfo { table }
}

struct Refused: Error, Equatable {}

extension TableInfo {
    static func numbers(_ numbers: Int...) -> TableInfo {
        TableInfo(columns: ["Number", "Note"]) {
            TableSection(id: "numbers") {
                Head("Numbers", as: TitleLine.self)
                Rows(numbers, id: \.self, as: NumberLine.self)
            }
        }
    }
}

/// The ids of sections with the ids of their rows, as in `["A": ["a", "b"]]`.
struct ShortTable: ExpressibleByDictionaryLiteral {
    let table: TableInfo

    init(dictionaryLiteral sections: (String, [String])...) {
        table = TableInfo(
            sections: sections.map { id, rows in
                TableSection(id: id, rows: Rows(rows, id: \.self, as: LabelItem.self))
            })
    }
}

/// Returns the violations of a batch that a closure fills.
func violations(
    from old: ShortTable, to new: ShortTable, _ fill: (inout TableBatch) -> Void
) -> [BatchViolation.Kind] {
    var batch = TableBatch()
    fill(&batch)
    return BatchSimulator(from: old.table, to: new.table).violations(of: batch).map(\.kind)
}

extension RowPosition {
    static func at(_ section: Int, _ row: Int) -> RowPosition {
        RowPosition(section: section, row: row)
    }
}
