import TableAgent

extension Samples {
    /// Edits of the table `several`, one after the other, each with its name.
    static var edits: [(String, (inout TableEdit) throws -> Void)] {
        [
            (
                "a row got other data",
                { table in
                    try table.replaceData(ofRow: .id(7), with: Sample(id: 7) { $0.integer(3) })
                }
            ),
            (
                "rows were put in",
                { table in
                    try table.insert(Row("Ada", id: "Ada", as: NameLine.self), before: .id("Barbara"))
                    try table.append(Rows(["Lynn", "Joan"], id: \.self, as: NameLine.self), to: .id("first"))
                }
            ),
            (
                "rows were removed",
                { table in
                    try table.removeRow(.id("Tony"))
                    try table.removeLastRow(of: .id("first"))
                }
            ),
            ("a row moved within its section", { try $0.moveRow(.id("Donald"), before: .id("Ada")) }),
            ("a row moved to another section", { try $0.moveRow(.id("John"), after: .id("Ada")) }),
            (
                "a section came",
                { table in
                    try table.insert(
                        TableSection(id: "new") {
                            Head("New", as: SampleTitle.self)
                            Row("Radia", id: "Radia", as: NameLine.self)
                        }, at: 0)
                }
            ),
            ("a section collapsed", { try $0.collapseSection(.id("first")) }),
            ("a section expanded", { try $0.expandSection(.id("collapsed")) }),
            ("a section expanded again", { try $0.expandSection(.id("first")) }),
            ("a section moved", { try $0.moveSection(.id("collapsed"), to: 0) }),
            (
                "a head and a foot changed",
                { table in
                    try table.setHead(Head("Other", as: SampleTitle.self), of: .id("first"))
                    try table.setFoot(nil, of: .id("first"))
                }
            ),
            (
                "much changed at once",
                { table in
                    try table.removeSection(.id("new"))
                    try table.replaceRows(
                        of: .id(2), with: Rows(["Tony", "Alan", "Leslie"], id: \.self, as: NameLine.self))
                    try table.moveRow(.id("Edsger"), toEndOf: .id(2))
                    try table.reloadRow(.id("Niklaus"))
                    try table.append(Row("Frances", id: "Frances", as: NameLine.self), to: .id("last"))
                }
            ),
            ("all rows of a section were removed", { try $0.replaceRows(of: .id(2), with: Rows()) }),
            ("all sections were removed", { $0.removeAllSections() }),
        ]
    }
}
