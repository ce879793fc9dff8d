import Foundation

/// What went wrong with the output, as one line: the file and the reason.
struct OutputError: Error, CustomStringConvertible {
    /// The name of the file as it was given, or `standard output`.
    let file: String
    /// The error of the write.
    let cause: any Error

    /// Whether the reader of a pipe went away, which is no reason to complain.
    var isBrokenPipe: Bool { posixCode == EPIPE }

    var description: String {
        let reason = posixCode.map { String(cString: strerror($0)) } ?? cause.localizedDescription
        return "\(file): the output can't be written: \(reason)".visible
    }

    /// The code of the system call that failed, behind Foundation's error.
    private var posixCode: Int32? {
        var error: NSError? = cause as NSError
        while let current = error {
            if current.domain == NSPOSIXErrorDomain { return Int32(current.code) }
            error = (current.userInfo[NSUnderlyingErrorKey] as? any Error).map { $0 as NSError }
        }
        return nil
    }
}
