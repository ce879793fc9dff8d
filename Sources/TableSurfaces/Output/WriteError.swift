#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// An error of the system while a table was written: where to, why, and what to do about it.
///
/// ```swift
/// do {
///     try agent.reload(orders)
/// } catch let error as WriteError {
///     print(error)      // /reports/orders.csv can't be written: No space left on device; free some space.
/// }
/// ```
public struct WriteError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was written to, such as the path of a file.
    public var target: String

    /// The code of the system call that failed, such as `ENOSPC`.
    public let posixCode: Int32

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - target: What was written to.
    ///   - posixCode: The code of the system call that failed.
    public init(target: String, posixCode: Int32) {
        self.target = target
        self.posixCode = posixCode
    }

    /// The reason in the words of the system.
    public var reason: String { String(cString: strerror(posixCode)) }

    /// The target, the reason and what to do, in one line.
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

/// The calls of the system that sinks make, repeated when a signal interrupts them.
enum SystemCalls {
    /// Makes a call that returns a negative number when it fails; the error names the target.
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

    /// Writes all bytes of a block to an open file; the error names the target.
    static func write(_ block: [UInt8], to descriptor: Int32, _ target: String) throws(WriteError) {
        var rest = block[...]
        while !rest.isEmpty {
            // The system may take a part of the bytes only.
            let count = rest.withUnsafeBytes { writeOnce($0, to: descriptor) }
            if count > 0 {
                rest = rest.dropFirst(count)
                continue
            }
            switch count < 0 ? errno : EIO {
            case EINTR: break
            case EAGAIN:
                // The descriptor does not block: wait until it takes more.
                var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                try check(target) { poll(&request, 1, -1) }
            case let code: throw WriteError(target: target, posixCode: code)
            }
        }
    }

    /// Closes a descriptor, which is closed even when this fails.
    static func close(_ descriptor: Int32, _ target: String) throws(WriteError) {
        if closeOnce(descriptor) < 0, errno != EINTR { throw WriteError(target: target, posixCode: errno) }
    }
}

// The functions of the system whose names are those of methods here.

private func writeOnce(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
    write(descriptor, bytes.baseAddress, bytes.count)
}

private func closeOnce(_ descriptor: Int32) -> Int32 { close(descriptor) }
