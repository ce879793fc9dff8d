extension TableInfo {
    /// Adds rows at the end of a section.
    ///
    /// A section that is missing is made, at the end of the table.
    ///
    /// ```swift
    /// try table.append(Row(order, as: OrderLine.self), to: .id(customer.id))
    /// ```
    ///
    /// - Parameters:
    ///   - rows: A ``Row`` or ``Rows``.
    ///   - section: The section; without one, the last.
    ///   - animation: How the rows come.
    /// - Throws: ``TableError`` with the code ``TableError/Code/positionOutOfRange`` when a section is named
    ///   by a number that is neither there nor the next one.
    /// - Complexity: O(sections + arrays), as of all verbs, where *arrays* are those that the section's rows
    ///   consist of.
    public mutating func append(
        _ rows: some RowContent, to section: SectionReference = .last, animation: RowAnimation = .automatic
    ) throws {
        let number = try numberMaking(section, animation)
        let end = content[number].rows.count
        replaceRows(end..<end, ofSection: number, with: rows.rows, animation)
    }

    /// Puts rows into a section, by the number of the first of them.
    ///
    /// A section that is missing is made, at the end of the table.
    ///
    /// - Parameters:
    ///   - rows: A ``Row`` or ``Rows``.
    ///   - row: The number in the section that the first of them gets, from 0; the number of rows appends.
    ///   - section: The section.
    ///   - animation: How the rows come.
    /// - Throws: ``TableError`` with the code ``TableError/Code/positionOutOfRange`` when the section has
    ///   fewer rows.
    public mutating func insert(
        _ rows: some RowContent, at row: Int, in section: SectionReference,
        animation: RowAnimation = .automatic
    ) throws {
        try replaceRows(in: section, row, upTo: row, with: rows.rows, animation)
    }

    /// Puts rows above another one.
    ///
    /// - Parameters:
    ///   - rows: A ``Row`` or ``Rows``.
    ///   - row: The row below them.
    ///   - animation: How the rows come.
    /// - Throws: ``TableError`` when the other row does not exist.
    public mutating func insert(
        _ rows: some RowContent, before row: RowReference, animation: RowAnimation = .automatic
    ) throws {
        let place = try position(of: row)
        replaceRows(place.row..<place.row, ofSection: place.section, with: rows.rows, animation)
    }

    /// Puts rows below another one.
    ///
    /// - Parameters:
    ///   - rows: A ``Row`` or ``Rows``.
    ///   - row: The row above them.
    ///   - animation: How the rows come.
    /// - Throws: ``TableError`` when the other row does not exist.
    public mutating func insert(
        _ rows: some RowContent, after row: RowReference, animation: RowAnimation = .automatic
    ) throws {
        let place = try position(of: row)
        replaceRows(place.row + 1..<place.row + 1, ofSection: place.section, with: rows.rows, animation)
    }

    /// Gives a row other data, which its item then shows in place.
    ///
    /// An id that was given beside the data stays. An id that is read from the data is that of the new data,
    /// and if it is another one, it is another row.
    ///
    /// ```swift
    /// try agent.edit { try $0.replaceData(ofRow: .id(order.id), with: order) }
    /// ```
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - data: The new data, of the type that the row's item takes.
    /// - Throws: ``TableError`` when the row does not exist, or with the code
    ///   ``TableError/Code/wrongDataType`` when its item takes other data.
    public mutating func replaceData<Data>(ofRow row: RowReference, with data: Data) throws {
        let place = try position(of: row)
        let rows = content[place.section].rows
        guard let new = rows.replacingData(ofRow: place.row, with: data) else {
            throw TableError.wrongData(Data.self, for: rows[place.row].item, position: place)
        }
        exchangeRows(place.row..<place.row + 1, ofSection: place.section, with: new)
    }

    /// Puts other rows in the place of one.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - rows: A ``Row`` or ``Rows``.
    ///   - animation: How they come; the row goes out the opposite way.
    /// - Throws: ``TableError`` when the row does not exist.
    public mutating func replaceRow(
        _ row: RowReference, with rows: some RowContent, animation: RowAnimation = .automatic
    ) throws {
        let place = try position(of: row)
        replaceRows(place.row..<place.row + 1, ofSection: place.section, with: rows.rows, animation)
    }

    /// Puts other rows in the place of one and all below it in its section.
    ///
    /// - Parameters:
    ///   - row: The first row to go.
    ///   - rows: A ``Row`` or ``Rows``.
    ///   - animation: How they come; the others go out the opposite way.
    /// - Throws: ``TableError`` when the row does not exist.
    public mutating func replaceRows(
        from row: RowReference, with rows: some RowContent, animation: RowAnimation = .automatic
    ) throws {
        let place = try position(of: row)
        let end = content[place.section].rows.count
        replaceRows(place.row..<end, ofSection: place.section, with: rows.rows, animation)
    }

    /// Puts other rows in the place of all of a section, or of those from a number on.
    ///
    /// A section that is missing is made, at the end of the table.
    ///
    /// - Parameters:
    ///   - section: The section.
    ///   - row: The number of the first row to go, from 0.
    ///   - rows: A ``Row`` or ``Rows``.
    ///   - animation: How they come; the others go out the opposite way.
    /// - Throws: ``TableError`` with the code ``TableError/Code/positionOutOfRange`` when the section has
    ///   fewer rows.
    public mutating func replaceRows(
        of section: SectionReference, from row: Int = 0, with rows: some RowContent,
        animation: RowAnimation = .automatic
    ) throws {
        try replaceRows(in: section, row, upTo: nil, with: rows.rows, animation)
    }

    /// Lets the surface fill a row anew though its data is the same, as when an object changed in place.
    ///
    /// - Parameter row: The row.
    /// - Throws: ``TableError`` when the row does not exist.
    public mutating func reloadRow(_ row: RowReference) throws {
        let place = try position(of: row)
        exchangeRows(
            place.row..<place.row + 1, ofSection: place.section,
            with: content[place.section].rows.part(place.row..<place.row + 1).renewed)
    }

    /// Removes a row.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - animation: How it goes.
    /// - Throws: ``TableError`` when the row does not exist.
    public mutating func removeRow(_ row: RowReference, animation: RowAnimation = .automatic) throws {
        let place = try position(of: row)
        replaceRows(
            place.row..<place.row + 1, ofSection: place.section, with: Rows(), deletion: animation)
    }

    /// Removes the last row of a section.
    ///
    /// - Parameters:
    ///   - section: The section; without one, the last.
    ///   - animation: How it goes.
    /// - Throws: ``TableError`` when the section does not exist or has no row.
    public mutating func removeLastRow(
        of section: SectionReference = .last, animation: RowAnimation = .automatic
    ) throws {
        try removeRow(.last(in: section), animation: animation)
    }
}
