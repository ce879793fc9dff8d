import Foundation

/// A table could not be written: where to, and why.
///
/// ```swift
/// do {
///     try agent.reload(orders)
/// } catch let error as WriteError {
///     print(error)      // orders.csv can't be written: No space left on device
/// }
/// ```
public struct WriteError: Error, CustomStringConvertible {
    /// What was written to, such as the path of a file.
    public let target: String

    /// The error of the system or of Foundation.
    public let cause: any Error

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - target: What was written to.
    ///   - cause: The error of the system or of Foundation; that of another `WriteError` is taken out of it.
    public init(target: String, cause: any Error) {
        self.target = target
        self.cause = (cause as? WriteError)?.cause ?? cause
    }

    /// The code of the system call that failed, such as `ENOSPC`; `nil` if none is behind the cause.
    public var posixCode: Int32? {
        var error: NSError? = cause as NSError
        while let current = error {
            if current.domain == NSPOSIXErrorDomain { return Int32(current.code) }
            error = (current.userInfo[NSUnderlyingErrorKey] as? any Error).map { $0 as NSError }
        }
        return nil
    }

    /// Why, in the words of the system.
    public var reason: String {
        posixCode.map { String(cString: strerror($0)) } ?? cause.localizedDescription
    }

    /// The target and the reason in one line.
    public var description: String { "\(target) can't be written: \(reason)" }
}
