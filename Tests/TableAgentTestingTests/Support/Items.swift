import TableAgent

enum NumberLine: GridLineItem {
    static func fill(_ line: inout GridLine, with number: Int) {
        line.integer(number, shown: "#\(number)")
        line.text(nil, role: .muted)
    }
}

enum TitleLine: GridLineItem, SectionItem {
    static func fill(_ line: inout GridLine, with title: String, in section: SectionState) {
        line.text("\(title) (\(section.rowCount))", role: .strong)
    }
}

/// An item whose view is no line of cells.
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
                Head("Numbers", as: TitleLine.self, height: 30)
                Rows(numbers, id: \.self, as: NumberLine.self, height: 44)
            }
        }
    }
}
