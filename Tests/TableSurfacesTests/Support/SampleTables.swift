import TableAgent

extension TableSection {
    /// Creates a section of sample cells.
    init(
        _ id: some Hashable & Sendable, head: [SampleCell]? = nil, rows: [[SampleCell]] = [],
        foot: [SampleCell]? = nil, isCollapsed: Bool = false
    ) {
        self.init(id: id, isCollapsed: isCollapsed) {
            if let head { Head(head, as: SampleLine.self) }
            Rows(byPosition: rows, as: SampleLine.self)
            if let foot { Foot(foot, as: SampleLine.self) }
        }
    }
}

extension TableInfo {
    /// Creates a table with one section without head and foot.
    init(_ columns: [GridColumn], rows: [[SampleCell]]) {
        self.init(columns: columns, sections: [TableSection("only", rows: rows)])
    }

    /// Two sections. The first has a head that spans all columns, and a foot with cells.
    static var store: TableInfo {
        TableInfo(
            columns: ["Item", "Count"],
            sections: [
                TableSection(
                    "fruit", head: ["Fruit"], rows: [["Apple", 3], ["Fig", 12]],
                    foot: [.word("Total"), 15]),
                TableSection("metal", rows: [["Nail", 100]]),
            ])
    }

    /// Ten thousand rows of three cells.
    static var long: TableInfo {
        TableInfo(
            ["Number", "Name", "Half"],
            rows: (0..<10_000).map { number in
                [
                    SampleCell(.integer(number)), .text("the name of row number \(number)"),
                    SampleCell(.double(Double(number) / 2)),
                ]
            })
    }
}

/// An item for another kind of surface.
enum OddItem: TableItem {
    static func fill(_ view: inout [String], with text: String) { view.append(text) }
}

/// Returns the raw data, which is already a table.
struct SameTable: StatelessReformer {
    func reform(_ table: TableInfo) -> TableInfo { table }
}
