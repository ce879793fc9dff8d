import TableAgent
import TableSurfaces

/// A ZIP archive of compressed entries (APPNOTE.TXT 6.3.10), written from its start to its end.
///
/// The sizes and the checksum of an entry follow its bytes. Each entry is compressed, because programs that read an archive
/// as a stream can't find the end of other entries of unknown size. The archive is no larger than 4 GiB, because Excel does
/// not always read larger ones. All entries have the same date, so that equal entries make equal archives.
///
/// The archive is the sink of its entries. It keeps its own bytes until ``takeBytes()``.
final class ZipArchive: ByteSink {
    private var bytes: [UInt8] = []
    /// The number of bytes that were taken.
    private var takenCount = 0
    private var deflater = Deflater()
    private var entry: Entry?
    private var endedEntries: [Entry] = []

    private struct Entry {
        let name: String
        let start: Int
        var checksum = Checksum()
        var size = 0
        var compressedSize = 0
    }

    /// The version that a reader needs for compressed entries: 2.0.
    private static let version = 20
    /// The flag of entries whose sizes follow their bytes.
    private static let flags = 8
    private static let deflated = 8
    /// January 1, 1980.
    private static let date = 0x21

    /// Begins an entry.
    ///
    /// - Parameter name: The path of the entry in ASCII.
    func beginEntry(_ name: String) {
        entry = Entry(name: name, start: takenCount + bytes.count)
        deflater = Deflater()
        append(0x0403_4B50, size: 4)
        appendFields(of: Entry(name: name, start: 0))
        append(0, size: 2)
        bytes += name.utf8
    }

    /// Compresses the next bytes of the entry.
    ///
    /// - Throws: `TableError` with the code `workbookTooLarge` if the entry exceeds 4 GiB.
    func write(_ block: [UInt8]) throws(TableError) {
        guard var entry else { return }
        entry.size += block.count
        guard entry.size < UInt32.max, takenCount + bytes.count + block.count * 2 < UInt32.max else {
            throw TableError(
                .workbookTooLarge,
                "The workbook needs more than 4 GiB, which Excel does not read; write fewer rows, or write CSV."
            )
        }
        block.withUnsafeBytes { entry.checksum.add($0) }
        let compressed = block.withUnsafeBufferPointer { deflater.compress($0) }
        entry.compressedSize += compressed.count
        bytes += compressed
        self.entry = entry
    }

    /// Ends the entry.
    func finish() {
        guard var entry else { return }
        let end = deflater.finish()
        entry.compressedSize += end.count
        bytes += end
        append(0x0807_4B50, size: 4)
        appendSizes(of: entry)
        endedEntries.append(entry)
        self.entry = nil
    }

    /// Drops the bytes that were not taken.
    func discard() {
        bytes = []
    }

    /// Ends the archive with the list of its entries.
    func close() {
        let start = takenCount + bytes.count
        for entry in endedEntries {
            append(0x0201_4B50, size: 4)
            append(Self.version, size: 2)
            appendFields(of: entry)
            append(0, size: 12)  // no extra field, comment, second disk, or attributes
            append(entry.start, size: 4)
            bytes += entry.name.utf8
        }
        let size = takenCount + bytes.count - start
        append(0x0605_4B50, size: 4)
        append(0, size: 4)
        append(endedEntries.count, size: 2)
        append(endedEntries.count, size: 2)
        append(size, size: 4)
        append(start, size: 4)
        append(0, size: 2)
    }

    /// Returns the bytes since the last call.
    func takeBytes() -> [UInt8] {
        takenCount += bytes.count
        defer { bytes.removeAll() }
        return bytes
    }

    /// Appends the fields that precede an entry and that the list repeats.
    private func appendFields(of entry: Entry) {
        append(Self.version, size: 2)
        append(Self.flags, size: 2)
        append(Self.deflated, size: 2)
        append(0, size: 2)
        append(Self.date, size: 2)
        appendSizes(of: entry)
        append(entry.name.utf8.count, size: 2)
    }

    private func appendSizes(of entry: Entry) {
        append(Int(entry.checksum.value), size: 4)
        append(entry.compressedSize, size: 4)
        append(entry.size, size: 4)
    }

    /// Appends a number, with its lowest byte first.
    private func append(_ number: Int, size: Int) {
        for place in 0..<size { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * place))) }
    }
}
