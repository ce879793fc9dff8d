import TableAgent

/// A delegate made of closures.
final class EventHook: EventDelegate {
    var onCell: (CellEvent) -> Void = { _ in }
    var onSection: (SectionEvent) -> Void = { _ in }
    var mayBeSelected: (CellEvent) -> Bool = { _ in true }
    var mayBeDeselected: (CellEvent) -> Bool = { _ in true }

    func didReceive(_ event: CellEvent) { onCell(event) }
    func didReceive(_ event: SectionEvent) { onSection(event) }
    func shouldSelect(_ event: CellEvent) -> Bool { mayBeSelected(event) }
    func shouldDeselect(_ event: CellEvent) -> Bool { mayBeDeselected(event) }
}

/// The raw data of tables in event tests: sections with the ids of their rows.
typealias Sections = KeyValuePairs<String, [Int]>

func at(_ section: Int, _ row: Int) -> RowPosition { RowPosition(section: section, row: row) }
