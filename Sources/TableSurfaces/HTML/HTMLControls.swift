public import TableAgent

/// Controls by which a person sorts, filters, searches, and pages a table, without a script.
///
/// ```swift
/// let controls = try HTMLControls(agent.query, result: agent.queryResult, address: "/orders", sizes: [25, 50, 100])
/// let top = try controls.markup(for: agent.wholeTable)
/// let format = HTMLFormat(page: HTMLPage("Orders", top: top), controls: controls)
/// let page = try format.string(of: agent.tableInfo)
/// ```
///
/// Each control is a link, or a part of one form that is sent by `GET`. The program takes out its own fields and the field `format`,
/// reads the others with `TableQuery(addressFields:columns:)`, and shows the table by the query. Live pages need only
/// `LiveContainer.controls()`.
///
/// - The titles of sortable columns are buttons. The first click sorts numbers and dates descending, and texts ascending; the
///   next one reverses the order. The columns that were sorted by before follow, at most two.
/// - Above the table, and not below it, are a search, a panel of filters, and a list of columns. Applied filters and orders are links that
///   remove them.
/// - On a narrow screen, each row is a card, and a list of orders above the table replaces the titles.
/// - The caption has the number of rows. Below the table are the links to other pages, sizes of pages, and files.
///
/// A filter that the panel has no control for, such as `!open`, is a text in the form, so that another control keeps it.
public struct HTMLControls: Hashable, Sendable {
    /// The query that the table shows.
    public let query: TableQuery

    /// The address of the page, without fields. The address is not checked.
    public var address: String

    /// The page's own fields, by name, such as the language, which all controls keep.
    public var fields: [String: String]

    /// The number of rows of a page if no field of the address names one; `nil` for all rows.
    public var size: Int?

    /// The sizes of pages that a person can choose, in rows. If this is empty, the size stays as it is.
    public var sizes: [Int]

    /// The extensions of formats whose files a person can download, such as `csv`. The links have the field `format`.
    public var files: [String]

    /// The id of the form. Two tables on a page need different ids.
    public var formID: String

    /// The numbers of rows that the query found. A live page sets this property.
    public var result: QueryResult

    /// Creates controls with the options that its properties describe.
    ///
    /// - Throws: `TableError` with the code `invalidQuery` for a query that an address can't express. The two ends of a range are the
    ///   only two filters that a column can have.
    public init(
        _ query: TableQuery, result: QueryResult, address: String = "/", fields: [String: String] = [:],
        size: Int? = nil, sizes: [Int] = [], files: [String] = [], formID: String = "query"
    ) throws(TableError) {
        var names = Set<String>()
        for field in try query.addressFields() where !names.insert(field.name).inserted {
            throw TableError(
                .invalidQuery, "The controls have one filter of a column; “\(field.name)” has two of them.")
        }
        self.query = query
        self.address = address
        self.fields = fields
        self.size = size
        self.sizes = sizes
        self.files = files
        self.formID = formID
        self.result = result
    }
}

// MARK: Addresses

extension HTMLControls {
    /// Returns the address of another query, on its first page unless the change keeps the page.
    ///
    /// - Parameter change: Removes parts of the query, or changes its page.
    func address(
        keepsPage: Bool = false, adding extra: [(String, String)] = [], of change: (inout TableQuery) -> Void
    ) -> String {
        var query = query
        change(&query)
        if !keepsPage { query.page?.start = .first }
        let own = fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        let fields = own + self.fields(of: query).map { ($0.name, $0.value) } + extra
        return fields.isEmpty ? address : "\(address)?\(Self.encoded(fields))"
    }

    /// Returns the fields of a part of a query that an address can express.
    func fields(of query: TableQuery) -> [(name: String, value: String)] {
        do {
            return try query.addressFields(size: size)
        } catch {
            preconditionFailure("\(error)")
        }
    }

