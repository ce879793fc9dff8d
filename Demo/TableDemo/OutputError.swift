import Foundation
import TableSurfaces

/// What went wrong with the output, as one line: the file and the reason.
struct OutputError: Error, CustomStringConvertible {
    private let error: WriteError

    /// - Parameters:
    ///   - file: The name of the file as it was given, or `standard output`.
    ///   - cause: The error of the write.
    init(file: String, cause: any Error) {
        error = WriteError(target: file, cause: cause)
    }

    /// Whether the reader of a pipe went away, which is no reason to complain.
    var isBrokenPipe: Bool { error.posixCode == EPIPE }

    var description: String {
        "\(error.target): the output can't be written: \(error.reason)".visible
    }
}
