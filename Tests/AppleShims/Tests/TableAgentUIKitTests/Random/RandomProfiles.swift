extension RandomTables.Profile {
    /// The sorts of tables that random batches are tried on.
    static let all: [RandomTables.Profile] = [
        .init(name: "tiny", pairs: 300, sections: 0...2, rows: 0...4, idCount: 6, sectionIDCount: 3),
        .init(name: "unique ids", pairs: 300, edits: 0...8),
        .init(name: "many equal ids", pairs: 250, rows: 0...12, idCount: 4, sectionIDCount: 2),
        .init(name: "many sections", pairs: 300, sections: 2...10, rows: 0...3, edits: 1...10),
        .init(
            name: "rearranged", pairs: 200, sections: 1...2, rows: 0...25, edits: 1...6,
            allowsBlocks: true, allowsShuffles: true),
        .init(
            name: "a few hundred rows", pairs: 30, sections: 1...2, rows: 100...300, edits: 1...10,
            allowsBlocks: true, allowsShuffles: true),
    ]
}
