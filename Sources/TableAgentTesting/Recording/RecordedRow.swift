public import TableAgent

/// A row as it would be on show in a ``RecordingContainer``.
public struct RecordedRow {
    /// The row's id.
    public let id: AnyID

    /// The item that shows the row.
    public let item: ItemType

    /// The height in the surface's unit; `nil` lets the surface decide.
    public let height: Double?

    /// The cells that the item wrote, or `nil` when it is no `GridLineItem`.
    public let cells: [RecordedCell]?

    private let data: Any?

    init(_ row: Row) {
        id = row.id
        item = row.item
        height = row.height
        data = row.data(as: Any.self)
        var line = GridLine()
        cells = row.fill(line: &line) ? RecordedCell.cells(of: line) : nil
    }

    /// The texts for people, cell by cell; none when the item is no `GridLineItem`.
    public var texts: [String] { cells?.map(\.shown) ?? [] }

    /// Returns the row's business data.
    ///
    /// - Parameter type: The type of the data.
    /// - Returns: The data, or `nil` when it is of another type.
    public func data<Data>(as type: Data.Type = Data.self) -> Data? {
        data as? Data
    }
}