    /// Returns fields as the query of an address, in which all bytes are percent-encoded that are neither ASCII letters nor
    /// digits, nor one of `-._~`.
    package static func encoded(_ fields: [(String, String)]) -> String {
        func encoded(_ text: String) -> String {
            text.utf8.map { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
                    String(UnicodeScalar(byte))
                default:
                    (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
                }
            }.joined()
        }
        return fields.map { "\(encoded($0.0))=\(encoded($0.1))" }.joined(separator: "&")
    }
}

// MARK: The table

extension HTMLControls {
    /// Returns the place of a column among the orders, from 0, and its direction.
    func order(of column: GridColumn) -> (place: Int, isDescending: Bool)? {
        query.sorts.firstIndex { $0.column == column.key }.map { ($0, query.sorts[$0].isDescending) }
    }

    /// Writes the title of a column as a button.
    ///
    /// - Parameter startsDescending: Whether the first click sorts descending.
    func writeTitle(of column: GridColumn, startsDescending: Bool, _ output: inout GridOutput) {
        let order = order(of: column)
        let isDescending =
            order.map { $0.place == 0 ? !$0.isDescending : $0.isDescending } ?? startsDescending
        var sort = query
        sort.sorts = [TableQuery.Sort(column.key, isDescending: isDescending)]
        output.append(literal: "<button name=\"sort\"")
        output.writeAttribute("form", formID)
        output.writeAttribute("value", fields(of: sort).first { $0.name == "sort" }?.value ?? "")
        output.writeAttribute("aria-describedby", "\(formID)-sorts")
        output.append(literal: ">")
        output.writeHTML(column.title)
        if let order {
            output.append(literal: "<span class=\"mark\" aria-hidden=\"true\">")
            output.write(order.isDescending ? "↓" : "↑")
            if query.sorts.count > 1 { output.write("<sub>\(order.place + 1)</sub>") }
            output.append(literal: "</span>")
        }
        output.append(literal: "</button>")
    }

    /// Writes the title of a column as an attribute of a cell, after a space, unless the title is empty. On a narrow screen, the stylesheet
    /// shows each row as a card, on which this label precedes the cell.
    func writeLabel(of columns: [GridColumn], at index: Int, _ output: inout GridOutput) {
        guard index < columns.count, !columns[index].title.isEmpty else { return }
        output.writeAttribute("data-label", columns[index].title)
    }

    /// Whether the foot of the table has a row of the query.
    var hasFoot: Bool {
        if result.matchingRowCount == 0 { return result.rowCount > 0 }
        return query.page != nil || sizes.count > 1 || !files.isEmpty
    }

    /// Writes the rows of the table's foot that belong to the query: a sentence in place of rows, or the links between pages.
    ///
    /// - Parameter columnCount: The number of cells of a row.
    func writeFoot(columnCount: Int, _ output: inout GridOutput, _ words: ControlWords) {
        func writeRow(_ name: StaticString, _ content: (inout GridOutput) -> Void) {
            output.append(literal: "<tr class=\"")
            output.append(literal: name)
            output.write("\"><td colspan=\"\(max(columnCount, 1))\">")
            content(&output)
            output.append(literal: "</td></tr>\n")
        }
        if result.matchingRowCount == 0, hasFoot {
            writeRow("empty") { output in
                output.append(literal: "<p>")
                output.writeHTML(words.noMatch)
                output.append(literal: "</p>")
                let all = address(of: {
                    $0.filters = []
                    $0.search = ""
                })
                output.writeLink(to: all, words.showAll)
            }
        } else if hasFoot {
            writeRow("pages") { output in
                if query.page != nil || sizes.count > 1 { writePages(&output, words) }
                if !files.isEmpty { writeFiles(&output, words) }
            }
        }
    }

