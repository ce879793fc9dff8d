import TableAgent
import TableAgentTesting
import Testing

/// Edits release the data of removed rows.
struct EditMemoryTests {
    final class Count {
        var value = 0
    }

    final class Picture: Identifiable {
        let id: Int
        private let alive: Count

        init(_ id: Int, _ alive: Count) {
            self.id = id
            self.alive = alive
            alive.value += 1
        }

        deinit { alive.value -= 1 }
    }

    enum PictureLine: GridLineItem {
        static func fill(_ line: inout GridLine, with picture: Picture) { line.integer(picture.id) }
    }

    private let alive = Count()

    @Test func `A row that is replaced repeatedly keeps little of its old data alive`() throws {
        let agent = try Agent(
            RecordingContainer(appliesChanges: true), list: (0..<5).map { Picture($0, alive) },
            as: PictureLine.self)
        let start = alive.value
        for _ in 0..<1000 {
            try agent.edit { try $0.replaceData(ofRow: .id(2), with: Picture(2, alive)) }
        }
        #expect(alive.value < start + 40)
    }

    @Test func `A table that is edited without an agent keeps few of its old rows alive`() throws {
        var table = TableInfo {
            TableSection(id: "a") { Rows((0..<5).map { Picture($0, alive) }, as: PictureLine.self) }
        }
        let start = alive.value
        for number in 0..<1000 {
            try table.edit {
                try $0.append([Row(Picture(100 + number, alive), as: PictureLine.self)], animation: .left)
            }
            _ = table.position(of: .id(3))
            try table.edit { try $0.removeRow(.last(), animation: .left) }
        }
        #expect(alive.value < start + 40)
        #expect(table.rowCount == 5)
    }

    @Test func `A removed row is released when its removal is visible`() throws {
        weak var loose: Picture?
        let container = RecordingContainer(appliesChanges: true)
        let agent = try Agent(container, list: [Picture(1, alive)], as: PictureLine.self)
        do {
            let picture = Picture(7, alive)
            loose = picture
            try agent.edit { try $0.append([Row(picture, as: PictureLine.self)]) }
        }
        #expect(loose != nil)
        try agent.edit { try $0.removeRow(.last(), animation: .left) }
        #expect(loose == nil)
    }
}
