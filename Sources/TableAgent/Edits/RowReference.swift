/// Names a row of a table, by its id or by its place.
///
/// ```swift
/// try table.removeRow(.id(order.id))
/// try table.replaceRow(.id("total", in: .id("july")), with: total)
/// try table.moveRow(.at(0, 4), before: .at(0, 0))
/// ```
public struct RowReference: Hashable, Sendable {
    enum Target: Hashable, Sendable {
        case id(AnyID, SectionReference?)
        case position(RowPosition)
        case last(SectionReference)
    }

    let target: Target

    /// The first row with an id.
    ///
    /// - Parameters:
    ///   - id: The row's id.
    ///   - section: The section to look in; `nil` looks in all of them from the top.
    public static func id(
        _ id: some Hashable & Sendable, in section: SectionReference? = nil
    ) -> RowReference {
        RowReference(target: .id(AnyID(id), section))
    }

    /// The row at a place.
    ///
    /// - Parameters:
    ///   - section: The section's number, from 0.
    ///   - row: The row's number in the section, from 0.
    public static func at(_ section: Int, _ row: Int) -> RowReference {
        .position(RowPosition(section: section, row: row))
    }

    /// The row at a position.
    ///
    /// - Parameter position: The row's position; rows of collapsed sections count.
    public static func position(_ position: RowPosition) -> RowReference {
        RowReference(target: .position(position))
    }

    /// The last row of a section.
    ///
    /// - Parameter section: The section; without one, the last.
    public static func last(in section: SectionReference = .last) -> RowReference {
        RowReference(target: .last(section))
    }
}

extension TableInfo {
    /// Finds a row that is named, as a surface does that scrolls to it.
    ///
    /// - Parameter reference: The row.
    /// - Returns: The row's position; rows of collapsed sections count.
    /// - Throws: ``TableError`` when the row or its section does not exist.
    /// - Complexity: As of ``position(ofRow:)`` for an id; else O(1).
    public func position(of reference: RowReference) throws(TableError) -> RowPosition {
        switch reference.target {
        case .id(let id, nil):
            guard let position = position(ofRow: id) else { throw TableError.rowNotFound(id: id) }
            return position
        case .id(let id, let section?):
            let number = try requireNumber(of: section)
            guard let row = row(withID: id, inSection: number) else {
                throw TableError.rowNotFound(id: id, inSection: sections[number].id)
            }
            return RowPosition(section: number, row: row)
        case .position(let position):
            guard row(at: position) != nil else {
                throw TableError.positionOutOfRange(position, in: self)
            }
            return position
        case .last(let section):
            let number = try requireNumber(of: section)
            let position = RowPosition(section: number, row: sections[number].rows.count - 1)
            guard position.row >= 0 else {
                throw TableError.positionOutOfRange(RowPosition(section: number, row: 0), in: self)
            }
            return position
        }
    }
}
