import TableAgent

/// A surface that takes over every table without looking at a row of it.
final class IdleContainer: TableContainer {
    weak var panel: Panel?

    func canShow(_ item: any TableItem.Type) -> Bool { true }
    func reload(_ update: TableUpdate) { update.commit() }
}
