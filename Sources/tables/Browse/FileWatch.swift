#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Decides from poll to poll whether a file is read again, and what is wrong with it.
struct FileWatch {
    /// The properties of a file that change with its contents.
    struct Stamp: Equatable, Sendable {
        /// The size in bytes, the inode, and the time of the last change in seconds and nanoseconds.
        let values: [Int64]
    }

    /// The end of a version of the file.
    struct End: Sendable {
        let size: Int
        let isLineEnd: Bool
    }

    /// The consequence of a poll.
    enum Action: Equatable {
        case wait, read
        case show(String)
    }

    /// The version that was read last, whether it is shown or not; `nil` if the file is missing.
    private var read: Stamp?
    /// The polls in a row that found a new version, and the version at the last one.
    private var pending: (last: Stamp?, count: Int) = (nil, 0)
    /// The number of polls until a version may be read again.
    private var rest = 0
    /// The end of the shown version.
    private var end: End?
    /// The number of polls that found the version whose end is within a row, or `nil` without one.
    private var unfinishedPolls: Int?
    /// The error of the file, and the time of the first poll that found it.
    private var problem: (error: String, since: String)?
    /// The number of polls since the message about the error was shown.
    private var silentPolls = 0

    /// The interval between two polls.
    static let interval = Duration.milliseconds(125)
    /// The number of polls after which a message is shown again, because a key removes it.
    private static let reminderInterval = 8
    /// The number of polls after which a file that ends within a row is taken for a file without a last line break.
    private static let patience = 24

    /// Creates the state after the first reading.
    init(_ read: Stamp?) {
        self.read = read
    }

    /// Returns the consequence of a poll.
    ///
    /// A new version is read if it is the same at two polls. A file that changes from poll to poll is read at
    /// every third poll, unless reading takes long.
    ///
    /// - Parameters:
    ///   - poll: The properties of the file, or the error.
    ///   - time: The time of day.
    mutating func next(_ poll: Result<Stamp, InputError>, at time: String) -> Action {
        rest = max(rest - 1, 0)
        switch poll {
        case .failure(let error):
            read = nil
            pending = (nil, 0)
            _ = fail(error, at: time)
        case .success(let stamp) where stamp == read:
            pending = (nil, 0)
            unfinishedPolls = unfinishedPolls.map { $0 + 1 }
            if unfinishedPolls == Self.patience {
                end = nil
                return .read
            }
        case .success(let stamp):
            pending.count += 1
            if rest == 0, stamp == pending.last || pending.count > 2 {
                read = stamp
                pending = (nil, 0)
                return .read
            }
            pending.last = stamp
        }
        guard problem != nil else { return .wait }
        defer { silentPolls = (silentPolls + 1) % Self.reminderInterval }
        return silentPolls == 0 ? .show(message) : .wait
    }

    /// Delays the next reading after one of a duration, so that reading takes a fifth of the time at most.
    mutating func rest(afterReadingFor duration: Duration) {
        rest = Int((duration * 4 / Self.interval).rounded(.up))
    }

    /// Accepts a version that was read.
    ///
    /// - Returns: A message if the shown rows were old.
    /// - Throws: ``InputError`` if the file is shorter than the shown version and, unlike it, ends within a line.
    mutating func accept(_ end: End, of file: String, at time: String) throws(InputError) -> String? {
        if let shown = self.end, shown.isLineEnd, !end.isLineEnd, end.size < shown.size {
            unfinishedPolls = 0
            throw InputError(file: file, reason: "the file ends within a row")
        }
        self.end = end
        unfinishedPolls = nil
        defer { problem = nil }
        return problem.map { _ in "\(file.visible): read again at \(time)" }
    }

    /// Keeps the error of a file whose rows stay as they are, and returns its message.
    mutating func fail(_ error: any Error, at time: String) -> String {
        if problem?.error != "\(error)" {
            problem = ("\(error)", time)
            silentPolls = 0
        }
        return message
    }

    private var message: String {
        problem.map { "\($0.error) (since \($0.since)); the last rows are kept" } ?? ""
    }

    /// The time of day, such as `14:03:12`.
    static var timeOfDay: String {
        var now = time(nil)
        var parts = tm()
        localtime_r(&now, &parts)
        let digits = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return digits.joined(separator: ":")
    }
}

extension FileWatch.Stamp {
    /// Reads the properties of the file at a path.
    init(path: String) throws(InputError) {
        var info = stat()
        guard stat(path, &info) == 0 else {
            throw InputError(file: path, reason: InputFile.reason(forError: errno))
        }
        #if canImport(Darwin)
            let time = info.st_mtimespec
        #else
            let time = info.st_mtim
        #endif
        values = [
            Int64(info.st_size), Int64(truncatingIfNeeded: info.st_ino), Int64(time.tv_sec),
            Int64(time.tv_nsec),
        ]
    }
}
