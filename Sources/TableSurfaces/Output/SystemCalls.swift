#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

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
    static func write(_ block: [UInt8], to descriptor: Int32, _ target: String) throws(WriteError) {
        var rest = block[...]
        while !rest.isEmpty {
            // The system may write only some of the bytes.
            let count = rest.withUnsafeBytes { writeOnce($0, to: descriptor) }
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

    /// Closes a descriptor, even if this throws an error.
    static func close(_ descriptor: Int32, _ target: String) throws(WriteError) {
        if closeOnce(descriptor) < 0, errno != EINTR { throw WriteError(target: target, posixCode: errno) }
    }
}

// System functions whose names the methods above shadow.

private func writeOnce(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
    write(descriptor, bytes.baseAddress, bytes.count)
}

private func closeOnce(_ descriptor: Int32) -> Int32 { close(descriptor) }
