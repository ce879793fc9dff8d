import TableLive

/// The tickets, in memory.
actor TicketStore {
    /// The tickets, whose ids count from 1.
    private(set) var tickets: [Ticket]
    /// The fingerprints of the requests that were carried out, by id. A database removes them after a week.
    private var fingerprints: [String: String] = [:]

    init(_ tickets: [Ticket]) { self.tickets = tickets }

    func fingerprint(of key: IdempotencyKey) -> String? { fingerprints[key.id] }

    /// Changes tickets, unless the same request has changed them before.
    ///
    /// - Parameter outcome: The outcome of the rows that the page has refused.
    /// - Returns: The outcome of all rows.
    func carryOut(
        _ change: Ticket.Change, on ids: [Ticket.ID], once key: IdempotencyKey, after outcome: LiveOutcome
    ) throws -> LiveOutcome {
        if let outcome = try key.outcome(of: fingerprints[key.id]) { return outcome }
        var outcome = outcome
        for id in ids {
            do { try tickets[id - 1].carryOut(change) } catch {
                outcome.refuse(id, because: error.refusal)
            }
        }
        fingerprints[key.id] = key.fingerprint(with: outcome)
        return outcome
    }
}

extension TicketStore {
    /// Creates a store of samples, which are the same in each run.
    init(sampleCount: Int) {
        let customers = [
            "Peña", "Łukasik", "Müller & Co.", "O’Brien", "富士商店", "مكتبة النور", "Nuñez", "Çelik",
        ]
        let subjects = [
            "Refund", "Broken lamp", "Late delivery", "Change of address", "Question about an invoice",
        ]
        self.init(
            (1...max(sampleCount, 1)).map { id in
                let hash = (id &* 2_654_435_761) >> 7
                return Ticket(
                    id: id, opened: "2026-\(10 + hash % 3)-\(10 + hash / 3 % 20)",
                    customer: customers[hash / 336 % customers.count],
                    subject: subjects[hash / 2688 % subjects.count],
                    priority: Ticket.Priority.allCases[hash / 13_440 % 3],
                    assignee: hash % 3 == 0 ? Ticket.people[hash / 7 % Ticket.people.count] : "",
                    isOpen: hash % 5 != 0)
            })
    }
}
