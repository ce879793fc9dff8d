/// A table as a value: its columns and sections, free of any view.
///
/// A ``Reformer`` makes it from business data, a ``Panel`` shows it on a ``TableContainer``. It can be read
/// without either.
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
    /// The columns of a grid; surfaces with views of their own have no use for them.
    public var columns: [GridColumn]

    /// The sections, from the top.
    ///
    /// For single rows prefer verbs such as ``replaceData(ofRow:with:)``, which remember where rows are.
    public var sections: [TableSection] {
        _read { yield content }
        _modify {
            forgetIndex()
            yield &content
        }
    }

    /// The sections for edits, which keep the index up to date.
    var content: [TableSection]

    /// Where rows and sections are.
    var index = TableIndex()

    /// Creates a table of sections.
    ///
    /// - Parameters:
    ///   - columns: The columns of a grid.
    ///   - sections: The sections, from the top.
    public init(columns: [GridColumn] = [], sections: [TableSection] = []) {
        self.columns = columns
        self.content = sections
    }

    /// Creates a table of the sections that a builder lists.
    ///
    /// - Parameters:
    ///   - columns: The columns of a grid.
    ///   - sections: Lists the sections; `for`, `if` and `switch` are allowed.
    /// - Throws: What the builder throws.
    public init(
        columns: [GridColumn] = [], @TableInfoBuilder sections: () throws -> [TableSection]
    ) rethrows {
        self.init(columns: columns, sections: try sections())
    }

    /// How many rows all sections have together, shown or hidden.
    ///
    /// - Complexity: O(sections).
    public var rowCount: Int {
        sections.reduce(0) { $0 + $1.rows.count }
    }
}
