/// An edit of a table: verbs that insert, delete, replace, and move rows and sections, by id or by position.
///
/// An agent shows all changes of an edit as one batch. A table that no agent shows is edited in the same way.
///
/// ```swift
/// try agent.edit { edit in
///     try edit.replaceData(ofRow: .id(order.id), with: order)
///     try edit.append([Row(newOrder, as: OrderLine.self)], to: .id(customer.id), animation: .left)
///     try edit.collapseSection(.id("archive"))
/// }
/// try table.edit { try $0.removeRow(.id(order.id)) }
/// ```
///
/// The verbs share their words. Single rows are written as an array of them. A row or section is named by id or by
/// position; a verb throws a ``TableError`` when there is no such row or section, and changes nothing. Only a
/// section that rows are appended, inserted, replaced, or moved into is made at the end of the table if it is
/// missing, named by id or by the next index. `animation` is how rows or sections come in or go out; what they
/// replace goes out the opposite way.
public struct TableEdit {
    /// The table as edited so far.
    public internal(set) var table: TableInfo

    /// How the changes are to be animated.
    var animations = EditAnimations()

    /// Which sections edits collapsed and expanded.
    var collapses = CollapseMemory()

    init(_ table: TableInfo) {
        self.table = table
    }
}

extension TableInfo {
    /// Edits the table.
    ///
    /// - Parameter change: Changes the table by verbs; animations have no effect.
    /// - Returns: What `change` returns.
    /// - Throws: What `change` throws; the table then stays as it was.
    public mutating func edit<Result, Failure: Error>(
        _ change: (inout TableEdit) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var edit = TableEdit(self)
        let result = try change(&edit)
        self = edit.table
        return result
    }
}

extension TableEdit {
    // MARK: Rows

    /// Appends rows to a section, by default the last.
    ///
    /// - Complexity: O(sections + arrays), like all verbs, where *arrays* are those that the section's rows
    ///   consist of.
    public mutating func append(
        _ rows: Rows, to section: SectionReference = .last, animation: RowAnimation = .automatic
    ) throws(TableError) {
        let index = try indexMaking(section, animation)
        let end = RowPosition(section: index, row: table.sections[index].rows.count)
        replaceRows(at: end, count: 0, with: rows, animation)
    }

    /// Inserts rows into a section; the first of them gets the index, and the number of rows appends.
    public mutating func insert(
        _ rows: Rows, at row: Int, in section: SectionReference,
        animation: RowAnimation = .automatic
    ) throws(TableError) {
        try replaceRows(of: section, row, isInsertion: true, with: rows, animation)
    }

    /// Inserts rows above another one.
    public mutating func insert(
        _ rows: Rows, before row: RowReference, animation: RowAnimation = .automatic
    ) throws(TableError) {
        replaceRows(at: try table.position(of: row), count: 0, with: rows, animation)
    }

    /// Inserts rows below another one.
    public mutating func insert(
        _ rows: Rows, after row: RowReference, animation: RowAnimation = .automatic
    ) throws(TableError) {
        var position = try table.position(of: row)
        position.row += 1
        replaceRows(at: position, count: 0, with: rows, animation)
    }

    /// Replaces the data of a row, which its item then shows in place.
    ///
    /// An id that was given beside the data stays. An id that is read from the data is that of the new data,
    /// and a row with another id is another row. Data of a type that the row's item does not take is an error with
    /// the code ``TableError/Code/wrongDataType``.
    public mutating func replaceData<Data>(ofRow row: RowReference, with data: Data) throws(TableError) {
        let position = try table.position(of: row)
        guard let new = table.sections[position.section].rows.replacingData(ofRow: position.row, with: data)
        else {
            let item = table.sections[position.section].rows[position.row].item
            throw TableError.wrongData(Data.self, for: item, position: position)
        }
        table.exchangeRows(position.row..<position.row + 1, ofSection: position.section, with: new)
    }

    /// Replaces a row by others.
    public mutating func replaceRow(
        _ row: RowReference, with rows: Rows, animation: RowAnimation = .automatic
    ) throws(TableError) {
        replaceRows(at: try table.position(of: row), count: 1, with: rows, animation)
    }

    /// Replaces all rows of a section, or those from an index on.
    public mutating func replaceRows(
        of section: SectionReference, from row: Int = 0, with rows: Rows,
        animation: RowAnimation = .automatic
    ) throws(TableError) {
        try replaceRows(of: section, row, isInsertion: false, with: rows, animation)
    }

