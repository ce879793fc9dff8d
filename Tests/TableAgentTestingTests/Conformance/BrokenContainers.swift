import TableAgent

/// A conforming container. Each subclass has one defect.
class SoundContainer: TableContainer {
    weak var panel: Panel?
    var table = TableInfo()
    var surfaceName: String { "the sound surface" }

    func canShow(_ item: any TableItem.Type) -> Bool { item.viewType == GridLine.self }

    func reload(_ update: TableUpdate) throws {
        table = update.new
        update.commit()
    }

    /// The visible content as text.
    var shown: String {
        let lines = table.sections.flatMap { section in
            [headOrFoot(section.head, of: section)] + rows(of: section).map { text(of: $0) }
                + [headOrFoot(section.foot, of: section)]
        }
        return (lines + [tableFoot]).joined(separator: "\n")
    }

    /// The text of the foot of the table.
    var tableFoot: String { table.foot.map { text(of: $0, in: table.state) } ?? "" }

    /// The visible rows.
    func rows(of section: TableSection) -> Rows { section.visibleRows }

    /// Returns the text of a head or foot.
    func headOrFoot(_ row: Row?, of section: TableSection) -> String {
        row.map { text(of: $0, in: section.state) } ?? ""
    }

    private func text(of row: Row, in section: SectionState = SectionState()) -> String {
        var line = GridLine()
        row.fill(&line, in: section)
        return line.cells.indices.map(line.shown).joined(separator: "|")
    }

    func select(_ position: RowPosition) throws { try panel?.source(.row(.at(position))).select() }

    func deselect(_ position: RowPosition) {}

    var appliesChanges: Bool { false }

    func apply(_ changes: TableChanges, in update: TableUpdate) throws { try reload(update) }

    required init() {}
}

/// Selects without asking.
final class BossyContainer: SoundContainer {
    override func select(_ position: RowPosition) throws {
        try panel?.source(.row(.at(position))).post(.select)
    }
}

/// Applies changes, but ignores content updates.
final class ForgetfulContainer: SoundContainer {
    private var isFirst = true

    override func reload(_ update: TableUpdate) throws {
        if isFirst || update.new.sections.first?.rows.count != update.old.sections.first?.rows.count {
            table = update.new
        }
        isFirst = false
        update.commit()
    }
}

/// Sends `willDisplay` of rows, but never `didEndDisplay`.
final class StaringContainer: SoundContainer {
    override func reload(_ update: TableUpdate) throws {
        try super.reload(update)
        for (number, section) in table.sections.enumerated() {
            for row in section.visibleRows.indices {
                try panel?.source(.row(.at(section: number, row: row))).post(.willDisplay)
            }
        }
    }
}

final class NamelessContainer: SoundContainer {
    override var surfaceName: String { "" }
}

final class BlindContainer: SoundContainer {
    override func canShow(_ item: any TableItem.Type) -> Bool { false }
}

final class BoastfulContainer: SoundContainer {
    override func canShow(_ item: any TableItem.Type) -> Bool { true }
}

final class UncommittedContainer: SoundContainer {
    override func reload(_ update: TableUpdate) { table = update.new }
}

final class LateFailingContainer: SoundContainer {
    override func reload(_ update: TableUpdate) throws {
        try super.reload(update)
        throw Refused()
    }
}

/// Commits the first table, but not the following ones.
final class OnceContainer: SoundContainer {
    override func reload(_ update: TableUpdate) {
        if table.sections.isEmpty {
            table = update.new
            update.commit()
        }
    }
}

final class FailingContainer: SoundContainer {
    var fails: (TableInfo) -> Bool { { _ in true } }

    override func reload(_ update: TableUpdate) throws {
        if fails(update.new) { throw Refused() }
        try super.reload(update)
    }
}

/// Can't show a table without sections, and therefore can't be cleared.
final class NeverEmptyContainer: SoundContainer {
    override func reload(_ update: TableUpdate) throws {
        if update.new.sections.isEmpty { throw Refused() }
        try super.reload(update)
    }
}

/// Shows each table below the previous one.
final class PilingContainer: SoundContainer {
    override func reload(_ update: TableUpdate) {
        table.sections += update.new.sections
        update.commit()
    }
}

/// Shows the first table forever.
final class StubbornContainer: SoundContainer {
    override func reload(_ update: TableUpdate) {
        if table.sections.isEmpty { table = update.new }
        update.commit()
    }
}

