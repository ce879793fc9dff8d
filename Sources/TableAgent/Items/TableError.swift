/// What can go wrong while a table is made or shown.
///
/// The description is a sentence that says what went wrong, where, and what to do. Match on ``code`` to
/// handle an error. A reformer's own errors pass through unchanged and are not wrapped in this type.
///
/// ```swift
/// do {
///     try agent.reload(ledger)
/// } catch let error as TableError where error.code == .itemNotShown {
///     log(error.description)
/// }
/// ```
public struct TableError: Error, Hashable, Sendable {
    /// The kind of an error; the list is open, so a switch over it needs a default.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The code's name.
        public let rawValue: String

        /// Creates a code; containers and reformers may add their own.
        ///
        /// - Parameter rawValue: The code's name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }
    }

    /// The kind of the error.
    public let code: Code

    /// A sentence that says what went wrong, where, and what to do.
    public let description: String

    /// The row that the error is about, if it is about one.
    public let position: RowPosition?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The kind of the error.
    ///   - description: A sentence that says what went wrong, where, and what to do.
    ///   - position: The row that the error is about, if it is about one.
    public init(_ code: Code, _ description: String, position: RowPosition? = nil) {
        self.code = code
        self.description = description
        self.position = position
    }
}

extension TableError: CustomStringConvertible {}
