/// The lines between and around the cells of a text table.
public enum TextBorder: String, Hashable, Sendable, CaseIterable {
    /// No lines. Two spaces separate the columns.
    case none
    /// Lines of `+`, `-` and `|`, for any terminal and file.
    case ascii
    /// Thin lines.
    case light
    /// Thin lines with round corners.
    case rounded
    /// Thick lines.
    case heavy
    /// Double lines.
    case double

    /// The strings of a border.
    struct Strokes {
        let vertical: String
        /// The characters of the lines across the table, or an empty string if there is no line. The first
        /// and last character are the ends of a line. The four characters between them are the line itself
        /// and its junctions with column lines: below, above, and on both sides.
        let (top, middle, bottom): (String, String, String)
        /// The characters of the line between two rows if one of them takes several lines.
        let row: String
        /// The number of spaces beside each cell.
        let padding: Int
        /// The text between two columns, without their padding.
        var separator: String { vertical.isEmpty ? "  " : vertical }
    }

    /// Returns the strings of the border. Each character takes one column.
    func strokes(_ policy: TextWidthPolicy) -> Strokes {
        switch self {
        case .light, .rounded, .heavy, .double: policy.hasWideAmbiguous ? Self.ascii.strokes : strokes
        case .none, .ascii: strokes
        }
    }

    var strokes: Strokes {
        func boxed(
            _ vertical: String, _ top: String, _ middle: String, _ bottom: String, _ row: String
        ) -> Strokes {
            Strokes(vertical: vertical, top: top, middle: middle, bottom: bottom, row: row, padding: 1)
        }
        return switch self {
        case .none: Strokes(vertical: "", top: "", middle: "", bottom: "", row: "", padding: 0)
        case .ascii: boxed("|", "+-++++", "+-++++", "+-++++", "+.++++")
        case .light: boxed("│", "┌─┬┴┼┐", "├─┬┴┼┤", "└─┬┴┼┘", "├╌┬┴┼┤")
        case .rounded: boxed("│", "╭─┬┴┼╮", "├─┬┴┼┤", "╰─┬┴┼╯", "├╌┬┴┼┤")
        case .heavy: boxed("┃", "┏━┳┻╋┓", "┣━┳┻╋┫", "┗━┳┻╋┛", "┣╍┳┻╋┫")
        case .double: boxed("║", "╔═╦╩╬╗", "╠═╦╩╬╣", "╚═╦╩╬╝", "╟─╥╨╫╢")
        }
    }
}
