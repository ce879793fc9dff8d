public import TableAgent

/// A command of the browser.
public enum BrowserCommand: Hashable, Sendable {
    /// Moves to the previous line.
    case moveUp
    /// Moves to the next line.
    case moveDown
    /// Moves to the previous column.
    case moveLeft
    /// Moves to the next column.
    case moveRight
    /// Moves up by a screen.
    case pageUp
    /// Moves down by a screen.
    case pageDown
    /// Moves up by half a screen.
    case halfPageUp
    /// Moves down by half a screen.
    case halfPageDown
    /// Moves to the first line.
    case moveToStart
    /// Moves to the last line.
    case moveToEnd
    /// Asks for the number of a line, and moves to it.
    case goToLine
    /// Moves to the first column.
    case moveToFirstColumn
    /// Moves to the last column.
    case moveToLastColumn
    /// Asks for the name of a column, and moves to it.
    case goToColumn
    /// Asks for a text, and searches for it below the cursor.
    case searchForward
    /// Asks for a text, and searches for it above the cursor.
    case searchBackward
    /// Searches again in the direction of the last search.
    case findNext
    /// Searches again in the other direction.
    case findPrevious
    /// Asks for words, and shows only those of the visible rows that contain them.
    case filter
    /// Shows only those of the visible rows that have the value of the current cell.
    case filterByValue
    /// Sorts the rows of each section by the current column, and in the other direction the second time.
    case sort
    /// Sorts rows that are equal so far by the current column, and in the other direction the second time.
    case addSort
    /// Shows the rows in their original order.
    case unsort
    /// Hides or shows the rows of the current section.
    case toggleSection
    /// Hides the rows of all sections.
    case collapseAll
    /// Shows the rows of all sections.
    case expandAll
    /// Selects the current row.
    case select
    /// Shows the actions of the current row.
    case showActions
    /// Edits the current cell, or asks which cell of the current row to edit.
    case editCell
    /// Shows or hides all cells of the current row with their whole texts.
    case showDetails
    /// Shows the same on the whole screen, where keys scroll it.
    case openDetails
    /// Marks the current row, or removes its mark.
    case mark
    /// Removes all marks.
    case unmarkAll
    /// Takes back the last fold, mark, filter, or sort.
    case undo
    /// Copies the marked rows, or the current cell without marked rows.
    case copy
    /// Copies the same with the titles of the columns.
    case copyWithTitles
    /// Keeps the cursor on the last line while rows are added.
    case followEnd
    /// Keeps the visible table while updates wait.
    case pause
    /// Asks for a number of columns that are always visible; without a number, shows all columns as at first.
    case freezeColumns
    /// Hides the current column.
    case hideColumn
    /// Lists the keys.
    case help
    /// Ends a search, hides the details, removes the last filter, or removes the highlighted text.
    case cancel
    /// Ends a search, or leaves the browser.
    case interrupt
    /// Leaves the browser.
    case leave
    /// Suspends the program.
    case suspend
    /// Draws the screen again.
    case repaint
    /// Posts an event of the current row.
    case post(EventName<Void>)
}

/// The keys of the commands.
///
/// ```swift
/// browser.bindings["r"] = .post(.refund)       // an event of your own
/// browser.bindings[.control("S")] = .sort
/// browser.bindings["-"] = nil
/// ```
public struct KeyBindings: Hashable, Sendable {
    /// The commands by their keys.
    private var commands: [BrowserKey: BrowserCommand] = [:]

    /// Creates bindings without keys.
    public init() {}

    /// The command of a key.
    public subscript(key: BrowserKey) -> BrowserCommand? {
        get { commands[key] }
        set { commands[key] = newValue }
    }

    /// The keys of a command.
    package func keys(of command: BrowserCommand) -> [BrowserKey] {
        commands.filter { $0.value == command }.map(\.key)
    }

    /// The names of the events that keys post, in alphabetical order.
    var postedNames: [EventName<Void>] {
        let names = commands.values.compactMap { if case .post(let name) = $0 { name } else { nil } }
        return Set(names).sorted { $0.text < $1.text }
    }

    /// The keys that the help lists.
    public static let standard: KeyBindings = {
        var bindings = KeyBindings()
        bindings.commands = [
            .up: .moveUp, "k": .moveUp, .down: .moveDown, "j": .moveDown,
            .left: .moveLeft, "h": .moveLeft, .right: .moveRight, "l": .moveRight,
            .pageUp: .pageUp, .control("B"): .pageUp, .pageDown: .pageDown, .control("F"): .pageDown,
            .control("U"): .halfPageUp, .control("D"): .halfPageDown,
            .home: .moveToStart, "g": .moveToStart, .end: .moveToEnd, "G": .moveToEnd, ":": .goToLine,
            "^": .moveToFirstColumn, "$": .moveToLastColumn, "|": .goToColumn,
            "/": .searchForward, "?": .searchBackward, "n": .findNext, "N": .findPrevious,
            "&": .filter, "*": .filterByValue, "s": .sort, "+": .addSort, "S": .unsort,
            " ": .toggleSection, "c": .collapseAll, "e": .expandAll,
            .enter: .select, "a": .showActions, "E": .editCell, "o": .showDetails, "O": .openDetails,
            "m": .mark, "M": .unmarkAll, "u": .undo, "y": .copy, "Y": .copyWithTitles,
            "F": .followEnd, "p": .pause, "z": .freezeColumns, "-": .hideColumn,
            .f1: .help, .escape: .cancel, .control("C"): .interrupt, "q": .leave,
            .control("Z"): .suspend, .control("L"): .repaint,
        ]
        return bindings
    }()
}

extension BrowserKey: ExpressibleByExtendedGraphemeClusterLiteral {
    /// Creates the key of a character.
    public init(extendedGraphemeClusterLiteral character: Character) {
        self = .character(character)
    }
}
