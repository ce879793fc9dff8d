import TableAgent

/// What surrounds the text of a cell: nothing that takes a column.
struct TextLook {
    let start: ShortText
    let end: ShortText

    /// Makes the look of a role; none where the text stands by itself.
    init?(_ role: GridRole, _ format: TextFormat) {
        let style = format.isColored ? role.terminalStyle : nil
        guard style != nil || format.isolatesCells else { return nil }
        // FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE of UAX #9.
        start = ShortText((format.isolatesCells ? "\u{2068}" : "") + (style ?? ""))
        end = ShortText(
            (style == nil ? "" : GridRole.terminalReset) + (format.isolatesCells ? "\u{2069}" : ""))
    }
}
