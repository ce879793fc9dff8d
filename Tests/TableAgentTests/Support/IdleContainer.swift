import TableAgent

/// A surface that commits every table without reading its rows.
final class IdleContainer: TableContainer {
    weak var panel: Panel?

    func canShow(_ item: any TableItem.Type) -> Bool { true }
    func reload(_ update: TableUpdate) { update.commit() }
}
