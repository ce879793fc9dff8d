package import TableAgent
import TableSurfaces

/// The look of a cell of the screen, in one byte: the role of its text, and up to four attributes.
package struct ScreenStyle: Hashable, Sendable {
    /// The number of the role in the lower three bits, and a bit for each attribute above.
    private(set) var bits: UInt8

    /// Creates the style of a role, without attributes.
    package init(_ role: GridRole = .plain) { bits = role.rawValue }

    /// The role of the text.
    package var role: GridRole {
        get { GridRole(rawValue: bits & 7) ?? .plain }
        set { bits = bits & ~7 | newValue.rawValue }
    }

    /// Whether the colors of the text and of its background are exchanged, as in the cell of the cursor.
    package var isReversed: Bool {
        get { self[8] }
        set { self[8] = newValue }
    }

    /// Whether the text is underlined.
    package var isUnderlined: Bool {
        get { self[16] }
        set { self[16] = newValue }
    }

    /// Whether the text matches a search.
    package var isMatch: Bool {
        get { self[32] }
        set { self[32] = newValue }
    }

    /// Whether the text is faint, as in help and other text that is not data.
    package var isFaint: Bool {
        get { self[64] }
        set { self[64] = newValue }
    }

    private subscript(mask: UInt8) -> Bool {
        get { bits & mask != 0 }
        set { bits = newValue ? bits | mask : bits & ~mask }
    }

    /// Returns the codes of the style in a palette (ECMA-48, SGR), separated by semicolons. The codes of plain
    /// text are empty, and so are those of a role that has no look in the palette.
    func codes(in palette: TextFormat.Palette) -> String {
        var codes = role.codes(in: palette) ?? ""
        func add(_ more: String) { codes += codes.isEmpty ? more : ";" + more }
        // Bold and underlined text is a mark without colors, too. Of the colors that are readable on black
        // and on white, 98 is the one that no role uses.
        if isMatch { add(palette == .extended ? "1;4;38;5;98" : "1;4") }
        if isFaint { add("2") }
        if isUnderlined { add("4") }
        if isReversed { add("7") }
        return codes
    }
}
