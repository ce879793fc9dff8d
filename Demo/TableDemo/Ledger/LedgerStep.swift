import TableAgent

/// An event that the business heard of, and what it made of it.
struct LedgerStep {
    let deed: String
    let event: String
    let sender: String
    let place: String
    let outcome: String
    /// Whether it is the first that came of what a person did.
    var isFirst = true
}

/// The steps of a business flow as a table.
struct LedgerStepsReformer: StatelessReformer {
    private enum StepLine: GridLineItem {
        static func fill(_ line: inout GridLine, with step: LedgerStep) {
            line.text(step.isFirst ? step.deed : "")
            line.text(step.event, role: .strong)
            line.text(step.sender)
            line.text(step.place, role: .muted)
            line.text(step.outcome)
        }
    }

    func reform(_ steps: [LedgerStep]) -> TableInfo {
        TableInfo(columns: ["A person", "Event", "From", "Where it is", "The business"]) {
            TableSection(id: "steps") { Rows(byPosition: steps, as: StepLine.self) }
        }
    }
}
