public import TableAgent
import TableSurfaces

/// A container that shows a table in the terminal, and lets a person browse it.
///
/// ```swift
/// let browser = TableBrowser()
/// let agent = try Agent(browser, rawData: ledger, reformer: LedgerReformer.self, eventDelegate: self)
/// try await browser.run()
/// ```
///
/// Make the browser first, and attach the agent to it. A browser that is attached later starts from the raw data, without
/// edits and without collapsed sections of the earlier container.
///
/// A browser is not `Sendable`. It belongs to the isolation domain of its agent. While ``run()`` waits for keys, other tasks of
/// this domain can reload and edit. The line of the cursor then stays where it is on the screen.
///
/// Enter selects a row, as a tap does: the delegate is asked first. The key `a` shows the actions of an `EventItem`. Space
/// collapses or expands a section by an edit, so that listeners receive the events of the table.
public final class TableBrowser: TableContainer {
    /// Opens the terminal of a session.
    package typealias OpenTerminal = (_ isPlain: Bool, _ usesMouse: Bool) throws -> any BrowserTerminal

    /// Whether the browser writes a line at a time instead of a screen, and reads a line of keys at a time. For screen readers
    /// and for terminals that can't address a cursor. If `nil`, which is the default, the browser does so if `TERM` is `dumb`.
    public var isPlain: Bool?

    /// Whether the terminal reports clicks and the wheel of the mouse. A click moves the cursor, a second click at once is Enter,
    /// and a click on a title sorts by its column. The terminal's own selection of text then needs another
    /// key, usually Shift. The default is `false`.
    public var usesMouse = false

    let model = BrowserModel()
    private let openTerminal: OpenTerminal
    private var session: (any BrowserSession)?

    /// Creates a browser without a table.
    public convenience init() {
        self.init { try Terminal(isPlain: $0, usesMouse: $1) }
    }

    /// Creates a browser without a table, for other terminals than that of the process.
    package init(openTerminal: @escaping OpenTerminal) {
        self.openTerminal = openTerminal
    }

    /// The keys of the commands.
    public var bindings: KeyBindings {
        get { model.state.bindings }
        set { model.state.bindings = newValue }
    }

    /// The words on the screen, in messages, and in series; English by default.
    public var words: TableWords {
        get { model.state.words }
        set { model.state.words = newValue }
    }

    /// The time for which rows that an update changed or added have a sign on the screen, or `nil` for no signs.
    package var changeSignDuration: Duration? {
        get { model.state.browsed.view.changes.duration }
        set { model.state.browsed.view.changes.duration = newValue }
    }

    // MARK: Container

    /// The panel that shows tables in the browser.
    public var panel: Panel? {
        get { model.panel }
        set { model.panel = newValue }
    }

    /// The name of the surface in error messages.
    public var surfaceName: String { "the terminal browser" }

    /// `true`: the line of the cursor stays on the screen.
    public var appliesChanges: Bool { true }

    /// Returns whether an item fills a `GridLine`, as each `GridLineItem` does.
    public func canShow(_ item: any TableItem.Type) -> Bool { item.viewType == GridLine.self }

    /// Shows a new table.
    public func reload(_ update: TableUpdate) throws {
        update.commit()
        model.update(nil, to: update.new)
        tableChanged()
    }

    /// Shows a table after changes.
    public func apply(_ changes: TableChanges, in update: TableUpdate) throws {
        update.commit()
        model.update(changes, to: update.new)
        tableChanged()
    }

    /// Takes over a table whose rows have the same positions.
    public func renewSources() {
        guard let table = panel?.tableInfo else { return }
        model.update(TableChanges(), to: table)
        tableChanged()
    }

    func tableChanged() {
        guard let session else { return model.reportDisplays() }
        session.tableChanged()
    }

    /// Shows a message in the status line until the next key.
    public func show(_ message: String) {
        model.state.message = message
        tableChanged()
    }

