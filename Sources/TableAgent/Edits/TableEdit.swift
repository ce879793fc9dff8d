/// An edit of a table: verbs that insert, delete, replace, and move rows and sections, by id or by position.
///
/// An agent shows all changes of an edit as one batch. A table without an agent is edited in the same way.
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
/// Pass single rows as an array literal. A verb names a row or section by id or by position. If there is no
/// such row or section, the verb throws a ``TableError`` and changes nothing. The verbs that add rows to a
/// section have a parameter `creatingIfNeeded`. With `true`, they append a missing section to the table if the
/// section is named by an id, by `.last`, or by the next index.
///
/// `animation` is the animation of inserted or deleted rows or sections. Replaced rows leave in the opposite
/// direction.
public struct TableEdit {
    /// The table with the edits so far.
    public internal(set) var table: TableInfo

    /// The animations of the changes.
    var animations = EditAnimations()

    /// Whether a query shows other rows or another order, so that visible positions are not those of the table.
    var isQueried = false

    init(_ table: TableInfo) {
        self.table = table
    }
}

extension TableEdit {
    /// Returns the position of a row, which is named by its id while a query is shown.
    func resolve(_ row: RowReference) throws(TableError) -> RowPosition {
        switch row.target {
        case .id(_, nil): break
        case .id(_, let section?): try checkName(section)
        case .position(let position): try checkName("the row at \(position)")
        case .last: try checkName("the last row of a section")
        }
        return try table.resolve(row)
    }

    /// Returns the index of a section, which is named by its id while a query is shown, or is the last one.
    func resolve(_ section: SectionReference) throws(TableError) -> Int {
        try checkName(section)
        return try table.resolve(section)
    }

    private func checkName(_ section: SectionReference) throws(TableError) {
        if case .index(let index) = section.target { try checkName("section \(index)") }
    }

    /// Throws an error for a place that is named by its position while a query is shown.
    private func checkName(_ place: @autoclosure () -> String) throws(TableError) {
        if isQueried { throw TableError.positionInQuery(place()) }
    }
}

extension TableInfo {
    /// Edits the table.
    ///
    /// - Parameter change: Changes the table with verbs. Animations have no effect.
    /// - Returns: The result of `change`.
    /// - Throws: The error of `change`. The table is then unchanged.
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

    /// Appends rows to a section, by default to the last section.
    ///
    /// - Parameters:
    ///   - rows: The rows.
    ///   - section: The section.
    ///   - creatingIfNeeded: Whether a missing section is appended to the table.
    ///   - animation: The animation of the new rows.
    /// - Throws: ``TableError`` if there is no such section and none is created.
    /// - Complexity: O(sections + arrays), like all verbs, where *arrays* is the number of arrays in the
    ///   section's rows.
    public mutating func append(
        _ rows: Rows, to section: SectionReference = .last, creatingIfNeeded: Bool = false,
        animation: RowAnimation = .automatic
    ) throws(TableError) {
        let index = try index(of: section, creatingIfNeeded: creatingIfNeeded, animation: animation)
        let end = RowPosition(section: index, row: table.sections[index].rows.count)
        replaceRows(at: end, count: 0, with: rows, insertion: animation)
    }

    /// Inserts rows into a section, the first row at an index. If the index is the number of rows in the section, the
    /// new rows are appended.
    public mutating func insert(
        _ rows: Rows, at row: Int, in section: SectionReference, creatingIfNeeded: Bool = false,
        animation: RowAnimation = .automatic
    ) throws(TableError) {
        try replaceRows(
            of: section, from: row, isInsertion: true, with: rows, creatingIfNeeded: creatingIfNeeded,
            animation: animation)
    }

    /// Inserts rows before another row.
    public mutating func insert(
        _ rows: Rows, before row: RowReference, animation: RowAnimation = .automatic
    ) throws(TableError) {
        replaceRows(at: try resolve(row), count: 0, with: rows, insertion: animation)
    }

    /// Inserts rows after another row.
    public mutating func insert(
        _ rows: Rows, after row: RowReference, animation: RowAnimation = .automatic
    ) throws(TableError) {
        var position = try resolve(row)
        position.row += 1
        replaceRows(at: position, count: 0, with: rows, insertion: animation)
    }

    /// Replaces the data of a row. The item shows the new data in place.
    ///
    /// The row keeps an id that is separate from its data. If the id is read from the data and the new id
    /// differs, the row is replaced by another row. Data of a type that the row's item does not take is an
    /// error with the code ``TableError/Code/wrongDataType``.
    public mutating func replaceData<Data>(ofRow row: RowReference, with data: Data) throws(TableError) {
        let position = try resolve(row)
        guard let new = table.sections[position.section].rows.replacingData(ofRow: position.row, with: data)
        else {
            let item = table.sections[position.section].rows[position.row].item
            throw TableError.wrongData(Data.self, for: item, position: position)
        }
        table.exchangeRows(position.row..<position.row + 1, ofSection: position.section, with: new)
    }

    /// Replaces a row with other rows.
    public mutating func replaceRow(
        _ row: RowReference, with rows: Rows, animation: RowAnimation = .automatic
    ) throws(TableError) {
        replaceRows(at: try resolve(row), count: 1, with: rows, insertion: animation)
    }

