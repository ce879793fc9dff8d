#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A sink that keeps the latest complete table in a file.
///
/// ```swift
/// let container = GridContainer(.csv, to: FileSink(URL(fileURLWithPath: "orders.csv")))
/// ```
///
/// A table is written to a temporary file in the same folder, which replaces the file once the table is
/// complete, so the file never contains half a table. The file keeps its permissions and, if the process may
/// change them, its group and owner. A hard link to the file keeps the old table. A target that is not a
/// regular file, such as `/dev/null` or a named pipe, is written to directly.
public final class FileSink: ByteSink {
    /// The file that holds the latest table.
    package let url: URL

    private let path: String
    /// The path of the temporary file, which holds the table until the table is complete.
    private let unfinishedPath: String
    private var descriptor: Int32?
    /// Whether the descriptor belongs to the temporary file, which later replaces the file.
    private var replacesFile = false

    /// Creates a sink for a file, which doesn't need to exist yet.
    ///
    /// - Parameter url: The file; its folder must exist. A symbolic link is followed, not replaced; the sink keeps
    ///   the target that the link has now.
    public init(_ url: URL) {
        path = Self.target(of: url.path)
        self.url = URL(fileURLWithPath: path)
        // The temporary name does not contain the file's own name, which may already have the maximum length.
        let name = String(UInt64.random(in: 0...UInt64.max), radix: 36)
        unfinishedPath = Self.folder(of: path) + ".TableAgent-\(name).tmp"
    }

    deinit {
        discard()
    }

    /// Writes the next bytes of a table to the temporary file.
    ///
    /// - Throws: ``WriteError``, for instance for a missing folder or a full disk.
    public func write(_ block: [UInt8]) throws(WriteError) {
        try SystemCalls.writeAll(block, to: openedDescriptor(), path)
    }

    /// Replaces the file with the complete table.
    ///
    /// - Throws: ``WriteError``. The old file then stays unchanged.
    public func finish() throws(WriteError) {
        let descriptor = try openedDescriptor()
        do {
            // Some disks report only now that they are full.
            if replacesFile { try SystemCalls.check(path) { fsync(descriptor) } }
        } catch {
            // The file system can't synchronize files.
            guard error.posixCode == EINVAL || error.posixCode == ENOTSUP else { throw error }
        }
        self.descriptor = nil
        do {
            try SystemCalls.release(descriptor, path)
            if replacesFile { try SystemCalls.check(path) { rename(unfinishedPath, path) } }
        } catch {
            if replacesFile { unlink(unfinishedPath) }
            throw error
        }
    }

    /// Removes the unfinished table and keeps the old file.
    public func discard() {
        guard let descriptor else { return }
        self.descriptor = nil
        try? SystemCalls.release(descriptor, path)
        if replacesFile { unlink(unfinishedPath) }
    }

    /// Returns the descriptor of the file being written, opening the file before the first block of a table.
    private func openedDescriptor() throws(WriteError) -> Int32 {
        if let descriptor { return descriptor }
        var old = stat()
        let kind = stat(path, &old) == 0 ? old.st_mode & mode_t(S_IFMT) : nil
        // A link in a circle would be replaced by a file.
        if kind == nil, errno == ELOOP { throw WriteError(target: path, posixCode: ELOOP) }
        if kind == mode_t(S_IFDIR) { throw WriteError(target: path, posixCode: EISDIR) }
        // Write to a device or a pipe directly: renaming a file over it would remove it.
        replacesFile = kind == nil || kind == mode_t(S_IFREG)
        let opened = try SystemCalls.check(path) {
            replacesFile
                ? open(unfinishedPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kind == nil ? 0o666 : 0o600)
                : open(path, O_WRONLY | O_CLOEXEC, 0)
        }
        descriptor = opened
        if replacesFile, kind != nil { try copyPermissions(of: old, to: opened) }
        return opened
    }

    /// Gives the temporary file permissions no wider than those of the old file.
    private func copyPermissions(of old: stat, to descriptor: Int32) throws(WriteError) {
        // The system may refuse these calls. If the groups of the two files then differ, the new group gets
        // no permissions.
        _ = fchown(descriptor, uid_t.max, old.st_gid)
        _ = fchown(descriptor, old.st_uid, gid_t.max)
        var new = stat()
        let isSameGroup = fstat(descriptor, &new) == 0 && new.st_gid == old.st_gid
        let permissions = old.st_mode & (isSameGroup ? 0o7777 : 0o7707)
        do {
            try SystemCalls.check(path) { fchmod(descriptor, permissions) }
        } catch {
            discard()
            throw error
        }
    }

    /// Returns the file at the end of a chain of symbolic links, whether the file exists or not.
    private static func target(of path: String) -> String {
        let longestChain = 40
        var path = path
        for _ in 0..<longestChain {
            guard let link = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else { break }
            path = link.hasPrefix("/") ? link : folder(of: path) + link
        }
        return path
    }

    /// Returns the folder of a file with a trailing slash, or an empty string for a bare file name.
    private static func folder(of path: String) -> String {
        String(path.prefix(upTo: path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex))
    }
}
