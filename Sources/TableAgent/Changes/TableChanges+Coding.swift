extension TableChanges: Codable {
    private enum CodingKeys: String, CodingKey {
        case sectionDeletes, sectionInserts, rowDeletes, rowInserts, rowMoves, rowUpdates
        case headUpdates, footUpdates
    }

    /// Reads changes; updates of heads and feet may be absent.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        sectionDeletes = try values.decode([Int].self, forKey: .sectionDeletes)
        sectionInserts = try values.decode([Int].self, forKey: .sectionInserts)
        rowDeletes = try values.decode([RowPosition].self, forKey: .rowDeletes)
        rowInserts = try values.decode([RowPosition].self, forKey: .rowInserts)
        rowMoves = try values.decode([RowMove].self, forKey: .rowMoves)
        rowUpdates = try values.decode([RowPosition].self, forKey: .rowUpdates)
        headUpdates = try values.decodeIfPresent([Int].self, forKey: .headUpdates) ?? []
        footUpdates = try values.decodeIfPresent([Int].self, forKey: .footUpdates) ?? []
    }

    /// Writes changes, positions as pairs; updates of heads and feet only where there are any.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(sectionDeletes, forKey: .sectionDeletes)
        try values.encode(sectionInserts, forKey: .sectionInserts)
        try values.encode(rowDeletes, forKey: .rowDeletes)
        try values.encode(rowInserts, forKey: .rowInserts)
        try values.encode(rowMoves, forKey: .rowMoves)
        try values.encode(rowUpdates, forKey: .rowUpdates)
        if !headUpdates.isEmpty { try values.encode(headUpdates, forKey: .headUpdates) }
        if !footUpdates.isEmpty { try values.encode(footUpdates, forKey: .footUpdates) }
    }
}
