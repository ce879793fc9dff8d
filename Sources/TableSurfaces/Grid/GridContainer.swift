public import TableAgent

/// A container that writes each table to a sink in a given format, for terminals, files and services.
///
/// ```swift
/// let terminal = GridContainer(.terminal)
/// let file = GridContainer(.csv(guardsFormulas: true), to: FileSink(URL(fileURLWithPath: "orders.csv")))
/// ```
///
/// Each reload writes the whole table. The container commits the update after the sink has received the whole table.
/// To write a table once, use ``GridFormat/write(_:to:)``, which needs no container.
public final class GridContainer<Format: GridFormat>: TableContainer {
    /// The format of later tables.
    public var format: Format

    /// The sink that receives the tables.
    public let sink: any ByteSink

    /// The panel that shows tables in the container.
    public weak var panel: Panel?

    /// Creates a container that writes in a format to a sink.
    public init(_ format: Format, to sink: any ByteSink = HandleSink.standardOutput) {
        self.format = format
        self.sink = sink
    }

    /// The name of the surface in error messages, as in "the CSV surface".
    public var surfaceName: String { "the \(format.name) surface" }

    /// Returns whether an item fills a `GridLine`, as each `GridLineItem` does.
    public func canShow(_ item: any TableItem.Type) -> Bool {
        item.viewType == GridLine.self
    }

    /// Writes the new table of an update, and rethrows the errors of the format and the sink.
    public func reload(_ update: TableUpdate) throws {
        try format.write(update.new, to: sink)
        update.commit()
    }
}