/// Omits the last row.
final class ShortContainer: SoundContainer {
    override var shown: String {
        super.shown.split(separator: "\n").dropLast().joined(separator: "\n")
    }
}

/// Throws for control characters.
final class DelicateContainer: SoundContainer {
    override func reload(_ update: TableUpdate) throws {
        var line = GridLine()
        for row in update.new.sections.flatMap(\.visibleRows) {
            row.fill(&line)
            if line.cells.indices.contains(where: { line.shown(at: $0).contains("\u{1B}") }) {
                throw Refused()
            }
        }
        try super.reload(update)
    }
}

/// Keeps its panel alive after the agent is released.
final class ClingingContainer: SoundContainer {
    private var kept: Panel?

    override var panel: Panel? {
        didSet { kept = panel ?? kept }
    }
}

/// Keeps itself alive.
final class ImmortalContainer: SoundContainer {
    private var itself: AnyObject?

    override var panel: Panel? {
        didSet { itself = self }
    }
}

/// Works for its first panel only.
final class FaithfulContainer: SoundContainer {
    private var hadPanel = false

    override var panel: Panel? {
        get { super.panel }
        set {
            if newValue == nil || !hadPanel { super.panel = newValue }
            hadPanel = hadPanel || newValue != nil
        }
    }
}

final class UndetachedContainer: SoundContainer {
    override var panel: Panel? {
        get { super.panel }
        set { super.panel = newValue ?? super.panel }
    }
}

/// Refuses to keep a panel.
final class DetachedContainer: SoundContainer {
    override var panel: Panel? {
        get { nil }
        set {}
    }
}

final class SilentContainer: SoundContainer {
    override func select(_ position: RowPosition) {}
}

final class StutteringContainer: SoundContainer {
    override func select(_ position: RowPosition) throws {
        try super.select(position)
        try super.select(position)
    }
}

/// Sends each event from the row below.
final class MisplacingContainer: SoundContainer {
    override func select(_ position: RowPosition) throws {
        try super.select(RowPosition(section: position.section, row: position.row + 1))
    }
}

/// A conforming container that shows twelve rows at a time in reused views, and sends their display events.
class ScrollingContainer: SoundContainer {
    private var shownRows: [EventSource] = []
    private var top = 0
    var views = [String](repeating: "", count: 12)

    override func reload(_ update: TableUpdate) throws {
        try super.reload(update)
        try show(from: 0)
    }

    func scroll(to position: RowPosition) throws {
        let rows = positions
        guard let index = rows.firstIndex(of: position) else { return }
        try show(from: max(0, min(index, rows.count - views.count)))
    }

    private var positions: [RowPosition] {
        table.sections.enumerated().flatMap { number, section in
            section.visibleRows.indices.map { RowPosition(section: number, row: $0) }
        }
    }

    private func show(from top: Int) throws {
        guard let panel else { return }
        for source in shownRows { tellEnd(source) }
        var line = GridLine()
        let rows = positions.dropFirst(top).prefix(views.count)
        for (index, position) in zip(views.indices, rows) {
            panel.tableInfo.row(.at(position))?.fill(&line)
            fill(&views[index], line.cells.indices.map(line.shown))
        }
        shownRows = try rows.map { try panel.source(.row(.at($0))) }
        for place in [EventSender.head(.at(0)), .foot(.at(0))]
        where top == 0 && table.section(.at(0))?.head != nil {
            let source = try panel.source(place)
            source.post(.willDisplay)
            source.post(.didEndDisplay)
        }
        for source in shownRows { tellBegin(source) }
    }

    func fill(_ view: inout String, _ texts: [String]) { view = texts.joined(separator: "|") }
    func tellBegin(_ source: EventSource) { source.post(.willDisplay) }
    func tellEnd(_ source: EventSource) { source.post(.didEndDisplay) }

    override var shown: String { views.prefix(shownRows.count).joined(separator: "\n") }
}

/// Keeps old cells in a view if the new row does not write them.
final class UntidyContainer: ScrollingContainer {
    override func fill(_ view: inout String, _ texts: [String]) {
        let old = view.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        view = (texts + old.dropFirst(texts.count)).joined(separator: "|")
    }
}

/// Never sends `willDisplay`.
final class SecretiveContainer: ScrollingContainer {
    override func tellBegin(_ source: EventSource) {}
    override func tellEnd(_ source: EventSource) {}
}

/// Never sends `didEndDisplay`.
final class EndlessContainer: ScrollingContainer {
    override func tellEnd(_ source: EventSource) {}
}

