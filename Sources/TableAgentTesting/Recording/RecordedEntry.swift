public import TableAgent

/// A head or foot as it would be on show in a ``RecordingContainer``.
public struct RecordedEntry {
    /// The item that shows the head or foot.
    public let item: ItemType

    /// The height in the surface's unit; `nil` lets the surface decide.
    public let height: Double?

    /// The cells that the item wrote, or `nil` when it is no `GridLineItem`.
    public let cells: [RecordedCell]?

    private let data: Any?

    init(_ entry: Row, in section: SectionState) {
        item = entry.item
        height = entry.height
        data = entry.data(as: Any.self)
        var line = GridLine()
        cells = entry.fill(line: &line, in: section) ? RecordedCell.cells(of: line) : nil
    }

    /// The texts for people, cell by cell; none when the item is no `GridLineItem`.
    public var texts: [String] { cells?.map(\.shown) ?? [] }

    /// Returns the business data of the head or foot.
    ///
    /// - Parameter type: The type of the data.
    /// - Returns: The data, or `nil` when it is of another type.
    public func data<Data>(as type: Data.Type = Data.self) -> Data? {
        data as? Data
    }
}
