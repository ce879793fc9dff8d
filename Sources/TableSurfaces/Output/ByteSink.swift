/// Where the bytes of a table go: memory, a file, standard output, a socket.
///
/// A table arrives as blocks of about 64 KiB and ends with ``finish()``, or with ``discard()`` as soon as
/// anything failed, be it a block or ``finish()`` itself. The next table may follow.
public protocol ByteSink: AnyObject {
    /// Takes the next bytes of the table.
    ///
    /// - Parameter block: Bytes of UTF-8 text.
    /// - Throws: When the bytes can't be taken, for instance because a disk is full.
    func write(_ block: [UInt8]) throws

    /// Ends a table that was written whole.
    ///
    /// - Throws: When the table can't be kept.
    func finish() throws

    /// Ends a table that failed half-way: what was written of it should not be seen.
    func discard()
}
