/// Names a section of a table, by its id or by its place.
///
/// ```swift
/// try table.removeSection(.id("july"))
/// try table.append(Row(order, as: OrderLine.self), to: .last)
/// ```
public struct SectionReference: Hashable, Sendable {
    enum Target: Hashable, Sendable {
        case id(AnyID)
        case number(Int)
        case last
    }

    let target: Target

    /// The first section with an id.
    ///
    /// - Parameter id: The section's id.
    public static func id(_ id: some Hashable & Sendable) -> SectionReference {
        SectionReference(target: .id(AnyID(id)))
    }

    /// The section with a number.
    ///
    /// - Parameter number: The section's number, from 0.
    public static func at(_ number: Int) -> SectionReference {
        SectionReference(target: .number(number))
    }

    /// The first section.
    public static var first: SectionReference { .at(0) }

    /// The last section.
    public static var last: SectionReference { SectionReference(target: .last) }
}

extension TableInfo {
    /// The number of a section that is named; `nil` when there is none.
    func number(of reference: SectionReference) -> Int? {
        switch reference.target {
        case .id(let id): index(ofSection: id)
        case .number(let number): sections.indices.contains(number) ? number : nil
        case .last: sections.indices.last
        }
    }

    /// The number of a section that is named.
    func requireNumber(of reference: SectionReference) throws(TableError) -> Int {
        if let number = number(of: reference) { return number }
        switch reference.target {
        case .id(let id): throw TableError.sectionNotFound(id: id)
        case .number(let number): throw TableError.positionOutOfRange(section: number, in: self)
        case .last: throw TableError.positionOutOfRange(section: 0, in: self)
        }
    }
}
