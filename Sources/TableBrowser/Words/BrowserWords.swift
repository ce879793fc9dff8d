public import TableAgent

extension TableWords {
    /// The words of the terminal browser.
    public var browser: BrowserWords {
        get { self[default: BrowserWords()] }
        set { self[default: BrowserWords()] = newValue }
    }
}

/// The words of the terminal browser.
public struct BrowserWords: Sendable {
    /// The names of the keys.
    public var keys = Keys()

    /// The texts of the help page.
    public var help = Help()

    /// The texts of the dialog about the actions of a row.
    public var actions = Actions()

    /// The prompts.
    public var prompts = Prompts()

    /// The messages about keys without an effect, and about finished work.
    public var messages = Messages()

    // MARK: The screen

    /// A table without lines: `No rows`.
    public var noRows = "No rows"

    /// Returns the name of a column without a title, by its number from 1: `column 7`.
    public var untitledColumn: @Sendable (_ number: Int) -> String = { "column \($0)" }

    /// Returns that a cell has no value, by the title of its column: `Status is empty`.
    public var emptyCell: @Sendable (_ column: String) -> String = { "\($0) is empty" }

    /// The title of the details of a row: `Details, o hides them`.
    public var details = "Details, o hides them"

    /// Returns the title of the details if some lines have no room.
    public var moreDetails: @Sendable (_ lines: Int) -> String = {
        "Details, o hides them, O shows \(TableWords.grouped($0, by: ",")) more lines"
    }

    // MARK: The status

    /// Returns the progress of a search: `40 %, Esc stops`.
    public var progress: @Sendable (_ percent: Int) -> String = { "\($0) %, Esc stops" }

    /// Returns that updates are paused, and the number of updates that wait: `paused, 2 updates to show`.
    public var paused: @Sendable (_ updates: Int) -> String = {
        $0 == 0 ? "paused" : "paused, \(TableWords.counted($0, "update")) to show"
    }

    /// The browser follows the end of the table: `following`.
    public var following = "following"

    /// Returns the number of new lines above the screen: `12 new above`.
    public var newAbove: @Sendable (_ lines: Int) -> String = {
        "\(TableWords.grouped($0, by: ",")) new above"
    }

    /// Returns the number of rows that a filter shows: `3 of 12 rows, Esc: back`.
    public var filtered: @Sendable (_ shown: Int, _ rows: Int) -> String = { shown, rows in
        shown == 0
            ? "nothing matches, Esc: back"
            : "\(TableWords.grouped(shown, by: ",")) of \(TableWords.counted(rows, "row")), Esc: back"
    }

    /// Returns that a filter by numbers or dates matches nothing because a text has come into its column: `Price has texts now`.
    public var hasTexts: @Sendable (_ column: String) -> String = { "\($0) has texts now" }

    /// Returns the number of marked rows: `2 marked`.
    public var marked: @Sendable (_ rows: Int) -> String = { "\(TableWords.grouped($0, by: ",")) marked" }

    /// Returns the number of hidden columns: `1 hidden, z shows`.
    public var hidden: @Sendable (_ columns: Int) -> String = {
        "\(TableWords.grouped($0, by: ",")) hidden, z shows"
    }

    /// The key of the actions: `a actions`.
    public var actionsHint = "a actions"

    /// The key that collapses a section: `Space fold`.
    public var foldHint = "Space fold"

    /// The key that expands a section: `Space unfold`.
    public var unfoldHint = "Space unfold"

    /// The key of a filter: `& filter`.
    public var filterHint = "& filter"

    /// The key of a search: `/ search`.
    public var searchHint = "/ search"

    /// The key that leaves the browser: `q quit`.
    public var quitHint = "q quit"

    /// The key of the help page: `F1 help`.
    public var helpHint = "F1 help"

    // MARK: A line at a time

    /// Returns the place of the current line: `3 of 12.`
    public var place: @Sendable (_ line: Int, _ lines: Int) -> String = {
        "\(TableWords.grouped($0, by: ",")) of \(TableWords.grouped($1, by: ","))."
    }

    /// A table without lines, as a sentence: `No rows.`
    public var noRowsSpoken = "No rows."

    /// The current row is marked: `marked`.
    public var markedRow = "marked"

    /// Returns the number of the selected action of a menu.
    public var currentAction: @Sendable (_ number: Int) -> String = { "The current one is \($0)." }

    /// Creates English words.
    public init() {}
}

