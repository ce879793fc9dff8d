/// What is wrong with the input, as one line: the file, the line and the reason.
///
/// ```text
/// orders.csv:12: the row has 5 fields where the header has 6
/// ```
struct InputError: Error, Equatable, CustomStringConvertible {
    /// The name of the file as it was given, or `standard input`.
    let file: String
    /// The line of the file, counted from 1; `nil` if the whole file is at fault.
    let line: Int?
    /// What is wrong and, where it is not plain, what to do.
    let reason: String

    init(file: String, line: Int? = nil, reason: String) {
        self.file = file
        self.line = line
        self.reason = reason
    }

    /// One line that is safe to print on a terminal: no control character of the input is left in it.
    var description: String {
        let place = line.map { "\(file):\($0)" } ?? file
        return "\(place): \(reason)".visible
    }
}
