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
        case ENOSPC, EDQUOT: "free some space"
        case EFBIG: "it is larger than the process or the file system allows, so write fewer rows"
        case ENOENT, ENOTDIR: "create its folder first"
        case EACCES, EPERM, EROFS: "choose a place where this process may write"
        case EISDIR: "choose the name of a file"
        case ELOOP: "its symbolic links form a circle, so choose another name"
        case EPIPE: "the reader has closed it"
        case EBADF: "open it for writing and keep it open"
        default: nil
        }
    }
}

/// System calls of sinks, repeated if a signal interrupts them.
enum SystemCalls {
    /// Makes a call that returns a negative number on failure, and throws an error that names the target.
    @discardableResult
    static func check<Number: SignedInteger>(
        _ target: String, _ call: () -> Number
    ) throws(WriteError) -> Number {
        while true {
            let result = call()
            guard result < 0 else { return result }
            if errno != EINTR { throw WriteError(target: target, posixCode: errno) }
        }
    }

    /// Writes all bytes of a block to an open file. An error names the target.
    static func writeAll(_ block: [UInt8], to descriptor: Int32, _ target: String) throws(WriteError) {
        var rest = block[...]
        while !rest.isEmpty {
            // The system may write only some of the bytes.
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
                continue
            }
            switch count < 0 ? errno : EIO {
            case EINTR: break
            case EAGAIN:
                // The descriptor is non-blocking, so wait until it accepts more.
                var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                try check(target) { poll(&request, 1, -1) }
            case let code: throw WriteError(target: target, posixCode: code)
            }
        }
    }

    /// Closes a descriptor. The descriptor is released even if this method throws an error.
    static func release(_ descriptor: Int32, _ target: String) throws(WriteError) {
        if close(descriptor) < 0, errno != EINTR { throw WriteError(target: target, posixCode: errno) }
    }
}
