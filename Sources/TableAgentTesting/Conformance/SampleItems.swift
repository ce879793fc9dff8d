import TableAgent

/// A row with whatever cells a check wants.
struct Sample: Identifiable {
    let id: Int
    let write: (inout GridLine) -> Void
}

enum SampleLine: GridItem {
    static func fill(_ line: inout GridLine, with sample: Sample) {
        sample.write(&line)
    }
}

enum NameLine: GridItem {
    static func fill(_ line: inout GridLine, with name: String) {
        line.text(name)
    }
}

enum RuleLine: GridItem, StaticItem {}

enum SampleTitle: GridItem, SectionItem {
    static func fill(_ line: inout GridLine, with title: String, in section: SectionState) {
        line.text(title + (section.isCollapsed ? " (\(section.rowCount) hidden)" : ""), role: .strong)
    }
}

/// A view that exists only here.
struct UnknownView {}

enum UnknownLine: TableItem {
    static func fill(_ view: inout UnknownView, with name: String) {}
}