    /// Reloads a row whose data is the same, such as an object that changed in place.
    public mutating func reloadRow(_ row: RowReference) throws(TableError) {
        let position = try table.position(of: row)
        let range = position.row..<position.row + 1
        table.exchangeRows(
            range, ofSection: position.section,
            with: table.sections[position.section].rows.part(range).renewed)
    }

    /// Removes a row.
    public mutating func removeRow(
        _ row: RowReference, animation: RowAnimation = .automatic
    ) throws(TableError) {
        replaceRows(at: try table.position(of: row), count: 1, with: Rows(), deletion: animation)
    }

    /// Moves a row above another one, in the same or another section.
    public mutating func moveRow(_ row: RowReference, before other: RowReference) throws(TableError) {
        let (source, target) = (try table.position(of: row), try table.position(of: other))
        moveRow(source, to: target, isBelow: false)
    }

    /// Moves a row below another one, in the same or another section.
    public mutating func moveRow(_ row: RowReference, after other: RowReference) throws(TableError) {
        let (source, target) = (try table.position(of: row), try table.position(of: other))
        moveRow(source, to: target, isBelow: true)
    }

    /// Moves a row to the position that it has afterwards.
    public mutating func moveRow(_ row: RowReference, to position: RowPosition) throws(TableError) {
        let source = try table.position(of: row)
        guard let section = table.section(at: position.section),
            0...section.rows.count - (source.section == position.section ? 1 : 0) ~= position.row
        else { throw TableError.positionOutOfRange(position, in: table) }
        moveRow(source, to: position)
    }

    /// Moves a row to the end of a section.
    public mutating func moveRow(
        _ row: RowReference, toEndOf section: SectionReference
    ) throws(TableError) {
        let source = try table.position(of: row)
        let index = try indexMaking(section, .automatic)
        let count = table.sections[index].rows.count
        moveRow(source, to: RowPosition(section: index, row: source.section == index ? count - 1 : count))
    }

    private mutating func moveRow(_ source: RowPosition, to other: RowPosition, isBelow: Bool) {
        guard source != other else { return }
        let isAbove = source.section == other.section && source.row < other.row
        let row = other.row + (isBelow ? 1 : 0) - (isAbove ? 1 : 0)
        moveRow(source, to: RowPosition(section: other.section, row: row))
    }

    private mutating func moveRow(_ source: RowPosition, to target: RowPosition) {
        let row = table.exchangeRows(source.row..<source.row + 1, ofSection: source.section, with: Rows())
        table.exchangeRows(target.row..<target.row, ofSection: target.section, with: row)
    }

    /// Replaces rows from a position on.
    ///
    /// - Parameters:
    ///   - insertion: How the new rows come in.
    ///   - deletion: How the others go out; by default the way opposite to `insertion`.
    private mutating func replaceRows(
        at position: RowPosition, count: Int, with rows: Rows,
        _ insertion: RowAnimation = .automatic, deletion: RowAnimation? = nil
    ) {
        let id = table.sections[position.section].id
        let range = position.row..<position.row + count
        let old = table.exchangeRows(range, ofSection: position.section, with: rows)
        animations.deletes.add(old, of: id, deletion ?? insertion.opposite)
        animations.inserts.add(rows, of: id, insertion)
    }

    /// Replaces rows from an index on, or inserts there, in a section that is made if it is missing.
    private mutating func replaceRows(
        of section: SectionReference, _ row: Int, isInsertion: Bool, with rows: Rows,
        _ animation: RowAnimation
    ) throws(TableError) {
        let found = section.index(in: table)
        let count = found.map { table.sections[$0].rows.count } ?? 0
        guard 0...count ~= row else {
            throw TableError.positionOutOfRange(
                RowPosition(section: found ?? table.sections.count, row: row), in: table)
        }
        let position = RowPosition(section: try indexMaking(section, animation), row: row)
        replaceRows(at: position, count: isInsertion ? 0 : count - row, with: rows, animation)
    }

    /// The index of a section, which is made at the end of the table if it is missing.
    private mutating func indexMaking(
        _ reference: SectionReference, _ animation: RowAnimation
    ) throws(TableError) -> Int {
        if let index = reference.index(in: table) { return index }
        switch reference.target {
        case .id(let id): append(TableSection(id: id), animation: animation)
        case .index(table.sections.count), .last: append(TableSection(id: freeID), animation: animation)
        case .index(let index): throw TableError.positionOutOfRange(section: index, in: table)
        }
        return table.sections.count - 1
    }

    /// An id for a section that is named by its index: the index, or the next number that is free.
    private var freeID: Int {
        var id = table.sections.count
        while table.index(ofSection: id) != nil { id += 1 }
        return id
    }
}
