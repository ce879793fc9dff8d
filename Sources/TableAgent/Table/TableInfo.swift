/// A table as a value: its columns, its sections, and its foot, without any view.
///
/// A ``Reformer`` makes a table from business data, and a ``Panel`` shows the table on a ``TableContainer``.
/// A table can be read without a panel or container.
///
/// ```swift
/// let info = TableInfo {
///     for customer in ledger.customers {
///         TableSection(id: customer.id) {
///             Head(customer, as: CustomerTitle.self)
///             Rows(customer.orders, as: OrderLine.self)
///         }
///     }
/// }
/// info.rowCount
/// info.row(at: RowPosition(section: 0, row: 2))?.data(as: Order.self)
/// ```
public struct TableInfo {
    /// The subject of the table. `nil` and an empty text mean that the table has no caption.
    ///
    /// Text, Markdown, and HTML show the caption above the table, and JSON writes it beside the sections. An
    /// HTML page without a caption shows its title instead. CSV, TSV, and JSON Lines omit the caption, and an
    /// app shows it anywhere on the screen.
    public var caption: String?

    /// The columns of a grid. Surfaces with their own views ignore them.
    public var columns: [GridColumn]

    /// The sections, from the top.
    ///
    /// To change single rows, prefer ``edit(_:)``, which keeps the index of ids.
    public var sections: [TableSection] {
        _read { yield content }
        _modify {
            index = TableIndex()
            forgetComputedFoot()
            yield &content
        }
    }

    /// The row of the foot, below all sections, or `nil` if the table has no foot. The foot may be a grand
    /// total.
    ///
    /// A computed foot receives the rows of all sections, in order. It is computed when it is first needed,
    /// and again if it is needed after rows have changed. Replace the foot with ``setFoot(_:)``, and fill it
    /// with ``state``.
    ///
    /// - Complexity: O(rows) for a computed foot, once after each change of rows.
    public var foot: Row? { sharedFoot?.part.row(of: allRows) { sharedFoot?.part = $0 } }

    /// Sets the foot; `nil` removes it.
    ///
    /// - Parameter foot: The new foot, with data that is given or computed from the rows of all sections.
    public mutating func setFoot(_ foot: Foot?) { footPart = foot?.part }

    /// Whether the table has a foot. A computed foot is not computed for this.
    public var hasFoot: Bool { sharedFoot != nil }

    /// The state that the item of the foot receives: the row count of all sections, never collapsed.
    ///
    /// - Complexity: O(sections).
    public var state: SectionState { SectionState(rowCount: rowCount) }

    /// The sections. Edits change this property, and keep the index and the foot up to date.
    var content: [TableSection]

    /// The index of rows and sections by id.
    var index = TableIndex()

    /// The foot. Copies of a table share it until the rows or the foot of one of them change.
    private var sharedFoot: SharedFoot?

    /// Creates a table from sections.
    ///
    /// - Parameters:
    ///   - caption: The subject of the table.
    ///   - columns: The columns of a grid.
    ///   - sections: The sections, from the top.
    ///   - foot: The foot below all sections. A computed foot receives the rows of all sections.
    public init(
        caption: String? = nil, columns: [GridColumn] = [], sections: [TableSection] = [], foot: Foot? = nil
    ) {
        self.caption = caption
        self.columns = columns
        self.content = sections
        footPart = foot?.part
    }

    /// Creates a table from the sections in its body.
    ///
    /// ```swift
    /// TableInfo(foot: Foot(of: Order.self, as: TotalLine.self) { $0.reduce(0) { $0 + $1.total } }) {
    ///     TableSection(id: "open") { Rows(open, as: OrderLine.self) }
    ///     TableSection(id: "paid") { Rows(paid, as: OrderLine.self) }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - caption: The subject of the table.
    ///   - columns: The columns of a grid.
    ///   - foot: The foot below all sections. A computed foot receives the rows of all sections.
    ///   - sections: The body, which lists the sections; `for`, `if`, and `switch` are allowed.
    /// - Throws: Any error of the body.
    @inlinable
    public init(
        caption: String? = nil, columns: [GridColumn] = [], foot: Foot? = nil,
        @TableBuilder sections: () throws -> [TableSection]
    ) rethrows {
        self.init(caption: caption, columns: columns, sections: try sections(), foot: foot)
    }

