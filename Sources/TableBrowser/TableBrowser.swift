public import TableAgent

/// A container that shows a table in the terminal, and lets a person browse it.
public final class TableBrowser: TableContainer {
    public weak var panel: Panel?
    /// Whether lines are written one after the other.
    public var isPlain = false

    public init() {}

    public func canShow(_ item: any TableItem.Type) -> Bool { item.viewType == GridLine.self }
    public func reload(_ update: TableUpdate) throws { update.commit() }

    /// Shows a message in the status line until the next key.
    public func show(_ message: String) {}

    /// Shows the table until the person leaves.
    public func run() async throws {
        throw TableError(.noTerminal, "There is no terminal to browse in; start the program in a terminal.")
    }

    /// Shows the table until the person chooses rows with Enter, or leaves. Returns the marked rows, or the row of the cursor.
    public func pickRows() async throws -> [Row] { [] }
}

extension TableError.Code {
    /// There is no terminal.
    public static let noTerminal = Self(rawValue: "noTerminal")
}
