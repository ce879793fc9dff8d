package import TableAgent

/// A command that a program adds to the keys of its browser.
package struct ProgramCommand {
    /// The meaning of the key, which the help lists.
    let help: String
    let perform: () -> Void

    /// Creates a command.
    package init(_ help: String, perform: @escaping () -> Void) {
        self.help = help
        self.perform = perform
    }
}

/// The view of the person, for the program that shows the table.
extension TableBrowser {
    /// The commands of the program, by their keys. They precede those of the bindings, and need no row.
    package var commands: [BrowserKey: ProgramCommand] {
        get { model.commands }
        set { model.commands = newValue }
    }

    /// Returns the plain values of a condition that a person types; `nil` if they are plain as they are typed.
    package var conditionValues: ConditionValues? {
        get { model.state.browsed.conditionValues }
        set { model.state.browsed.conditionValues = newValue }
    }

    /// The table on the screen, without the filters and sorts of the person. A newer one can wait.
    package var visibleTable: TableInfo { model.state.browsed.table }

    /// The table by the filters and sorts of the person, with all columns; `nil` without filters and sorts.
    package var queriedTable: TableInfo? { model.state.browsed.view.lines.queried?.visible }

    /// The marked rows from the top, or the row of the cursor if no row is marked.
    package var pickedRows: [Row] { model.state.browsed.pickedRows }

    /// The number of marked rows.
    package var markedCount: Int { model.state.browsed.view.marks.count }

    /// The index of the cursor's column.
    package var cursorColumn: Int { model.state.browsed.columns.cursor }

    /// The indices of the columns that the person has hidden.
    package var hiddenColumns: Set<Int> { model.state.browsed.columns.hidden }

    /// Shows only those of the visible rows that meet some conditions. These name columns by their indices.
    ///
    /// - Parameter name: The name of the filter in the status line.
    package func addFilter(named name: String, _ conditions: [TableQuery.Filter]) {
        _ = model.state.browsed.add(BrowserQuery.Filter(name: name, conditions: conditions))
        tableChanged()
    }

    /// Shows the cursor's row on the whole screen.
    package func openDetails() {
        _ = model.state.perform(.openDetails)
        tableChanged()
    }

    /// Shows the next table from its first line, because the person asked for another table.
    package func showNextFromTop() { model.state.browsed.view.showsNextFromTop = true }

    /// Asks for a text in the status line. If an answer asks again, keys that were typed before are dropped.
    ///
    /// - Parameters:
    ///   - question: The question.
    ///   - hint: A hint that is visible while no text is typed.
    ///   - receive: Receives the text after Enter. Esc ends the question without an answer.
    package func ask(_ question: String, hint: String = "", receive: @escaping (String) -> Void) {
        model.receiveAnswer = receive
        model.state.ask(.question(question, hint: hint))
        tableChanged()
    }
}