    /// Replaces a row with another one, which takes its place: a new order that has received its number, for example.
    ///
    /// A container for UIKit fills the view of the row again, so that its selection and its keyboard stay. For any other container
    /// and for listeners, the row is another one.
    ///
    /// ```swift
    /// try agent.edit { try $0.replaceRow(.id(draft.id), keepingPlace: Row(order, as: OrderLine.self)) }
    /// ```
    public mutating func replaceRow(_ row: RowReference, keepingPlace new: Row) throws(TableError) {
        let position = try resolve(row)
        let range = position.row..<position.row + 1
        let old = table.exchangeRows(range, ofSection: position.section, with: [new])
        animations.replace(old[0].id, with: new.id, in: table.sections[position.section].id)
    }

    /// Replaces all rows of a section, or the rows from an index on.
    public mutating func replaceRows(
        of section: SectionReference, from row: Int = 0, with rows: Rows, creatingIfNeeded: Bool = false,
        animation: RowAnimation = .automatic
    ) throws(TableError) {
        try replaceRows(
            of: section, from: row, isInsertion: false, with: rows, creatingIfNeeded: creatingIfNeeded,
            animation: animation)
    }

    /// Reloads a row with the same data, such as an object that changed in place.
    public mutating func reloadRow(_ row: RowReference) throws(TableError) {
        let position = try resolve(row)
        let range = position.row..<position.row + 1
        table.exchangeRows(
            range, ofSection: position.section,
            with: table.sections[position.section].rows.part(range).renewed)
    }

    /// Removes a row.
    public mutating func removeRow(
        _ row: RowReference, animation: RowAnimation = .automatic
    ) throws(TableError) {
        replaceRows(at: try resolve(row), count: 1, with: Rows(), deletion: animation)
    }

    /// Moves a row before another row, in the same or another section.
    public mutating func moveRow(_ row: RowReference, before other: RowReference) throws(TableError) {
        moveRow(try resolve(row), to: try resolve(other), isBelow: false)
    }

    /// Moves a row after another row, in the same or another section.
    public mutating func moveRow(_ row: RowReference, after other: RowReference) throws(TableError) {
        moveRow(try resolve(row), to: try resolve(other), isBelow: true)
    }

    /// Moves a row to a position, which is the row's position after the move.
    public mutating func moveRow(_ row: RowReference, to position: RowPosition) throws(TableError) {
        let source = try resolve(row)
        try checkName("the place \(position)")
        guard let section = table.section(.at(position.section)),
            0...section.rows.count - (source.section == position.section ? 1 : 0) ~= position.row
        else { throw TableError.positionOutOfRange(position, in: table) }
        moveRow(source, to: position)
    }

    /// Moves a row to the end of a section.
    public mutating func moveRow(
        _ row: RowReference, toEndOf section: SectionReference, creatingIfNeeded: Bool = false
    ) throws(TableError) {
        let source = try resolve(row)
        let index = try index(of: section, creatingIfNeeded: creatingIfNeeded, animation: .automatic)
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
    ///   - insertion: The animation of the new rows.
    ///   - deletion: The animation of the old rows; by default the opposite of `insertion`.
    private mutating func replaceRows(
        at position: RowPosition, count: Int, with rows: Rows,
        insertion: RowAnimation = .automatic, deletion: RowAnimation? = nil
    ) {
        let id = table.sections[position.section].id
        let range = position.row..<position.row + count
        let old = table.exchangeRows(range, ofSection: position.section, with: rows)
        animations.deletes.add(old, of: id, deletion ?? insertion.opposite)
        animations.inserts.add(rows, of: id, insertion)
    }

    /// Replaces rows from an index on, or inserts rows at the index.
    private mutating func replaceRows(
        of section: SectionReference, from row: Int, isInsertion: Bool, with rows: Rows,
        creatingIfNeeded: Bool, animation: RowAnimation
    ) throws(TableError) {
        try checkName(section)
        if row > 0 { try checkName("row \(row) of a section") }
        let old = table.index(of: section)
        let count = old.map { table.sections[$0].rows.count } ?? 0
        // Checked before a section is created, because a verb that throws changes nothing.
        guard 0...count ~= row || old == nil && !creatingIfNeeded else {
            throw TableError.positionOutOfRange(
                RowPosition(section: old ?? table.sections.count, row: row), in: table)
        }
        let index = try index(of: section, creatingIfNeeded: creatingIfNeeded, animation: animation)
        replaceRows(
            at: RowPosition(section: index, row: row), count: isInsertion ? 0 : count - row, with: rows,
            insertion: animation)
    }

    /// Returns the index of a section.
    ///
    /// - Parameters:
    ///   - section: The section.
    ///   - creatingIfNeeded: Whether a missing section is appended to the table.
    ///   - animation: The animation of a new section.
    private mutating func index(
        of section: SectionReference, creatingIfNeeded: Bool, animation: RowAnimation
    ) throws(TableError) -> Int {
        try checkName(section)
        guard creatingIfNeeded, table.index(of: section) == nil else { return try table.resolve(section) }
        switch section.target {
        case .id(let id): append(TableSection(id: id), animation: animation)
        case .index(table.sections.count), .last: append(TableSection(id: freeID), animation: animation)
        case .index(let index): throw TableError.positionOutOfRange(section: index, in: table)
        }
        return table.sections.count - 1
    }

    /// The id of a new section that is named by its index: the index, or the next free number.
    private var freeID: Int {
        var id = table.sections.count
        while table.index(of: .id(id)) != nil { id += 1 }
        return id
    }
}
