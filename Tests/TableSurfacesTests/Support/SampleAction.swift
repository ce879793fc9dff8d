import TableAgent

/// The payload of a sample event.
struct SamplePayment: Codable, Equatable {
    var cents: Int
    var note: String
}

extension EventName<SamplePayment> {
    static var samplePay: Self { Self("pay") }
}

extension EventName<() -> Void> {
    static var sampleRun: Self { Self("run") }
}

extension EventName<Void> {
    static var sampleDelete: Self { Self("delete") }
}

/// A row with cells, and with actions at each edge and in the menu.
struct SampleActionRow: Identifiable {
    var id: AnyID
    var cells: [SampleCell] = ["x"]
    var actions: [RowAction.Placement: [RowAction]] = [:]
}

/// Shows rows with actions.
enum SampleActionLine: GridLineItem, EventItem {
    static func fill(_ line: inout GridLine, with row: SampleActionRow) {
        for cell in row.cells { cell.write(to: &line) }
    }

    static func actions(_ place: RowAction.Placement, for row: SampleActionRow) -> [RowAction] {
        row.actions[place] ?? []
    }
}
