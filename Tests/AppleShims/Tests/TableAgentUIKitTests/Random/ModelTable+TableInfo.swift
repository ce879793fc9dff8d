import TableAgent

/// The view that a random table is made for, which decides the classes of its cells, heads and feet.
enum ModelSurface: CaseIterable {
    case table
    case collection
}

@MainActor
extension ModelTable {
    /// The table that a reformer would make of the model.
    func tableInfo(for surface: ModelSurface) -> TableInfo {
        TableInfo {
            for section in sections {
                TableSection(id: section.id, isCollapsed: section.isCollapsed) {
                    if let head = section.head { Head(head, surface) }
                    for row in section.rows { row.row(surface) }
                    if let foot = section.foot { Foot(foot, surface) }
                }
            }
        }
    }

    /// Whether rows of a section, or sections, have equal ids; such rows count as one on show.
    var hasEqualIDs: Bool {
        let rows = sections.flatMap { section in section.rows.map { "\(section.id)/\($0.shownID)" } }
        return Set(rows).count != rows.count || Set(sections.map(\.id)).count != sections.count
    }
}

extension ModelRow {
    var text: String { "\(identity.item) \(id) \(content)" }

    /// The row's id as a test writes it.
    var shownID: String { kind == .numbered ? "\(id)" : "\"\(id)\"" }

    @MainActor fileprivate func row(_ surface: ModelSurface) -> Row {
        let data = ModelData(id: "\(id)", text: text)
        let memo = ModelMemo(id: "\(id)", text: text)
        return switch (kind, surface) {
        case (.line, _): Row(data, as: ModelLine.self)
        case (.card, .table): Row(data, as: TextCell.self, height: 60)
        case (.card, .collection): Row(data, as: TextTile.self)
        case (.name, _): Row(data, as: TextBox.self)
        case (.numbered, _): Row(data, id: id, as: TextBox.self)
        case (.memo, .table): Row(memo, as: FreshText.self)
        case (.memo, .collection): Row(memo, as: FreshTile.self)
        }
    }
}

extension ModelEntry {
    func text(_ section: ModelSection) -> String {
        switch kind {
        case .plain: "plain \(content)"
        case .state: "state \(content) of \(section.rows.count)\(section.isCollapsed ? " hidden" : "")"
        case .unknown: "memo \(content)"
        }
    }

    fileprivate var memo: ModelMemo { ModelMemo(id: "", text: "memo \(content)") }
}

@MainActor
extension Head {
    fileprivate init(_ entry: ModelEntry, _ surface: ModelSurface) {
        switch (entry.kind, surface) {
        case (.plain, _): self.init("plain \(entry.content)", as: NoteLine.self)
        case (.state, .table): self.init(entry.content, as: TextTitle.self)
        case (.state, .collection): self.init(entry.content, as: TextPlate.self)
        case (.unknown, _): self.init(entry.memo, as: MemoBox.self)
        }
    }
}

@MainActor
extension Foot {
    fileprivate init(_ entry: ModelEntry, _ surface: ModelSurface) {
        switch (entry.kind, surface) {
        case (.plain, _): self.init("plain \(entry.content)", as: NoteLine.self)
        case (.state, .table): self.init(entry.content, as: TextTitle.self)
        case (.state, .collection): self.init(entry.content, as: TextPlate.self)
        case (.unknown, _): self.init(entry.memo, as: MemoBox.self)
        }
    }
}
