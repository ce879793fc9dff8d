public import Foundation

/// Keeps the latest complete table in a file.
///
/// A table is written to a file of another name in the same folder, which takes the place of the former
/// file once the table is complete. The file never holds half a table. It keeps its permissions and, where
/// the process may give files away, its group and owner; a hard link to it keeps the former table. Something
/// that is no ordinary file, such as `/dev/null` or a named pipe, is written to as it is.
public final class FileSink: ByteSink {
    /// The file that holds the latest table.
    public let url: URL

    private let unfinished: URL
    private var handle: FileHandle?

    /// Creates a sink for a file, which need not exist yet.
    ///
    /// - Parameter url: The file; its folder must exist. A symbolic link is followed, not replaced.
    public init(_ url: URL) {
        self.url = Self.target(of: url)
        // Not with the file's own name in it, which may be as long as the file system allows.
        let name = ".\(UUID().uuidString).tmp"
        unfinished = self.url.deletingLastPathComponent().appendingPathComponent(name)
    }

    deinit {
        discard()
    }

    /// Writes the next bytes of a table beside the file.
    ///
    /// - Parameter block: Bytes of UTF-8 text.
    /// - Throws: ``WriteError``, for instance for a missing folder or a full disk.
    public func write(_ block: [UInt8]) throws {
        try naming { try open().write(contentsOf: block) }
    }

    /// Puts the complete table in the place of the file.
    ///
    /// - Throws: ``WriteError``; the former file stays.
    public func finish() throws {
        try naming { try putInPlace() }
    }

    private func putInPlace() throws {
        try open().close()
        handle = nil
        guard isOrdinary else { return }
        // Not FileManager's replaceItemAt(_:withItemAt:), which loses the former file on Linux.
        guard rename(unfinished.path, url.path) == 0 else {
            let code = POSIXErrorCode(rawValue: errno) ?? .EIO
            try? FileManager.default.removeItem(at: unfinished)
            throw POSIXError(code)
        }
    }

    /// Removes what was written of an unfinished table; the former file stays.
    public func discard() {
        guard let handle else { return }
        self.handle = nil
        try? handle.close()
        if isOrdinary { try? FileManager.default.removeItem(at: unfinished) }
    }

    /// Does a step, and says of an error which file it was about: not the unfinished one.
    private func naming(_ step: () throws -> Void) throws {
        do { try step() } catch { throw WriteError(target: url.path, cause: error) }
    }

    private func open() throws -> FileHandle {
        if let handle { return handle }
        let handle = try isOrdinary ? openUnfinished() : FileHandle(forWritingTo: url)
        self.handle = handle
        return handle
    }

    /// Opens the unfinished file, which no more users may read than the former one.
    private func openUnfinished() throws -> FileHandle {
        try Data().write(to: unfinished, options: .withoutOverwriting)
        do {
            try takeOverAttributes()
            return try FileHandle(forWritingTo: unfinished)
        } catch {
            try? FileManager.default.removeItem(at: unfinished)
            throw error
        }
    }

    /// Gives the unfinished file the group, owner and permissions of the former one, if there is one.
    ///
    /// The first two are for the system to allow; a group that has to be another one gets no permissions.
    private func takeOverAttributes() throws {
        let files = FileManager.default
        let former = attributes(of: url)
        guard let permissions = former[.posixPermissions] as? Int else { return }
        for key in [FileAttributeKey.groupOwnerAccountID, .ownerAccountID] {
            if let id = former[key] { try? files.setAttributes([key: id], ofItemAtPath: unfinished.path) }
        }
        let group = FileAttributeKey.groupOwnerAccountID
        let isSameGroup = attributes(of: unfinished)[group] as? Int == former[group] as? Int
        try files.setAttributes(
            [.posixPermissions: isSameGroup ? permissions : permissions & ~0o070],
            ofItemAtPath: unfinished.path)
    }

    /// Whether a file can take the place of what is there; it can't take that of a device or a pipe.
    private var isOrdinary: Bool {
        let type = attributes(of: url)[.type] as? FileAttributeType
        return type == nil || type == .typeRegular || type == .typeDirectory
    }

    private func attributes(of file: URL) -> [FileAttributeKey: Any] {
        (try? FileManager.default.attributesOfItem(atPath: file.path)) ?? [:]
    }

    /// The file that a chain of symbolic links ends at, whether it exists or not.
    private static func target(of url: URL) -> URL {
        let longestChain = 40
        var url = url.resolvingSymlinksInPath()
        for _ in 0..<longestChain {
            guard let path = try? FileManager.default.destinationOfSymbolicLink(atPath: url.path) else {
                break
            }
            url = URL(fileURLWithPath: path, relativeTo: url.deletingLastPathComponent())
                .absoluteURL.resolvingSymlinksInPath()
        }
        return url
    }
}
