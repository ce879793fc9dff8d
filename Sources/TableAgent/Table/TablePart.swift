/// A part of a table that is shown as one view or written as one line.
public enum TablePart: String, Hashable, Sendable, CaseIterable {
    /// The head of a section.
    case head
    /// A row.
    case row
    /// The foot of a section.
    case foot
    /// The foot of the table, below all sections.
    case tableFoot
}

/// A head or foot: a given row, or a row that is computed from the rows of its section or table.
@usableFromInline
package enum SectionPart {
    case given(Row)
    /// The row, if it was computed already; its item; and the closure that computes it.
    indirect case computed(Row?, any TableItem.Type, (Rows) -> Row)

    @inlinable
    init<Item: TableItem>(_ data: Item.Data, as item: Item.Type, with context: Item.Context) {
        self = .given(Row(run: TypedRun([data], as: item, identity: PositionIdentity(), context: context)))
    }

    @inlinable
    init<Data, Item: TableItem>(
        of data: Data.Type, as item: Item.Type, with context: Item.Context,
        compute: @escaping ([Data]) -> Item.Data
    ) {
        self = .computed(nil, item) { rows in
            Row(
                run: TypedRun(
                    [compute(rows.data(as: data))], as: item, identity: PositionIdentity(), context: context))
        }
    }

    var isComputed: Bool { if case .computed = self { true } else { false } }

    /// The item that shows the row. Reading the item does not compute the row.
    var item: any TableItem.Type {
        switch self {
        case .given(let row): row.item
        case .computed(_, let item, _): item
        }
    }

    /// The row, if it is given or was already computed.
    var knownRow: Row? {
        switch self {
        case .given(let row): row
        case .computed(let row, _, _): row
        }
    }

    /// Returns the row, computed if necessary. Passes a part with a newly computed row to `keep`.
    func row(of rows: @autoclosure () -> Rows, keep: (SectionPart) -> Void) -> Row {
        switch self {
        case .given(let row), .computed(let row?, _, _): return row
        case .computed(nil, let item, let make):
            let row = make(rows())
            keep(.computed(row, item, make))
            return row
        }
    }

    /// The same part without its computed row, for a section or table whose rows change.
    var withoutComputedRow: SectionPart {
        if case .computed(_?, let item, let make) = self { .computed(nil, item, make) } else { self }
    }

    /// Returns the same part with content that counts as changed, for a section with these rows.
    func renewed(of rows: Rows) -> SectionPart {
        switch self {
        case .given(let row): .given(row.renewed)
        case .computed(_, let item, let make): .computed(make(rows).renewed, item, make)
        }
    }
}
