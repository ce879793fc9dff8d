#if canImport(FoundationEssentials)
    public import struct FoundationEssentials.URL
#else
    public import struct Foundation.URL
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
/// let container = CSVContainer(to: FileSink(URL(fileURLWithPath: "orders.csv")))
/// ```
///
/// A table is written to a temporary file in the same folder, which replaces the file once the table is
/// complete, so the file never contains half a table. The file keeps its permissions and, if the process may
/// change them, its group and owner. A hard link to the file keeps the old table. A target that is not a
/// regular file, such as `/dev/null` or a named pipe, is written to directly.
public final class FileSink: ByteSink {
    /// The file that holds the latest table.
    public let url: URL

    private let path: String
    /// The path of the file that holds the table until it is complete.
    private let unfinishedPath: String
    private var descriptor: Int32?
    /// Whether the descriptor belongs to the unfinished file.
    private var replacesFile = false

    /// Creates a sink for a file, which doesn't need to exist yet.
    ///
    /// - Parameter url: The file; its folder must exist. A symbolic link is followed, not replaced.
    public init(_ url: URL) {
        path = Self.target(of: url.path)
        self.url = URL(fileURLWithPath: path)
        // The name leaves out the file's own name, which may be as long as the file system allows.
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
        try SystemCalls.write(block, to: open(), path)
    }

    /// Replaces the file by the complete table.
    ///
    /// - Throws: ``WriteError``; the old file stays.
    public func finish() throws(WriteError) {
        let descriptor = try open()
        // Some disks report only now that they are full. Targets that can't be synchronized, such as a pipe,
        // report that.
        if replacesFile, fsync(descriptor) < 0, errno != EINVAL, errno != ENOTSUP, errno != EINTR {
            throw WriteError(target: path, posixCode: errno)
        }
        self.descriptor = nil
        do {
            try SystemCalls.close(descriptor, path)
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
        try? SystemCalls.close(descriptor, path)
        if replacesFile { unlink(unfinishedPath) }
    }

    /// Returns the descriptor of the file being written, opening the file before the first block of a table.
    private func open() throws(WriteError) -> Int32 {
        if let descriptor { return descriptor }
        let old = status(of: path)
        let kind = old.map { $0.st_mode & mode_t(S_IFMT) }
        if kind == mode_t(S_IFDIR) { throw WriteError(target: path, posixCode: EISDIR) }
        // No file can replace a device or a pipe.
        replacesFile = kind == nil || kind == mode_t(S_IFREG)
        let opened = replacesFile ? try openUnfinished(replacing: old) : try openFile(path, O_WRONLY, 0)
        descriptor = opened
        return opened
    }

    /// Opens the unfinished file with permissions no wider than those of the old file.
    private func openUnfinished(replacing old: stat?) throws(WriteError) -> Int32 {
        let opened = try openFile(unfinishedPath, O_WRONLY | O_CREAT | O_EXCL, old == nil ? 0o666 : 0o600)
        guard let old else { return opened }
        // The system may refuse these calls. If the group differs then, it gets no permissions.
        _ = fchown(opened, uid_t.max, old.st_gid)
        _ = fchown(opened, old.st_uid, gid_t.max)
        var new = stat()
        let isSameGroup = fstat(opened, &new) == 0 && new.st_gid == old.st_gid
        let permissions = old.st_mode & 0o7777
        do {
            try SystemCalls.check(path) { fchmod(opened, isSameGroup ? permissions : permissions & ~0o070) }
            return opened
        } catch {
            try? SystemCalls.close(opened, path)
            unlink(unfinishedPath)
            throw error
        }
    }

    private func openFile(_ name: String, _ flags: Int32, _ mode: mode_t) throws(WriteError) -> Int32 {
        try SystemCalls.check(path) { openOnce(name, flags | O_CLOEXEC, mode) }
    }

    private func status(of path: String) -> stat? {
        var status = stat()
        return stat(path, &status) == 0 ? status : nil
    }

    /// Returns the file at the end of a chain of symbolic links, whether the file exists or not.
    private static func target(of path: String) -> String {
        let longestChain = 40
        var path = path
        for _ in 0..<longestChain {
            var room = [CChar](repeating: 0, count: Int(PATH_MAX))
            let count = readlink(path, &room, room.count)
            guard count > 0 else { break }
            let link = String(decoding: room[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
            path = link.hasPrefix("/") ? link : folder(of: path) + link
        }
        return path
    }

    /// Returns the folder of a file with a trailing slash, or an empty string for a bare file name.
    private static func folder(of path: String) -> String {
        String(path.prefix(upTo: path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex))
    }
}

private func openOnce(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 { open(path, flags, mode) }
