/// A key that a person presses in a terminal, a turn of the mouse wheel, a click, or a pasted text.
public enum BrowserKey: Hashable, Sendable {
    /// A key with a character.
    case character(Character)
    /// A key that is pressed together with Control: a capital letter, or one of `@`, `\`, `]`, `^` and `_`.
    case control(Character)
    /// A text that the person pasted. It may contain control characters.
    case paste(String)
    /// A click on a cell of the terminal; columns and lines are counted from 0.
    case click(column: Int, line: Int)
    /// A turn of the mouse wheel by a number of lines; negative numbers are upward.
    case wheel(Int)
    /// The up arrow key.
    case up
    /// The down arrow key.
    case down
    /// The left arrow key.
    case left
    /// The right arrow key.
    case right
    /// The Page Up key.
    case pageUp
    /// The Page Down key.
    case pageDown
    /// The Home key.
    case home
    /// The End key.
    case end
    /// The Enter key, also on the keypad.
    case enter
    /// The Tab key.
    case tab
    /// The Backspace key.
    case backspace
    /// The Escape key.
    case escape
    /// The Delete key, which removes the character after the cursor.
    case delete
    /// The function key F1.
    case f1
}
