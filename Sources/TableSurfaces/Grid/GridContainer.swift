public import TableAgent

/// A container that writes each table in a format to a sink: the surface of terminals, files and services.
///
/// The formats of this module have short names: ``TextContainer``, ``CSVContainer``, ``JSONContainer`` and
/// so on. Each reload writes the whole table; the update is committed when the sink has taken all of it.
///
/// ```swift
/// let container = GridContainer(TextFormat(border: .rounded), to: HandleSink.standardOutput)
/// ```
public final class GridContainer<Format: GridFormat>: TableContainer {
    /// The format of the tables to come.
    public var format: Format

    /// The sink that takes the tables.
    public let sink: any ByteSink

    /// The panel that the container shows tables for.
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

    /// Writes the new table of an update, and throws what the format or the sink throws.
    public func reload(_ update: TableUpdate) throws {
        do {
            var output = GridOutput(to: sink)
            try format.write(update.new, to: &output)
            try output.flush()
            try sink.finish()
        } catch {
            sink.discard()
            throw error
        }
        update.commit()
    }

    /// Selects a row as a touch would on a screen, for programs that read keys or commands themselves.
    ///
    /// Nothing happens when the event delegate refuses.
    ///
    /// - Throws: `TableError` with the code `positionOutOfRange` when no row is there, or `notAttached`
    ///   without an agent.
    public func select(_ position: RowPosition) throws {
        guard let panel else {
            throw TableError(
                .notAttached, "\(surfaceName) is attached to no agent; attach one before selecting a row.")
        }
        try panel.source(.row(.at(position))).select()
    }
}
