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
/// info.row(.id(4711))?.data(as: Order.self)
/// ```
public struct TableInfo {
    /// The subject of the table. `nil` and an empty text mean that the table has no caption.
    ///
    /// Text, Markdown, and HTML show the caption above the table, and JSON writes it beside the sections. An
    /// HTML page without a caption shows its title instead. CSV, TSV, and JSON Lines omit the caption, and an
    /// app shows it anywhere on the screen.
    public var caption: String?

    /// The columns of a grid. Views of an app ignore them, except below the column titles of `TableAgentUIKit`.
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
    /// total. While the table has no rows, its ``emptyText`` takes the place of the foot.
    ///
    /// A computed foot receives the rows of all sections, in order. It is computed when it is first needed,
    /// and again if it is needed after rows have changed. Replace the foot with ``setFoot(_:)``, and fill it
    /// with ``state``.
    ///
    /// - Complexity: O(rows) for a computed foot, once after each change of rows.
    public var foot: Row? { shownEmptyText.map(EmptyText.row) ?? dataFoot }

    /// The row of the foot for programs, for which an empty text is no data.
    package var dataFoot: Row? { sharedFoot?.part.row(of: allRows) { sharedFoot?.part = $0 } }

    /// The row that sends the events of the foot. The sentence of an empty table is only shown in place of the foot, whose
    /// actions stay.
    package var footSender: Row? { dataFoot ?? foot }

    /// The sentence that people see in place of the rows and the foot while the table has no rows, such as "No orders
    /// yet"; `nil` for none.
    ///
    /// Data formats, such as CSV and JSON, leave the sentence out.
    public var emptyText: String?

    private var shownEmptyText: String? {
        emptyText.flatMap { text in content.allSatisfy(\.rows.isEmpty) ? text : nil }
    }

    /// Sets the foot; `nil` removes it.
    ///
    /// - Parameter foot: The new foot, with data that is given or computed from the rows of all sections.
    public mutating func setFoot(_ foot: Foot?) { footPart = foot?.part }

    /// Whether the table has a foot. A computed foot is not computed for this.
    public var hasFoot: Bool { sharedFoot != nil || shownEmptyText != nil }

    /// The state that the item of the foot receives: the row count of all sections, never collapsed.
    ///
    /// - Complexity: O(sections).
    public var state: SectionState { SectionState(rowCount: rowCount) }

    /// The sections. Edits change this property, and keep the index and the foot up to date.
    var content: [TableSection]

    /// The index of rows and sections by id.
    var index = TableIndex()

    /// The ``QueryAnswer`` of a business; `nil` for a table that answers no query.
    var answer: AnyObject?

    /// The foot. Copies of a table share it until the rows or the foot of one of them change.
    private var sharedFoot: SharedFoot?

