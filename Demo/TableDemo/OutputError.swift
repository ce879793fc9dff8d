import Foundation
import TableSurfaces

/// What went wrong with the output, as one line: the file and the reason.
struct OutputError: Error, CustomStringConvertible {
    private let file: String
    private let cause: any Error

    /// - Parameters:
    ///   - file: The name of the file as it was given, or `standard output`.
    ///   - cause: The error of the write.
    init(file: String, cause: any Error) {
        self.file = file
        self.cause = cause
    }

    /// Whether the reader of a pipe went away, which is no reason to complain.
    var isBrokenPipe: Bool { (cause as? WriteError)?.posixCode == EPIPE }

    var description: String {
        "\(file): the output can't be written: \((cause as? WriteError)?.reason ?? "\(cause)")".visible
    }
}