    /// The number of rows in all sections, visible or hidden.
    ///
    /// - Complexity: O(sections).
    public var rowCount: Int {
        sections.reduce(0) { $0 + $1.rows.count }
    }
}

// MARK: Foot

extension TableInfo {
    /// A foot that copies of a table share, so that it is computed only once.
    fileprivate final class SharedFoot {
        var part: SectionPart

        init(_ part: SectionPart) {
            self.part = part
        }
    }

    /// The foot, given or computed.
    var footPart: SectionPart? {
        get { sharedFoot?.part }
        set { sharedFoot = newValue.map(SharedFoot.init) }
    }

    /// Returns whether two tables share a computed foot of the same rows, so that the feet need not be
    /// compared.
    func sharesComputedFoot(with other: TableInfo) -> Bool {
        sharedFoot === other.sharedFoot && footPart?.isComputed == true
    }

    /// Invalidates a computed foot. Call this method for every change of rows, even if the foot was not
    /// computed yet, because copies of the table share it.
    mutating func forgetComputedFoot() {
        guard let part = footPart, part.isComputed else { return }
        footPart = part.withoutComputedRow
    }

    /// The rows of all sections, which share their arrays.
    ///
    /// - Complexity: O(arrays).
    private var allRows: Rows {
        if content.count == 1 { return content[0].rows }
        var list = RunSlices()
        for section in content {
            for slice in section.rows.slices { list.append(slice.run, slice.indices) }
        }
        return Rows(list: list)
    }
}

// MARK: Looking up

extension TableInfo {
    /// Returns a section by its index.
    ///
    /// - Returns: The section, or `nil` if the index is outside the table.
    public func section(at index: Int) -> TableSection? {
        sections.indices.contains(index) ? sections[index] : nil
    }

    /// Returns a row by its position.
    ///
    /// - Returns: The row, or `nil` if the position is outside the table.
    public func row(at position: RowPosition) -> Row? {
        guard let rows = section(at: position.section)?.rows, rows.indices.contains(position.row) else {
            return nil
        }
        return rows[position.row]
    }

    /// Finds a section by its id.
    ///
    /// - Returns: The index of the first section with that id, or `nil`.
    /// - Complexity: O(1) after one pass over the sections, which the first look-up makes.
    public func index(ofSectionWithID id: some Hashable & Sendable) -> Int? {
        index.sections(withID: AnyID(id), in: content).first
    }

    /// Finds the section of a head or foot. No head or foot is computed for this.
    ///
    /// - Returns: The index of the first section with the row, or `nil` if no section of this table has the
    ///   row.
    /// - Complexity: O(sections).
    public func index(ofSectionWith row: Row) -> Int? {
        sections.firstIndex {
            let (head, foot) = $0.parts
            return head?.knownRow?.run === row.run || foot?.knownRow?.run === row.run
        }
    }

    /// Finds a row by its id, in all sections.
    ///
    /// - Returns: The position of the first row with that id, or `nil`.
    /// - Complexity: O(1) after one pass over all rows in the first look-up by id. Copies of a table share the
    ///   index. An edited copy takes the index with it.
    public func position(ofRowWithID id: some Hashable & Sendable) -> RowPosition? {
        index.positions(ofRow: AnyID(id), in: content).first
    }

    /// Finds a row by its id and the id of its section.
    ///
    /// - Returns: The position of the first row with that id in the section, or `nil`.
    /// - Complexity: The complexity of ``position(ofRowWithID:)``.
    public func position(
        ofRowWithID id: some Hashable & Sendable, inSectionWithID section: some Hashable & Sendable
    ) -> RowPosition? {
        guard let section = index(ofSectionWithID: section) else { return nil }
        return row(withID: AnyID(id), inSection: section).map { RowPosition(section: section, row: $0) }
    }

