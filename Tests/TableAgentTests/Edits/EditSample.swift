import TableAgent

/// Tables for tests of edits: sections of notes, with numbers as ids.
enum EditSample {
    struct Note: Identifiable, Equatable {
        let id: Int
        var text: String

        init(_ id: Int, _ text: String? = nil) {
            self.id = id
            self.text = text ?? "note \(id)"
        }
    }

    enum NoteLine: GridLineItem {
        static func fill(_ line: inout GridLine, with note: Note) { line.text(note.text) }
    }

    enum CountTitle: GridLineItem, SectionItem {
        static func fill(_ line: inout GridLine, with name: String, in section: SectionState) {
            line.text("\(name): \(section.rowCount)\(section.isCollapsed ? ", hidden" : "")")
        }
    }

    enum TextLine: GridLineItem {
        static func fill(_ line: inout GridLine, with text: String) { line.text(text) }
    }

    struct Board: StatelessReformer {
        func reform(_ sections: KeyValuePairs<String, [Int]>) -> TableInfo {
            TableInfo(sections: sections.map { name, ids in EditSample.section(name, ids) })
        }
    }

    static func section(_ name: String, _ ids: [Int]) -> TableSection {
        TableSection(id: name) {
            Head(name, as: CountTitle.self)
            Rows(ids.map { Note($0) }, as: NoteLine.self)
        }
    }

    static func table(_ sections: KeyValuePairs<String, [Int]>) -> TableInfo { Board().reform(sections) }

    static func rows(_ ids: Int...) -> Rows { Rows(ids.map { Note($0) }, as: NoteLine.self) }

    static func row(_ id: Int, _ text: String? = nil) -> Row { Row(Note(id, text), as: NoteLine.self) }
}

extension TableInfo {
    /// The ids of sections and rows, as in `["a": [1, 2]]`.
    var noteIDs: [String] {
        sections.map { section in
            let rows = section.rows.map(\.id.description).joined(separator: " ")
            return "\(section.id): \(rows)"
        }
    }
}
