/// A key that a person presses in a terminal, or a text that a person pastes.
public enum BrowserKey: Hashable, Sendable {
    /// A key with a character.
    case character(Character)
    /// A key with a capital letter that is pressed together with Control.
    case control(Character)
    /// A text that the person pasted.
    case paste(String)
    /// A click on a cell of the terminal; columns and lines are counted from 0.
    case click(column: Int, line: Int)
    /// A turn of the mouse wheel by a number of lines; negative numbers are upward.
    case wheel(Int)
    case up, down, left, right, pageUp, pageDown, home, end
    case enter, tab, backspace, escape, delete, f1
}

/// Reads keys from the bytes of a terminal.
///
/// Bytes that are no key are dropped, and never reach the screen.
public struct KeyParser: Sendable {
    /// The start of a sequence that is not complete yet.
    private var pending: [UInt8] = []
    /// The pasted bytes so far; `nil` outside of pasted text.
    private var paste: [UInt8]?

    /// Creates a parser.
    public init() {}
}