    /// Creates a table from sections.
    ///
    /// - Parameters:
    ///   - caption: The subject of the table.
    ///   - columns: The columns of a grid.
    ///   - sections: The sections, from the top.
    ///   - foot: The foot below all sections. A computed foot receives the rows of all sections.
    ///   - empty: The sentence that people see while the table has no rows; see ``emptyText``.
    public init(
        caption: String? = nil, columns: [GridColumn] = [], sections: [TableSection] = [], foot: Foot? = nil,
        empty: String? = nil
    ) {
        self.caption = caption
        self.columns = columns
        self.content = sections
        emptyText = empty
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
    ///   - empty: The sentence that people see while the table has no rows; see ``emptyText``.
    ///   - sections: The body, which lists the sections; `for`, `if`, and `switch` are allowed.
    /// - Throws: Any error of the body.
    @inlinable
    public init(
        caption: String? = nil, columns: [GridColumn] = [], foot: Foot? = nil, empty: String? = nil,
        @TableBuilder sections: () throws -> [TableSection]
    ) rethrows {
        self.init(caption: caption, columns: columns, sections: try sections(), foot: foot, empty: empty)
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

    /// Returns whether two tables have the same sections, columns, foot, and texts, as copies of one table have.
    func isCopy(of other: TableInfo) -> Bool {
        sharedFoot === other.sharedFoot && answer === other.answer && columns == other.columns
            && caption == other.caption && emptyText == other.emptyText
            && content.count == other.content.count
            && zip(content, other.content).allSatisfy { $0.isCopy(of: $1) }
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
    var allRows: Rows {
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
    /// Returns the referenced section, or `nil` if there is no such section.
    public func section(_ section: SectionReference) -> TableSection? {
        index(of: section).map { content[$0] }
    }

    /// Returns the referenced row, or `nil` if there is no such row. Rows of collapsed sections count.
    ///
    /// ```swift
    /// table.row(.id(4711))?.data(as: Order.self)
    /// table.row(.at(section: 0, row: 2))
    /// ```
    ///
    /// - Complexity: The complexity of ``position(of:)``.
    public func row(_ row: RowReference) -> Row? {
        position(of: row).map { content[$0.section].rows[$0.row] }
    }

    /// Returns the index of the referenced section, or `nil` if there is no such section.
    ///
    /// - Complexity: O(1). The first look-up by id makes one pass over the sections.
    public func index(of section: SectionReference) -> Int? {
        switch section.target {
        case .id(let id): index.sections(withID: id, in: content).first
        case .index(let index): content.indices.contains(index) ? index : nil
        case .last: content.indices.last
        }
    }

    /// Returns the position of the referenced row, or `nil` if there is no such row. Rows of collapsed sections count.
    ///
    /// - Complexity: O(1). The first look-up by id makes one pass over all rows. Copies of a table share the
    ///   index. An edited copy takes the index with it.
    public func position(of row: RowReference) -> RowPosition? {
        switch row.target {
        case .id(let id, nil):
            return index.positions(ofRow: id, in: content).first
        case .id(let id, let section?):
            return index(of: section).flatMap { index.positions(ofRow: id, inSection: $0, in: content).first }
        case .position(let position):
            guard content.indices.contains(position.section),
                content[position.section].rows.indices.contains(position.row)
            else { return nil }
            return position
        case .last(let section):
            guard let section = index(of: section), let row = content[section].rows.indices.last else {
                return nil
            }
            return RowPosition(section: section, row: row)
        }
    }

    /// Finds the row of data by comparing. Data with an id is found faster by the id, with ``position(of:)``.
    ///
    /// - Returns: The position of the first row with equal data, or `nil`.
    /// - Complexity: O(rows).
    public func position<Data: Equatable>(ofData data: Data) -> RowPosition? {
        for (index, section) in content.enumerated() {
            if let row = section.rows.firstIndex(where: { $0.data(as: Data.self) == data }) {
                return RowPosition(section: index, row: row)
            }
        }
        return nil
    }

    /// Finds the section of a head or foot. No head or foot is computed for this.
    ///
    /// - Returns: The index of the first section with the row, or `nil` if no section of this table has the
    ///   row.
    /// - Complexity: O(sections).
    public func index(ofSectionWith row: Row) -> Int? {
        content.firstIndex {
            let (head, foot) = $0.parts
            return head?.knownRow?.run === row.run || foot?.knownRow?.run === row.run
        }
    }

    /// Returns the position of the referenced row.
    ///
    /// - Throws: ``TableError`` if there is no such row or section.
    func resolve(_ row: RowReference) throws(TableError) -> RowPosition {
        if let position = position(of: row) { return position }
        switch row.target {
        case .id(let id, nil): throw TableError.rowNotFound(id: id)
        case .id(let id, let section?):
            throw TableError.rowNotFound(id: id, inSection: content[try resolve(section)].id)
        case .position(let position): throw TableError.positionOutOfRange(position, in: self)
        case .last(let section):
            let position = RowPosition(section: try resolve(section), row: 0)
            throw TableError.positionOutOfRange(position, in: self)
        }
    }

    /// Returns the index of the referenced section.
    ///
    /// - Throws: ``TableError`` if there is no such section.
    func resolve(_ section: SectionReference) throws(TableError) -> Int {
        if let index = index(of: section) { return index }
        switch section.target {
        case .id(let id): throw TableError.sectionNotFound(id: id)
        case .index(let index): throw TableError.positionOutOfRange(section: index, in: self)
        case .last: throw TableError.positionOutOfRange(section: 0, in: self)
        }
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
            return index.positions(ofRow: id, inSection: number, in: content).first
        }
        if self.section(.at(old.section))?.id == section, let near = position(in: old.section) { return near }
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
        let isNear = section(.at(old))?.id == id
        if isNear, has(old) { return old }
        let sections = index.sections(withID: id, in: content)
        return sections.first(where: has) ?? (isNear ? old : sections.first)
    }
}

// MARK: Errors

extension TableError {
    static func positionOutOfRange(_ position: RowPosition, in info: TableInfo) -> TableError {
        let rows = info.section(.at(position.section))?.rows.count
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
