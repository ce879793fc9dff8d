public import Foundation

/// Keeps the latest complete table in a file.
///
/// A table is written to a file of another name in the same folder, which takes the place of the former
/// file once the table is complete. The file never holds half a table.
public final class FileSink: ByteSink {
    /// The file that holds the latest table.
    public let url: URL

    private let unfinished: URL
    private var handle: FileHandle?

    /// Creates a sink for a file, which need not exist yet.
    ///
    /// - Parameter url: The file; its folder must exist. A symbolic link is followed, not replaced.
    public init(_ url: URL) {
        self.url = url.resolvingSymlinksInPath()
        let name = ".\(self.url.lastPathComponent).\(UUID().uuidString).tmp"
        unfinished = self.url.deletingLastPathComponent().appendingPathComponent(name)
    }

    deinit {
        discard()
    }

    /// Writes the next bytes of a table beside the file.
    ///
    /// - Parameter block: Bytes of UTF-8 text.
    /// - Throws: Foundation's error, for instance for a missing folder or a full disk.
    public func write(_ block: [UInt8]) throws {
        try open().write(contentsOf: block)
    }

    /// Puts the complete table in the place of the file.
    ///
    /// - Throws: Foundation's error; the former file stays.
    public func finish() throws {
        try open().close()
        handle = nil
        do {
            let files = FileManager.default
            if files.fileExists(atPath: url.path) {
                let permissions = try files.attributesOfItem(atPath: url.path)[.posixPermissions]
                try files.setAttributes(
                    [.posixPermissions: permissions as Any], ofItemAtPath: unfinished.path)
                _ = try files.replaceItemAt(url, withItemAt: unfinished)
            } else {
                try files.moveItem(at: unfinished, to: url)
            }
        } catch {
            try? FileManager.default.removeItem(at: unfinished)
            throw error
        }
    }

    /// Removes what was written of an unfinished table; the former file stays.
    public func discard() {
        guard let handle else { return }
        self.handle = nil
        try? handle.close()
        try? FileManager.default.removeItem(at: unfinished)
    }

    private func open() throws -> FileHandle {
        if let handle { return handle }
        try Data().write(to: unfinished, options: .withoutOverwriting)
        let handle = try FileHandle(forWritingTo: unfinished)
        self.handle = handle
        return handle
    }
}
