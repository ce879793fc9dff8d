package import TableAgent

/// The invisible text before and after the text of a cell.
struct TextLook {
    let start: ShortText
    let end: ShortText

    /// The look of unimportant text: faint (ECMA-48, SGR).
    static let faint = TextLook(start: ShortText("\u{1B}[2m"), end: ShortText("\u{1B}[m"))

    private init(start: ShortText, end: ShortText) {
        self.start = start
        self.end = end
    }

    /// Creates the look of a role, or `nil` if the text has no look.
    init?(_ role: GridRole, _ format: TextFormat) {
        let codes = format.palette.flatMap(role.codes)
        guard codes != nil || format.isolatesCells else { return nil }
        // FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE of UAX #9; the end of a style of ECMA-48.
        start = ShortText((format.isolatesCells ? "\u{2068}" : "") + (codes.map { "\u{1B}[\($0)m" } ?? ""))
        end = ShortText((codes == nil ? "" : "\u{1B}[m") + (format.isolatesCells ? "\u{2069}" : ""))
    }
}

extension GridRole {
    /// Returns the codes of the role's look in a palette (ECMA-48, SGR), or `nil` for plain text.
    ///
    /// Only six of xterm's 256 colors have a contrast of at least 4.5 on black and on white: 29, 63, 98,
    /// 131, 163 and 243.
    package func codes(in palette: TextFormat.Palette) -> String? {
        let isExtended = palette == .extended
        return switch self {
        case .plain: nil
        case .strong: "1"
        case .muted: isExtended ? "38;5;243" : nil
        case .positive: isExtended ? "38;5;29" : nil
        case .negative: isExtended ? "38;5;131" : "1"
        case .warning: isExtended ? "38;5;163" : "1"
        case .link: isExtended ? "4;38;5;63" : "4"
        }
    }
}

extension String {
    /// The text enclosed in the escape sequences for faint and for normal text (ECMA-48, SGR).
    var faint: String { "\u{1B}[2m\(self)\u{1B}[m" }
}

extension TextFormat {
    /// Writes text outside the border, wrapped or cut at the width limit of the table.
    func writeCaption(
        _ text: String, role: GridRole, overflow: Overflow = .wrap, to output: inout GridOutput
    ) {
        let look = TextLook(role, self)
        var text = text
        var lines = CellText(policy: widthPolicy)
        text.withUTF8 { lines.set($0, width: width ?? Int(Int32.max), overflow: overflow) }
        for line in lines.lines {
            if let look { output.append(look.start) }
            output.append(Array(lines.bytes[line.range]))
            if let look { output.append(look.end) }
            output.append(literal: "\n")
        }
    }
}