    private func writePages(_ output: inout GridOutput, _ words: ControlWords) {
        output.append(literal: "<nav")
        output.writeAttribute("aria-label", words.pages)
        output.append(literal: ">")
        if sizes.count > 1 {
            output.append(literal: "<span class=\"sizes\" dir=\"auto\">")
            output.writeHTML(words.sizes)
            for size in sizes {
                output.append(literal: " ")
                let other = address(of: { $0.page = TableQuery.Page(size: size) })
                let isCurrent = size == query.page?.size
                output.writeLink(to: isCurrent ? nil : other, "\(size)", isCurrent: isCurrent)
            }
            output.append(literal: "</span> ")
        }
        if let page = query.page { writeSteps(of: page, to: &output, in: words) }
        output.append(literal: "</nav>")
    }

    /// Writes the rows of a page, and the links to the pages beside it.
    private func writeSteps(
        of page: TableQuery.Page, to output: inout GridOutput, in words: ControlWords
    ) {
        let (rows, count) = (result.page, result.pagedRowCount)
        var isPlaceKnown = true
        switch page.start {
        case .after, .before: isPlaceKnown = false
        case .last: isPlaceKnown = count <= result.countLimit ?? .max
        case .first, .offset: break
        }
        var previous = result.previous.map(TableQuery.Page.Start.before)
        var next = result.next.map(TableQuery.Page.Start.after)
        if isPlaceKnown {
            if !rows.isEmpty {
                output.append(literal: "<span dir=\"auto\">")
                output.writeHTML(words.page(rows.lowerBound + 1...rows.upperBound, count, result.countLimit))
                output.append(literal: "</span>")
            }
            // Without texts of a business, pages begin at places.
            if previous == nil, next == nil {
                let start = max(0, rows.lowerBound - page.size)
                if rows.lowerBound > 0 { previous = start == 0 ? .first : .offset(start) }
                if rows.upperBound < count { next = .offset(rows.upperBound) }
            }
        } else {
            output.append(literal: "<a rel=\"first\"")
            output.writeAttribute("href", address(keepsPage: true, of: { $0.page?.start = .first }))
            output.append(literal: ">")
            output.writeHTML(words.first)
            output.append(literal: "</a>")
        }
        writeStep("‹", named: words.previous, relation: "prev", page: previous, to: &output)
        writeStep("›", named: words.next, relation: "next", page: next, to: &output)
    }

    /// Writes an arrow to another page, which is no link without one.
    private func writeStep(
        _ arrow: String, named label: String, relation: String, page start: TableQuery.Page.Start?,
        to output: inout GridOutput
    ) {
        guard let start else {
            output.write(" <span class=\"step\" aria-hidden=\"true\">\(arrow)</span>")
            return
        }
        output.append(literal: " <a class=\"step\"")
        output.writeAttribute("rel", relation)
        output.writeAttribute("href", address(keepsPage: true, of: { $0.page?.start = start }))
        output.writeAttribute("aria-label", label)
        output.write("><span aria-hidden=\"true\">\(arrow)</span></a>")
    }

    /// Writes links to files of the visible columns: with the rows of the page, and with those of all pages.
    private func writeFiles(_ output: inout GridOutput, _ words: ControlWords) {
        output.append(literal: "<nav")
        output.writeAttribute("aria-label", words.files)
        output.append(literal: ">")
        let isPage = query.page != nil && result.page.count < result.pagedRowCount
        let lists = isPage ? [(words.thisPage, false), (words.allPages, true)] : [(words.files, true)]
        for (title, isWhole) in lists {
            output.append(literal: "<span dir=\"auto\">")
            output.writeHTML(title)
            for file in files {
                output.append(literal: " ")
                let address = address(
                    keepsPage: true, adding: [("format", file)], of: { if isWhole { $0.page = nil } })
                output.writeLink(to: address, file.uppercased())
            }
            output.append(literal: "</span>")
        }
        output.append(literal: "</nav>")
    }
}

extension GridOutput {
    /// Writes a link, or the text alone without an address.
    mutating func writeLink(to address: String?, _ text: String, isCurrent: Bool = false) {
        append(literal: "<a")
        if let address { writeAttribute("href", address) }
        append(literal: isCurrent ? " aria-current=\"true\">" : ">")
        writeHTML(text)
        append(literal: "</a>")
    }
}