/// Fills heads and feet without the state of their section.
final class StatelessContainer: SoundContainer {
    override func headOrFoot(_ row: Row?, of section: TableSection) -> String {
        super.headOrFoot(row, of: TableSection(id: section.id))
    }
}

/// Shows the rows of collapsed sections.
final class UncollapsingContainer: SoundContainer {
    override func rows(of section: TableSection) -> Rows { section.rows }
}

/// Shows neither heads nor feet.
final class HeadlessContainer: SoundContainer {
    override func headOrFoot(_ row: Row?, of section: TableSection) -> String { "" }
}

/// Does not show the foot of the table.
final class TotallessContainer: SoundContainer {
    override var tableFoot: String { "" }
}

/// After a batch, sends events of the rows that had the position when the table was loaded.
final class RememberingContainer: SoundContainer {
    private var sources: [RowPosition: EventSource] = [:]
    override var appliesChanges: Bool { true }

    override func reload(_ update: TableUpdate) throws {
        try super.reload(update)
        sources = [:]
        for (number, section) in update.new.sections.enumerated() {
            for row in section.rows.indices {
                let position = RowPosition.at(number, row)
                sources[position] = try panel?.source(.row(.at(position)))
            }
        }
    }

    override func apply(_ changes: TableChanges, in update: TableUpdate) throws {
        try super.reload(update)
    }
    override func select(_ position: RowPosition) throws { sources[position]?.select() }
}

/// Restores the old table after an event, even if a listener has shown another one.
final class RestoringContainer: SoundContainer {
    override func select(_ position: RowPosition) throws {
        let old = table
        try super.select(position)
        table = old
    }
}

/// Sends an event when the panel deselects a row.
final class TalkativeContainer: SoundContainer {
    override func deselect(_ position: RowPosition) {
        try? panel?.source(.row(.at(position))).post(.deselect)
    }
}

/// A conforming container that sends display events like a table view: the view of a moved row stays visible,
/// and its `didEndDisplay` carries the current position.
final class KeepingContainer: TableContainer {
    weak var panel: Panel?
    private var rows: [[EventSource]] = []
    var appliesChanges: Bool { true }

    func canShow(_ item: any TableItem.Type) -> Bool { item.viewType == GridLine.self }

    func reload(_ update: TableUpdate) throws {
        for row in rows.joined() { row.post(.didEndDisplay) }
        rows = []
        update.commit()
        try refresh()
        for row in rows.joined() { row.post(.willDisplay) }
    }

    func apply(_ changes: TableChanges, in update: TableUpdate) throws {
        let gone = Set(changes.rowDeletes)
        let sections = Set(changes.sectionDeletes)
        var ended: [EventSource] = []
        for (number, section) in rows.enumerated() {
            for (row, source) in section.enumerated()
            where sections.contains(number) || gone.contains(.at(number, row)) {
                ended.append(source)
            }
        }
        update.commit()
        try refresh()
        for source in ended { source.post(.didEndDisplay) }
        let inserted = Set(changes.sectionInserts)
        for number in inserted { for source in rows[number] { source.post(.willDisplay) } }
        for position in changes.rowInserts { rows[position.section][position.row].post(.willDisplay) }
    }

    private func refresh() throws {
        guard let panel else { return }
        rows = try panel.tableInfo.sections.enumerated().map { number, section in
            try section.visibleRows.indices.map { try panel.source(.row(.at(section: number, row: $0))) }
        }
    }
}

/// Shows twelve lines, and sends display events of rows and heads, but never of feet.
final class FootlessContainer: TableContainer {
    weak var panel: Panel?
    private var lines: [EventSource] = []

    func canShow(_ item: any TableItem.Type) -> Bool { item.viewType == GridLine.self }

    func reload(_ update: TableUpdate) throws {
        update.commit()
        try show(around: nil)
    }

    func scroll(to position: RowPosition) throws { try show(around: position) }

    private func show(around position: RowPosition?) throws {
        for line in lines { line.post(.didEndDisplay) }
        lines = []
        guard let panel else { return }
        for (number, section) in panel.tableInfo.sections.enumerated() {
            if section.head != nil { lines.append(try panel.source(.head(.at(number)))) }
            let rows = section.visibleRows.indices
            let first = position.map { $0.section == number ? max(0, min($0.row, rows.count - 12)) : 0 } ?? 0
            for row in rows.dropFirst(first).prefix(12) {
                lines.append(try panel.source(.row(.at(section: number, row: row))))
            }
        }
        for line in lines { line.post(.willDisplay) }
    }
}
