import TableAgent
import TableAgentTesting
import Testing

/// The sentences that people see in place of missing rows.
struct EmptyTextTests {
    private enum NumberLine: GridLineItem {
        static func fill(_ line: inout GridLine, with number: Int) { line.integer(number) }
    }

    private func section(_ rows: [Int], isCollapsed: Bool = false, empty: String? = "None") -> TableSection {
        TableSection(id: "a", isCollapsed: isCollapsed, empty: empty) {
            Rows(rows, id: \.self, as: NumberLine.self)
            Foot(of: Int.self, as: NumberLine.self) { $0.reduce(0, +) }
        }
    }

    @Test func `A section without rows has its sentence in place of the foot`() {
        #expect(section([]).foot?.data(as: String.self) == "None")
        #expect(section([1, 2]).foot?.data(as: Int.self) == 3)
        #expect(section([], empty: nil).foot?.data(as: Int.self) == 0)
        #expect(section([], isCollapsed: true).foot?.data(as: Int.self) == 0)
        let bare = TableSection(id: 1, empty: "None")
        #expect(bare.foot != nil && bare.hasFoot && bare.dataFoot == nil)
        #expect(!TableSection(id: 1, rows: Rows([1], id: \.self, as: NumberLine.self), empty: "None").hasFoot)
    }

    @Test func `A table without rows has its sentence in place of the foot`() {
        let foot = Foot(0, as: NumberLine.self)
        #expect(
            TableInfo(sections: [section([])], foot: foot, empty: "None").foot?.data(as: String.self)
                == "None")
        #expect(TableInfo(sections: [section([1])], foot: foot, empty: "None").foot?.data(as: Int.self) == 0)
        let bare = TableInfo(empty: "None") {}
        #expect(bare.hasFoot && bare.dataFoot == nil)
    }

    @Test func `The first row and the last row change the foot`() throws {
        let container = RecordingContainer(appliesChanges: true)
        let agent = try Agent(
            container, rawData: TableInfo(sections: [section([])], empty: "Nothing")
        ) { $0 }
        var feet: [String?] { [container.sections[0].foot?.texts.first, container.tableFoot?.texts.first] }
        #expect(feet == ["None", "Nothing"])
        try agent.edit { try $0.append(Rows([1], id: \.self, as: NumberLine.self), to: .at(0)) }
        #expect(feet == ["1", nil])
        try agent.edit { try $0.append(Rows([2], id: \.self, as: NumberLine.self), to: .at(0)) }
        #expect(feet == ["3", nil])
        try agent.edit { try $0.removeRow(.id(1)) }
        try agent.edit { try $0.removeRow(.id(2)) }
        #expect(feet == ["None", "Nothing"])
        try agent.reload(TableInfo(sections: [section([], empty: "Still none")]))
        #expect(feet == ["Still none", nil])
        #expect(container.violations.isEmpty)
    }

    @Test func `A container that can't show the sentence is an error`() {
        let container = RecordingContainer(canShowItem: { $0 == NumberLine.self })
        let error = #expect(throws: TableError.self) {
            _ = try Agent(container, rawData: TableInfo(sections: [section([1])])) { $0 }
        }
        #expect(error?.description.contains("the empty text of section 0") == true)
    }
}