extension BrowserWords {
    /// The names of the keys on the help page. Other keys are signs.
    public struct Keys: Sendable {
        /// The space bar.
        public var space = "Space"

        /// The key that scrolls up.
        public var pageUp = "PageUp"

        /// The key that scrolls down.
        public var pageDown = "PageDown"

        /// The key that moves to the start.
        public var home = "Home"

        /// The key that moves to the end.
        public var end = "End"

        /// The Enter key.
        public var enter = "Enter"

        /// The tabulator.
        public var tab = "Tab"

        /// The key that removes the last character.
        public var backspace = "Backspace"

        /// The Escape key.
        public var escape = "Esc"

        /// The key that removes the next character.
        public var delete = "Delete"

        /// Creates English words.
        public init() {}
    }

    /// The texts of the help page, each of which explains the keys beside it.
    public struct Help: Sendable {
        /// Up, down, left, and right.
        public var move = "move by a line or a column"

        /// A screen up, and down.
        public var page = "move by a screen"

        /// Half a screen up, and down.
        public var halfPage = "move by half a screen"

        /// The first line, the last line, and a line by its number.
        public var ends = "first line, last line, line by number"

        /// The first column, the last column, and a column by its name.
        public var columns = "first column, last column, column by name"

        /// A search forward, and backward.
        public var search = "search down or up, ignoring case and accents"

        /// The next match, and the previous match.
        public var find = "next match, previous match"

        /// A filter by words, and by the value of the cell.
        public var filter = "rows with words or where price > 30, with this value"

        /// Sorting by the column alone, and by the column after others.
        public var sort = "sort by this column, then by this; again: downwards"

        /// The original order.
        public var unsort = "original order"

        /// Folding a section.
        public var fold = "fold or unfold the section"

        /// Folding all sections, and unfolding them.
        public var foldAll = "fold all sections, unfold all"

        /// Selecting the row, and its actions.
        public var select = "select the row, its actions"

        /// The details of the row.
        public var details = "all of the row, on the whole screen"

        /// The edit of a cell.
        public var edit = "edit the cell"

        /// Marking the row, and removing all marks.
        public var mark = "mark the row, remove all marks"

        /// Copying.
        public var copy = "copy the cell or the marked rows"

        /// Taking back a step.
        public var undo = "take back the last fold, mark, filter, or sort"

        /// Copying with the titles of the columns.
        public var copyWithTitles = "copy them with the titles of the columns"

        /// Following the end, and pausing updates.
        public var follow = "follow the end, pause updates"

        /// Freezing columns, and hiding the current column.
        public var freeze = "freeze columns (z Enter: all as at first), hide this one"

        /// Cancelling.
        public var cancel = "stop, hide the details, remove a filter or search"

        /// Painting the screen again, and suspending the program.
        public var repaint = "draw again, suspend"

        /// The help page, and leaving the browser.
        public var leave = "this page, leave"

        /// Returns the place on a page that is longer than the screen. The text precedes `returns`.
        ///
        /// In English: `1–9 of 19, ↑ ↓ scroll; `.
        public var place: @Sendable (_ first: Int, _ last: Int, _ lines: Int) -> String = {
            "\($0)–\($1) of \($2), ↑ ↓ scroll; "
        }

        /// How to hide the page: `any other key returns`.
        public var returns = "any other key returns"

        /// Creates English words.
        public init() {}
    }

    /// The texts of the dialog about the actions of a row.
    public struct Actions: Sendable {
        /// Returns the title of the menu, by the id of the row.
        public var title: @Sendable (_ row: String) -> String = { "Actions of \($0)" }

        /// The state of a disabled action, after its title.
        public var disabled = "(not possible now)"

        /// Returns the question of an action that defines no confirmation.
        public var question: @Sendable (_ action: String, _ row: String) -> String = { "\($0) \($1)?" }

        /// The keys of the menu.
        public var menuKeys = "Enter performs, Esc cancels"

        /// The keys that answer a question. The key `y` performs the action.
        public var questionKeys = "y performs, Esc cancels"

        /// The keys that change a choice.
        public var choiceKeys = "(← → change)"

        /// The screen has no room for the question.
        public var tooSmall = "The window is too small for the question."

        /// Returns that a disabled action can't be performed.
        public var notPossible: @Sendable (_ action: String) -> String = { "“\($0)” is not possible now." }

        /// Returns that the row no longer offers an action.
        public var notOffered: @Sendable (_ action: String) -> String = {
            "The row does not offer “\($0)” any more. Nothing was done."
        }

