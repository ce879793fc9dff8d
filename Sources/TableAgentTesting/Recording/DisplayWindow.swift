import TableAgent

/// The visible part of a table on a surface with limited height: a range of consecutive lines.
///
/// The window sends the panel's listeners an event for each line that becomes visible or stops being visible.
/// If a listener causes further changes, such as another table, their events follow the earlier ones.
final class DisplayWindow {
    /// The maximum number of visible lines.
    private let height: Int
    /// All lines of the table.
    private var places: [VisibleLine.Place] = []
    /// The number of lines above the window.
    private var top = 0
    private var lines: [VisibleLine] = []
    private var pendingEvents: [(line: VisibleLine, name: EventName<Void>)] = []
    private var isTelling = false

    init(height: Int) {
        self.height = height
    }

    /// The positions of the visible rows.
    var rows: [RowPosition] {
        lines.compactMap { if case .row(let position) = $0.place { position } else { nil } }
    }

    /// Shows the lines of a panel's table.
    ///
    /// - Parameter origins: The old positions of the lines, so that lines keep their views, or `nil` if all
    ///   views are new.
    func show(_ panel: Panel, _ origins: BatchOrigins?) throws {
        places = panel.tableInfo.sections.enumerated().flatMap { index, section in
            let rows = (0..<section.visibleRowCount).map { RowPosition(section: index, row: $0) }
            return (section.hasHead ? [.section(.head, index)] : []) + rows.map(VisibleLine.Place.row)
                + (section.hasFoot ? [.section(.foot, index)] : [])
        }
        if panel.tableInfo.hasFoot { places.append(.tableFoot) }
        try showLines(of: panel) { place in
            switch place {
            case .row(let position): origins?.rows[position.section][position.row].map { .row($0) }
            case .section(let kind, let index): origins?.sections[index].map { .section(kind, $0) }
            case .tableFoot: origins.map { _ in .tableFoot }
            }
        }
    }

    /// Scrolls the window by the smallest distance that makes a row visible.
    func scroll(to position: RowPosition, on panel: Panel) throws {
        guard let line = places.firstIndex(of: .row(position)) else { return }
        top = max(min(top, line), line - height + 1)
        try showLines(of: panel) { $0 }
    }

    /// Removes all visible lines without sending events, because there are no listeners any more.
    func clear() {
        places = []
        top = 0
        lines = []
        pendingEvents = []
    }

    /// - Parameter oldPlace: Returns the old position of a line, or `nil` for a new line.
    private func showLines(
        of panel: Panel, oldPlace: (VisibleLine.Place) -> VisibleLine.Place?
    ) throws {
        let old = lines
        let views = Dictionary(uniqueKeysWithValues: old.map { ($0.place, $0) })
        top = max(0, min(top, places.count - height))
        lines = try places[top...].prefix(height).map { place in
            let line = try VisibleLine(place, on: panel)
            guard let view = oldPlace(place).flatMap({ views[$0] }), view.item == line.item else {
                return line
            }
            view.show(line)
            return view
        }
        for line in old where !lines.contains(where: { $0 === line }) { addEnd(of: line) }
        for line in lines where !old.contains(where: { $0 === line }) {
            pendingEvents.append((line, .willDisplay))
        }
        sendPendingEvents()
    }

    private func addEnd(of line: VisibleLine) {
        // A line whose `willDisplay` was not sent yet needs no `didEndDisplay`.
        if let index = pendingEvents.firstIndex(where: { $0.line === line && $0.name == .willDisplay }) {
            pendingEvents.remove(at: index)
        } else {
            pendingEvents.append((line, .didEndDisplay))
        }
    }

    private func sendPendingEvents() {
        guard !isTelling else { return }
        isTelling = true
        defer { isTelling = false }
        while !pendingEvents.isEmpty {
            let next = pendingEvents.removeFirst()
            next.line.source.post(next.name)
        }
    }
}

/// The view of a visible head, row, or foot.
private final class VisibleLine {
    /// The position of a line in its table.
    enum Place: Hashable {
        case row(RowPosition)
        case section(TablePart, Int)
        case tableFoot
    }

    private(set) var place: Place
    private(set) var source: EventSource
    let item: (any TableItem.Type)?

    /// - Throws: `TableError` if the row or section does not exist.
    init(_ place: Place, on panel: Panel) throws {
        self.place = place
        let table = panel.tableInfo
        switch place {
        case .row(let position):
            source = try panel.source(.row(.at(position)))
            item = table.row(.at(position))?.item
        case .section(let kind, let index):
            source = try panel.source(kind == .head ? .head(.at(index)) : .foot(.at(index)))
            item = table.sections[index].row(of: kind)?.item
        case .tableFoot:
            source = try panel.source(.tableFoot)
            item = table.foot?.item
        }
    }

    /// Shows another line with the same item.
    func show(_ other: VisibleLine) {
        place = other.place
        source = other.source
    }
}
