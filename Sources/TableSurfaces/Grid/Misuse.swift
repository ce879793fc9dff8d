public import TableAgent

// These overloads exist only for their messages: without them, the compiler would not say what is wrong.

extension GridFormat {
    /// Says that the rows are not the data of the item.
    @available(
        *, unavailable,
        message:
            "The rows don't fit the item: the type of an element, Source.Element, is not Item.Data, or the item takes a context, as GridStream.append(_:as:with:) does."
    )
    @_disfavoredOverload @discardableResult
    @_documentation(visibility: internal)
    public func write<Item: GridLineItem, Source: Sequence>(
        _ rows: Source, as item: Item.Type, columns: [GridColumn], caption: String? = nil,
        sample: Int = 1000, to sink: any ByteSink = HandleSink.standardOutput
    ) throws -> GridStream.Report {
        preconditionFailure("The compiler refuses this call.")
    }
}

extension GridFormat where Self: Sendable {
    /// Says that the rows are not the data of the item.
    @available(
        *, unavailable,
        message:
            "The rows don't fit the item: the type of an element, Source.Element, is not Item.Data, or the item takes a context, as GridStream.append(_:as:with:) does."
    )
    @_disfavoredOverload
    @_documentation(visibility: internal)
    public func blocks<Item: GridLineItem, Source: Sendable>(
        of rows: Source, as item: Item.Type, columns: [GridColumn], caption: String? = nil,
        sample: Int = 1000
    ) -> GridBlocks {
        preconditionFailure("The compiler refuses this call.")
    }
}

extension GridStream {
    /// Says that the rows are not the data of the item.
    @available(
        *, unavailable,
        message:
            "The rows don't fit the item: the type of an element, Source.Element, is not Item.Data, or the item takes a context, as GridStream.append(_:as:with:) does."
    )
    @_disfavoredOverload
    @_documentation(visibility: internal)
    public func append<Item: GridLineItem, Source: Sequence>(contentsOf rows: Source, as item: Item.Type)
        throws
    {
        preconditionFailure("The compiler refuses this call.")
    }
}