        /// Returns that an action was performed.
        public var done: @Sendable (_ action: String) -> String = { "\($0): done." }

        /// Returns the message of an error that has ended an action. In English, this is the description of the error.
        public var failed: @Sendable (_ error: any Error) -> String = { "\($0)" }

        /// The row of the dialog is gone.
        public var rowIsGone = "The row is gone. Nothing was done."

        /// Creates English words.
        public init() {}
    }

    /// The prompts for texts and numbers, and the hints while nothing is typed.
    public struct Prompts: Sendable {
        /// A search.
        public var search = "text to find, Tab: this column only"

        /// A filter.
        public var filter = "words, or a condition such as price > 30; Tab: this column only"

        /// The number of a line.
        public var line = "number of a line"

        /// The name of a column.
        public var column = "name of a column, or a part of it"

        /// The number of frozen columns.
        public var freeze = "Enter alone: show all columns, as at first"

        /// The question before the number of frozen columns. It ends with a space.
        public var freezeQuestion = "Freeze how many columns? "

        /// Creates English words.
        public init() {}
    }

    /// The messages about keys without an effect, and about finished work.
    public struct Messages: Sendable {
        /// Returns that a text was not found.
        public var notFound: @Sendable (_ text: String) -> String = { "“\($0)” was not found." }

        /// A search has continued at the other end of the table.
        public var wrapped = "The search went around the end."

        /// A search was stopped.
        public var stopped = "Stopped."

        /// The rows are not filtered or sorted yet.
        public var stillOrdering = "The rows are not ready yet. Press the key again."

        /// Returns that a text is not the number of a line.
        public var noLine: @Sendable (_ text: String) -> String = { "“\($0)” is not the number of a line." }

        /// Returns that no column has a name.
        public var noColumn: @Sendable (_ text: String) -> String = { "No column has “\($0)” in its name." }

        /// Returns that a column is hidden.
        public var columnIsHidden: @Sendable (_ title: String) -> String = {
            "“\($0)” is hidden; z and Enter show all columns."
        }

        /// Returns that no column has the name in a condition, or that several have it. Words can have such signs in quotes.
        public var noColumnForCondition: @Sendable (_ name: String) -> String = {
            "No single column is named “\($0)”. To look for the words, put them in quotes."
        }

        /// Returns that a key has no command. F1 lists the keys.
        public var noCommand: @Sendable (_ key: String) -> String = {
            "\($0) has no command; F1 lists the keys."
        }

        /// Returns the possible numbers of frozen columns.
        public var freezeRange: @Sendable (_ columns: Int) -> String = {
            "Type a number of columns from 0 to \($0)."
        }

        /// The current line has no value to filter by.
        public var noValue = "This line is no row with a value."

        /// The line under the cursor was replaced, or was not visible yet when the key was pressed.
        public var replaced = "This is another line now. Press the key again for it."

        /// A second press of Enter after a menu.
        public var pressAgain = "Press Enter again to select the row."

        /// The current line is no row.
        public var noRow = "This line is no row."

        /// The current line belongs to no section with a head.
        public var noSection = "There is no section to fold here."

        /// Sections can't be folded during a pause.
        public var paused = "Updates are paused. End the pause before you fold."

        /// A search has found a text in a folded section during a pause.
        public var pausedMatch = "The next match is in a folded section. End the pause to see it."

        /// A sort leaves the order of the sections as it is.
        public var sortedInSections = "Rows are sorted within their sections."

        /// There is no step to take back.
        public var nothingToUndo = "There is nothing to take back."

        /// The current line has no actions.
        public var noActions = "This line has no actions."

        /// The current line has no cell that can be edited.
        public var noEdits = "No cell of this line can be edited."

        /// The current line can't be marked.
        public var onlyRows = "Only rows can be marked."

        /// The text is too long for the clipboard.
        public var tooLong = "The text is too long for the clipboard of a terminal."

        /// The cell was copied.
        public var copiedCell = "Copied the cell."

        /// Returns the number of copied rows.
        public var copiedRows: @Sendable (_ count: Int) -> String = {
            "Copied \(TableWords.counted($0, "row"))."
        }

        /// The marked rows are gone.
        public var markedRowsAreGone = "The marked rows are gone."

        /// The selected row is gone.
        public var rowIsGone = "The row is gone."

        /// The terminal can't copy.
        public var noClipboard = "Copying needs a terminal with a screen."

        /// Creates English words.
        public init() {}
    }
}