    /// Finds a row by its id in the section with an id. If several sections have the id, returns the row of the section
    /// that is nearest to the old position and has the row.
    ///
    /// The method first looks near the old position. It usually finds the row there, and so avoids making an index
    /// after each reload.
    ///
    /// - Parameter distance: The number of rows above and below the old position that are read without an index.
    package func position(
        ofRow id: AnyID, inSection section: AnyID, near old: RowPosition, within distance: Int = 64
    ) -> RowPosition? {
        func position(in number: Int) -> RowPosition? {
            let rows = content[number].rows
            for distance in 0...distance {
                for row in [old.row - distance, old.row + distance]
                where rows.indices.contains(row) && rows[row].id == id {
                    return RowPosition(section: number, row: row)
                }
            }
            return row(withID: id, inSection: number).map { RowPosition(section: number, row: $0) }
        }
        if self.section(at: old.section)?.id == section, let near = position(in: old.section) { return near }
        return index.sections(withID: section, in: content)
            .sorted { abs($0 - old.section) < abs($1 - old.section) }
            .lazy.compactMap(position(in:)).first
    }

    /// Finds a section by its id. Among several such sections, prefers the section with a head or foot, and then the
    /// section at the old index.
    package func index(ofSectionWithID id: AnyID, with row: Row?, near old: Int) -> Int? {
        func has(_ section: Int) -> Bool {
            let (head, foot) = content[section].parts
            return row == nil || [head, foot].contains { $0?.knownRow?.run === row?.run }
        }
        let isNear = section(at: old)?.id == id
        if isNear, has(old) { return old }
        let sections = index.sections(withID: id, in: content)
        return sections.first(where: has) ?? (isNear ? old : sections.first)
    }

    /// Returns the index of the first row with an id in a section.
    func row(withID id: AnyID, inSection section: Int) -> Int? {
        index.positions(ofRow: id, inSection: section, in: content).first?.row
    }

    /// Finds the row of data with an id.
    ///
    /// - Returns: The position of the first row with that id and data of that type, or `nil`.
    /// - Complexity: The complexity of ``position(ofRowWithID:)``.
    public func position<Data: Identifiable>(ofData data: Data) -> RowPosition? where Data.ID: Sendable {
        index.positions(ofRow: AnyID(data.id), in: content).first { row(at: $0)?.item.dataType == Data.self }
    }

    /// Finds the row of data without an id, by comparing.
    ///
    /// - Returns: The position of the first row with equal data, or `nil`.
    /// - Complexity: O(rows).
    public func position<Data: Equatable>(ofDataEqualTo data: Data) -> RowPosition? {
        for (number, section) in sections.enumerated() {
            if let row = section.rows.firstIndex(where: { $0.data(as: Data.self) == data }) {
                return RowPosition(section: number, row: row)
            }
        }
        return nil
    }

    /// Finds a row by its id and returns its data.
    ///
    /// - Returns: The data of the first row with that id.
    /// - Throws: ``TableError`` with the code ``TableError/Code/idNotFound`` if no row has the id, or
    ///   ``TableError/Code/wrongDataType`` if its data has another type.
    /// - Complexity: The complexity of ``position(ofRowWithID:)``.
    public func data<Data>(
        ofRowWithID id: some Hashable & Sendable, as type: Data.Type = Data.self
    ) throws(TableError) -> Data {
        guard let position = position(ofRowWithID: id), let row = row(at: position) else {
            throw TableError.rowNotFound(id: AnyID(id))
        }
        guard let data = row.data(as: type) else {
            throw TableError.wrongDataType(expected: type, found: row.item.dataType, position: position)
        }
        return data
    }
}

// MARK: Errors

extension TableError {
    static func positionOutOfRange(_ position: RowPosition, in info: TableInfo) -> TableError {
        let rows = info.section(at: position.section)?.rows.count
        let extent = rows.map { "the section has \(counted($0, "row"))" }
        return outOfRange("row at \(position)", extent, in: info, position: position)
    }

    static func positionOutOfRange(section: Int, in info: TableInfo) -> TableError {
        outOfRange("section \(section)", nil, in: info, position: nil)
    }

    private static func outOfRange(
        _ place: String, _ extent: String?, in info: TableInfo, position: RowPosition?
    ) -> TableError {
        let extent = extent ?? "the table has \(counted(info.sections.count, "section"))"
        return TableError(
            .positionOutOfRange,
            "There is no \(place), since \(extent); positions are those of the table as it is now.",
            position: position)
    }

    private static func counted(_ count: Int, _ noun: String) -> String {
        switch count {
        case 0: "no \(noun)s"
        case 1: "1 \(noun)"
        default: "\(count) \(noun)s"
        }
    }
}
