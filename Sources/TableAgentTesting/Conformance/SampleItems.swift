import TableAgent

/// A row with whatever cells a check wants.
struct Sample: Identifiable {
    let id: Int
    let write: (inout GridLine) -> Void
}

enum SampleLine: GridLineItem {
    static func fill(_ line: inout GridLine, with sample: Sample) {
        sample.write(&line)
    }
}

enum NameLine: GridLineItem {
    static func fill(_ line: inout GridLine, with name: String) {
        line.text(name)
    }
}

/// A row of a long table; some have more cells than others, which shows where a view was reused.
enum LongLine: GridLineItem {
    static func fill(_ line: inout GridLine, with name: String) {
        line.text("row \(name)")
        if name.utf8.last == UInt8(ascii: "5") { line.text("with more", role: .negative) }
        if name.utf8.last == UInt8(ascii: "7") { line.integer(7) }
    }
}

enum RuleLine: GridLineItem, StaticItem {}

enum SampleTitle: GridLineItem, SectionItem {
    static func fill(_ line: inout GridLine, with title: String, in section: SectionState) {
        line.text(title + (section.isCollapsed ? " \(section.rowCount)" : ""), role: .strong)
    }
}

/// A view that exists only here.
struct UnknownView {}

enum UnknownLine: TableItem {
    static func fill(_ view: inout UnknownView, with name: String) {}
}
