/// A reference to a row of a table, by id or by position.
///
/// ```swift
/// try edit.removeRow(.id(order.id))
/// try edit.replaceRow(.id("total", in: .id("july")), with: total)
/// try edit.moveRow(.at(section: 0, row: 4), before: .at(section: 0, row: 0))
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
}
