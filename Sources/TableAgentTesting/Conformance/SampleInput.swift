import TableAgent

/// The raw data of the suite's agents: a table as it is, or data that can't be reformed.
enum SampleInput {
    case table(TableInfo)
    case broken

    struct Broken: Error {}
}

struct SampleReformer: StatelessReformer {
    func reform(_ input: SampleInput) throws -> TableInfo {
        switch input {
        case .table(let table): return table
        case .broken: throw SampleInput.Broken()
        }
    }
}

extension TableInfo {
    /// The ids of all sections and rows and what the sections have, for comparing two tables.
    var outline: String {
        let parts = sections.map { section in
            let ids = section.rows.map { $0.id.description }.joined(separator: " ")
            let head = section.head == nil ? "" : "head "
            let foot = section.foot == nil ? "" : " foot"
            return "\(section.id)\(section.isCollapsed ? " collapsed" : "")[\(head)\(ids)\(foot)]"
        }
        return parts.isEmpty ? "an empty table" : parts.joined(separator: " ")
    }
}
