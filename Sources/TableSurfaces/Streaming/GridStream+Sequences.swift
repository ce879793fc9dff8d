public import TableAgent

extension GridStream {
    /// Writes a row for each element of a sequence, which may be of any length.
    ///
    /// - Parameters:
    ///   - rows: The business data, a row each. It is walked once, and no element is kept.
    ///   - item: The item that fills a line with each of them.
    /// - Throws: As ``append(_:as:)``.
    @inlinable
    public func append<Item: GridLineItem>(
        contentsOf rows: some Sequence<Item.Data>, as item: Item.Type
    ) throws {
        for data in rows { try append(data, as: item) }
    }

    /// Writes a row for each element of an asynchronous sequence, as they arrive.
    ///
    /// - Parameters:
    ///   - rows: The business data, a row each. No element is kept.
    ///   - item: The item that fills a line with each of them.
    /// - Throws: As ``append(_:as:)``, or what the sequence throws; the stream has not ended then.
    @inlinable
    public func append<Item: GridLineItem, Source: AsyncSequence>(
        contentsOf rows: Source, as item: Item.Type
    ) async throws where Source.Element == Item.Data {
        for try await data in rows { try append(data, as: item) }
    }
}

extension StreamableFormat {
    /// Writes a table of a sequence of unknown length, in memory that does not grow with it.
    ///
    /// ```swift
    /// try CSVFormat().write(orders.lazy.filter(\.isOpen), as: OrderLine.self, columns: ["Order", "Total"])
    /// ```
    ///
    /// - Parameters:
    ///   - rows: The business data, a row each. It is walked once, and no element is kept.
    ///   - item: The item that fills a line with each of them.
    ///   - columns: The columns.
    ///   - sample: How many rows a format that needs a sample looks at before it writes the first.
    ///   - sink: Takes the table; it is told to discard it when anything is thrown.
    /// - Returns: How many rows were written, and how many texts did not fit.
    /// - Throws: What the format or the sink throws.
    @inlinable @discardableResult
    public func write<Item: GridLineItem>(
        _ rows: some Sequence<Item.Data>, as item: Item.Type, columns: [GridColumn], sample: Int = 1000,
        to sink: any ByteSink = HandleSink.standardOutput
    ) throws -> StreamReport {
        let stream = GridStream(self, columns: columns, sample: sample, to: sink)
        try stream.append(contentsOf: rows, as: item)
        return try stream.finish()
    }

    /// Writes a table of an asynchronous sequence, in memory that does not grow with it.
    ///
    /// - Parameters:
    ///   - rows: The business data, a row each. No element is kept.
    ///   - item: The item that fills a line with each of them.
    ///   - columns: The columns.
    ///   - sample: How many rows a format that needs a sample looks at before it writes the first.
    ///   - sink: Takes the table; it is told to discard it when anything is thrown.
    /// - Returns: How many rows were written, and how many texts did not fit.
    /// - Throws: What the sequence, the format or the sink throws.
    @inlinable @discardableResult
    public func write<Item: GridLineItem, Source: AsyncSequence>(
        _ rows: Source, as item: Item.Type, columns: [GridColumn], sample: Int = 1000,
        to sink: any ByteSink = HandleSink.standardOutput
    ) async throws -> StreamReport where Source.Element == Item.Data {
        let stream = GridStream(self, columns: columns, sample: sample, to: sink)
        try await stream.append(contentsOf: rows, as: item)
        return try stream.finish()
    }
}
