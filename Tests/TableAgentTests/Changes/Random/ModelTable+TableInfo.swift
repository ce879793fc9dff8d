import TableAgent

private struct PlainView {}

private struct NumberedData: Identifiable, Equatable {
    let id: Int
    let content: Int
}

private struct NamedData: Equatable {
    let name: String
    let content: Int
}

private struct MemoData: Identifiable {
    let id: String
    let content: Int
}

private enum DataLine: TableItem {
    static func fill(_ view: inout PlainView, with data: NumberedData) {}
}

private enum DataCard: TableItem {
    static func fill(_ view: inout PlainView, with data: NumberedData) {}
}

private enum NamedLine: TableItem {
    static func fill(_ view: inout PlainView, with data: NamedData) {}
}

private enum MemoLine: TableItem {
    static func fill(_ view: inout PlainView, with data: MemoData) {}
}

private enum PlainTitle: TableItem {
    static func fill(_ view: inout PlainView, with content: Int) {}
}

private enum StateTitle: SectionItem {
    static func fill(_ view: inout PlainView, with content: Int, in section: SectionState) {}
}

private enum MemoTitle: TableItem {
    static func fill(_ view: inout PlainView, with memo: MemoData) {}
}

/// Makes table infos. Rows that one model shares with another one are in the same array.
struct ModelRenderer {
    private var runs: [Rows] = []

    /// Makes the table, and records the storage of its rows in the model.
    mutating func render(_ table: inout ModelTable) -> TableInfo {
        TableInfo(
            sections: table.sections.indices.map { render(&table.sections[$0]) },
            foot: table.foot.map(makeFoot))
    }

    private mutating func render(_ section: inout ModelSection) -> TableSection {
        var rows: Rows = []
        var start = 0
        while start < section.rows.count {
            var end = start + 1
            let first = section.rows[start]
            if let storage = first.storage {
                while end < section.rows.count, section.rows[end].storage?.run == storage.run { end += 1 }
                rows.append(runs[storage.run])
            } else {
                while end < section.rows.count, section.rows[end].continues(first) { end += 1 }
                let run = makeRun(Array(section.rows[start..<end]))
                for index in start..<end {
                    section.rows[index].storage = .init(run: runs.count, index: index - start)
                }
                runs.append(run)
                rows.append(run)
            }
            start = end
        }
        return TableSection(
            id: section.id, head: section.head.map(makeHead), rows: rows, foot: section.foot.map(makeFoot),
            isCollapsed: section.isCollapsed)
    }

    private func makeRun(_ rows: [ModelRow]) -> Rows {
        let row = rows[0]
        let numbered = rows.map { NumberedData(id: $0.id, content: $0.content) }
        let named = rows.map { NamedData(name: "\($0.id)", content: $0.content) }
        let memos = rows.map { MemoData(id: "\($0.id)", content: $0.content) }
        guard row.isSingle || row.kind == .numbered else {
            return switch row.kind {
            case .line: Rows(numbered, as: DataLine.self)
            case .card: Rows(numbered, as: DataCard.self)
            case .name, .numbered: Rows(named, id: \.name, as: NamedLine.self)
            case .memo: Rows(memos, as: MemoLine.self)
            }
        }
        var single: Rows = []
        switch row.kind {
        case .line: single.append([Row(numbered[0], as: DataLine.self)])
        case .card: single.append([Row(numbered[0], as: DataCard.self)])
        case .name: single.append([Row(named[0], id: named[0].name, as: NamedLine.self)])
        case .numbered: single.append([Row(named[0], id: row.id, as: NamedLine.self)])
        case .memo: single.append([Row(memos[0], as: MemoLine.self)])
        }
        return single
    }

    private func makeHead(_ entry: ModelEntry) -> Head {
        switch entry.kind {
        case .plain: Head(entry.content, as: PlainTitle.self)
        case .state: Head(entry.content, as: StateTitle.self)
        case .unknown: Head(MemoData(id: "", content: entry.content), as: MemoTitle.self)
        }
    }

    private func makeFoot(_ entry: ModelEntry) -> Foot {
        switch entry.kind {
        case .plain: Foot(entry.content, as: PlainTitle.self)
        case .state: Foot(entry.content, as: StateTitle.self)
        case .unknown: Foot(MemoData(id: "", content: entry.content), as: MemoTitle.self)
        }
    }
}

extension ModelRow {
    fileprivate func continues(_ first: ModelRow) -> Bool {
        storage == nil && kind == first.kind && kind != .numbered && !isSingle && !first.isSingle
            && !startsRun
    }
}
