/// An id that two rows of a section have, or two sections of a table.
public struct DuplicateID: Hashable, Sendable {
    /// Where an id is found.
    public enum Place: Hashable, Sendable {
        /// The id is that of a section, by its number from 0.
        case section(Int)
        /// The id is that of a row.
        case row(RowPosition)
    }

    /// The id.
    public let id: AnyID

    /// Where it is found first.
    public let first: Place

    /// Where it is found again.
    public let second: Place

    /// Creates a description of a duplicate.
    ///
    /// - Parameters:
    ///   - id: The id.
    ///   - first: Where it is found first.
    ///   - second: Where it is found again.
    public init(id: AnyID, first: Place, second: Place) {
        self.id = id
        self.first = first
        self.second = second
    }
}

extension DuplicateID.Place: CustomStringConvertible {
    /// The place in words, as in `section 0, row 3`.
    public var description: String {
        switch self {
        case .section(let number): "section \(number)"
        case .row(let position): "\(position)"
        }
    }
}

extension DuplicateID: CustomStringConvertible {
    /// The id and both places in a sentence.
    public var description: String {
        "The id \(String(reflecting: id.base)) is found at \(first) and again at \(second)."
    }
}

extension TableInfo {
    /// Finds the ids that rows of one section share, and those that sections share.
    ///
    /// - Returns: Each row or section whose id has been there before, sections first.
    /// - Complexity: O(rows).
    public func duplicateIDs() -> [DuplicateID] {
        duplicateSections() + sections.indices.flatMap(duplicateRows)
    }

    private func duplicateSections() -> [DuplicateID] {
        var first: [AnyID: Int] = [:]
        return sections.enumerated().compactMap { number, section in
            guard let old = first.updateValue(number, forKey: section.id) else { return nil }
            first[section.id] = old
            return DuplicateID(id: section.id, first: .section(old), second: .section(number))
        }
    }

    private func duplicateRows(ofSection section: Int) -> [DuplicateID] {
        let rows = sections[section].rows
        // By the hashes, which cost less than the ids, what shares its hash is found.
        var seen: Set<Int> = []
        seen.reserveCapacity(rows.count)
        var repeated: Set<Int> = []
        for slice in rows.slices {
            for index in slice.indices {
                let hash = slice.run.idHash(at: index)
                if !seen.insert(hash).inserted { repeated.insert(hash) }
            }
        }
        guard !repeated.isEmpty else { return [] }
        var first: [AnyID: Int] = [:]
        var result: [DuplicateID] = []
        var row = 0
        for slice in rows.slices {
            for index in slice.indices {
                defer { row += 1 }
                guard repeated.contains(slice.run.idHash(at: index)) else { continue }
                let id = slice.run.id(at: index)
                if let old = first[id] {
                    result.append(
                        DuplicateID(
                            id: id, first: .row(RowPosition(section: section, row: old)),
                            second: .row(RowPosition(section: section, row: row))))
                } else {
                    first[id] = row
                }
            }
        }
        return result
    }
}

extension TableError {
    static func duplicateID(_ duplicate: DuplicateID) -> TableError {
        let position: RowPosition? =
            switch duplicate.second {
            case .row(let position): position
            case .section: nil
            }
        return TableError(
            .duplicateID,
            "\(duplicate) Ids are unique, those of rows within their section; give them other ids, or let the "
                + "agent's duplicate policy tell them apart.",
            position: position)
    }
}
