#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A system error while a table was written: the target, the reason, and what to do.
///
/// ```swift
/// do {
///     try agent.reload(orders)
/// } catch let error as WriteError {
///     print(error)      // /reports/orders.csv can't be written: No space left on device; free some space.
/// }
/// ```
public struct WriteError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The target of the write, such as the path of a file.
    public var target: String

    /// The code of the system call that failed, such as `ENOSPC`.
    public let posixCode: Int32

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - target: The target of the write, such as the path of a file.
    ///   - posixCode: The code of the system call that failed.
    public init(target: String, posixCode: Int32) {
        self.target = target
        self.posixCode = posixCode
    }

    /// The reason as the system describes it.
    public var reason: String { String(cString: strerror(posixCode)) }

    /// The target, the reason and what to do, on one line.
    public var description: String {
        "\(target) can't be written: \(reason)\(advice.map { "; \($0)." } ?? "")"
    }

    private var advice: String? {
        switch posixCode {
        case ENOSPC, EDQUOT, EFBIG: "free some space"
        case ENOENT, ENOTDIR: "create its folder first"
        case EACCES, EPERM, EROFS: "choose a place where this process may write"
        case EISDIR: "choose the name of a file"
        case EPIPE: "the reader has closed it"
        case EBADF: "open it for writing and keep it open"
        default: nil
        }
    }
}