    // MARK: Browsing

    /// Shows the table in the terminal until the person leaves.
    ///
    /// The terminal is that of standard input, output, or error, or else the controlling terminal of the process. So standard
    /// input and output can be pipes. Whatever ends the program, the terminal then has its former settings and content.
    ///
    /// - Throws: `TableError` with the code `noTerminal` if there is no terminal. The code is `browsingEnded` if the terminal was
    ///   closed or a signal that the program handles has arrived. `CancellationError` if the task was cancelled.
    public func run() async throws {
        _ = try await browse(picksRows: false)
    }

    /// Shows the table in the terminal until the person chooses rows with Enter, or leaves.
    ///
    /// - Returns: The marked rows from the top, or the row of the cursor without marks. Empty if the person left.
    /// - Throws: The same errors as ``run()``.
    public func pickRows() async throws -> [Row] {
        try await browse(picksRows: true)
    }

    /// Shows a table in the terminal until the person chooses rows with Enter, or leaves.
    ///
    /// ```swift
    /// let customers = try await TableBrowser.pick(from: table).compactMap { $0.data(as: Customer.self) }
    /// ```
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - words: The words on the screen.
    /// - Returns: The marked rows from the top, or the row of the cursor without marks. Empty if the person left.
    /// - Throws: The same errors as ``run()``.
    public static func pick(from table: TableInfo, words: TableWords = .english) async throws -> [Row] {
        let browser = TableBrowser()
        browser.words = words
        let agent = try Agent(browser, rawData: table, reformer: UnchangedTable())
        let rows = try await browser.pickRows()
        return withExtendedLifetime(agent) { rows }
    }

    /// Whether the person has ended the last ``run()`` with `^C`.
    package var wasInterrupted: Bool { model.state.wasInterrupted }

    /// Ends browsing, as the key `q` does, after the keys that have already arrived.
    ///
    /// A listener can so show another table for a while. A later ``run()`` continues at the same line and column:
    ///
    /// ```swift
    /// browser.bindings["d"] = .post(.showDetails)
    /// agent.on(.showDetails, of: Order.self) { order in
    ///     next = order
    ///     browser.leave()
    /// }
    /// ```
    ///
    /// Does nothing unless a person is browsing.
    public func leave() {
        session?.terminal.send(.leave)
    }

    /// Moves the cursor to a column. If the person has hidden the column, the cursor moves to a visible one beside it.
    ///
    /// - Parameter column: The index of the column in the table. An invalid index is ignored.
    package func moveCursor(toColumn column: Int) {
        model.state.browsed.moveCursor(toColumn: column)
        tableChanged()
    }

    private func browse(picksRows: Bool) async throws -> [Row] {
        let isLinear = isPlain ?? TerminalTraits.standardOutput.isDumb
        let terminal = try openTerminal(isLinear, usesMouse)
        model.state.reset()
        model.state.widthPolicy = terminal.traits.widthPolicy
        let session: any BrowserSession =
            isLinear
            ? LineSession(model, on: terminal, picksRows: picksRows)
            : ScreenSession(model, on: terminal, picksRows: picksRows)
        self.session = session
        model.isVisible = true
        defer {
            terminal.close()
            self.session = nil
            model.isVisible = false
            model.reportDisplays()
        }
        let rows = try await session.run()
        try Task.checkCancellation()
        return rows
    }
}

/// A reformer whose raw data is the table itself.
package struct UnchangedTable: Reformer {
    /// Creates a reformer.
    package init() {}

    package func reform(_ table: TableInfo) -> TableInfo { table }
}

extension TableError.Code {
    /// There is no terminal to browse a table in.
    public static let noTerminal = Self(rawValue: "noTerminal")

    /// The terminal was closed while a person browsed a table, or a signal that the program handles has arrived.
    public static let browsingEnded = Self(rawValue: "browsingEnded")
}
