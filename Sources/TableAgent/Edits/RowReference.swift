/// A reference to a row of a table, by id or by position.
///
/// ```swift
/// try edit.removeRow(.id(order.id))
/// try edit.replaceRow(.id("total", in: .id("july")), with: total)
/// try edit.moveRow(.at(section: 0, row: 4), before: .at(section: 0, row: 0))
/// ```
public struct RowReference: Hashable, Sendable {
    fileprivate enum Target: Hashable, Sendable {
        case id(AnyID, SectionReference?)
        case position(RowPosition)
        case last(SectionReference)
    }

    fileprivate let target: Target

    /// The first row with an id.
    ///
    /// - Parameters:
    ///   - id: The row's id.
    ///   - section: The section that contains the row; `nil` searches all sections from the top.
    public static func id(
        _ id: some Hashable & Sendable, in section: SectionReference? = nil
    ) -> RowReference {
        RowReference(target: .id(AnyID(id), section))
    }

    /// The row at a position. Rows of collapsed sections count.
    public static func at(_ position: RowPosition) -> RowReference {
        RowReference(target: .position(position))
    }

    /// The row at a position. Rows of collapsed sections count.
    ///
    /// - Parameters:
    ///   - section: The index of the section.
    ///   - row: The index of the row in its section.
    public static func at(section: Int, row: Int) -> RowReference {
        .at(RowPosition(section: section, row: row))
    }

    /// The last row of a section, by default the last section.
    public static func last(in section: SectionReference = .last) -> RowReference {
        RowReference(target: .last(section))
    }
}

/// A reference to a section of a table, by id or by index.
///
/// ```swift
/// try edit.removeSection(.id("july"))
/// try edit.append([Row(order, as: OrderLine.self)], to: .last)
/// ```
public struct SectionReference: Hashable, Sendable {
    enum Target: Hashable, Sendable {
        case id(AnyID)
        case index(Int)
        case last
    }

    let target: Target

    /// The first section with an id.
    public static func id(_ id: some Hashable & Sendable) -> SectionReference {
        SectionReference(target: .id(AnyID(id)))
    }

    /// The section at an index.
    public static func at(_ index: Int) -> SectionReference {
        SectionReference(target: .index(index))
    }

    /// The last section.
    public static var last: SectionReference { SectionReference(target: .last) }

    /// Returns the section's index, or `nil` if there is no such section.
    func index(in table: TableInfo) -> Int? {
        switch target {
        case .id(let id): table.index(ofSectionWithID: id)
        case .index(let index): table.sections.indices.contains(index) ? index : nil
        case .last: table.sections.indices.last
        }
    }
}

extension TableInfo {
    /// Returns the position of the referenced row. Rows of collapsed sections count.
    func position(of row: RowReference) throws(TableError) -> RowPosition {
        switch row.target {
        case .id(let id, nil):
            guard let position = position(ofRowWithID: id) else { throw TableError.rowNotFound(id: id) }
            return position
        case .id(let id, let section?):
            let index = try index(of: section)
            guard let row = self.row(withID: id, inSection: index) else {
                throw TableError.rowNotFound(id: id, inSection: sections[index].id)
            }
            return RowPosition(section: index, row: row)
        case .position(let position):
            guard self.row(at: position) != nil else {
                throw TableError.positionOutOfRange(position, in: self)
            }
            return position
        case .last(let section):
            let index = try index(of: section)
            let count = sections[index].rows.count
            let position = RowPosition(section: index, row: max(count - 1, 0))
            guard count > 0 else { throw TableError.positionOutOfRange(position, in: self) }
            return position
        }
    }

    /// Returns the index of the referenced section.
    func index(of section: SectionReference) throws(TableError) -> Int {
        if let index = section.index(in: self) { return index }
        switch section.target {
        case .id(let id): throw TableError.sectionNotFound(id: id)
        case .index(let index): throw TableError.positionOutOfRange(section: index, in: self)
        case .last: throw TableError.positionOutOfRange(section: 0, in: self)
        }
    }
}

// MARK: Values that are not ids

// The compiler prefers these overloads to the generic functions, and warns. If they were unavailable, the compiler would
// choose the generic functions without a warning.
extension RowReference {
    /// Warns that an optional is not an id: no row has an optional as its id.
    @available(*, deprecated, message: "An optional is not an id; unwrap it.")
    public static func id<ID: Hashable & Sendable>(
        _ id: ID?, in section: SectionReference? = nil
    ) -> RowReference {
        .id(AnyID(id), in: section)
    }

    /// Warns that a position is not an id.
    @available(*, deprecated, message: "A position is not an id; use at(_:).")
    public static func id(_ position: RowPosition, in section: SectionReference? = nil) -> RowReference {
        .id(AnyID(position), in: section)
    }
}

extension SectionReference {
    /// Warns that an optional is not an id: no section has an optional as its id.
    @available(*, deprecated, message: "An optional is not an id; unwrap it.")
    public static func id<ID: Hashable & Sendable>(_ id: ID?) -> SectionReference {
        .id(AnyID(id))
    }
}
