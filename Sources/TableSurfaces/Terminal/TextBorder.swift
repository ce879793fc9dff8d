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
        /// The characters of a line: the left end, the junctions with column lines above and below, above
        /// only, below only, and without column lines, and the right end.
        struct Rule {
            let left, cross, above, below, line, right: String

            init(_ characters: String) {
                let strings = characters.map { String($0) }
                (left, cross, above, below, line, right) =
                    (strings[0], strings[1], strings[2], strings[3], strings[4], strings[5])
            }
        }

        let vertical: String
        let top: Rule?
        let middle: Rule?
        let bottom: Rule?
        /// The line between two rows if one of them takes several lines.
        let row: Rule?
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
            Strokes(
                vertical: vertical, top: .init(top), middle: .init(middle), bottom: .init(bottom),
                row: .init(row), padding: 1)
        }
        return switch self {
        case .none: Strokes(vertical: "", top: nil, middle: nil, bottom: nil, row: nil, padding: 0)
        case .ascii: boxed("|", "++++-+", "++++-+", "++++-+", "++++.+")
        case .light: boxed("│", "┌┼┴┬─┐", "├┼┴┬─┤", "└┼┴┬─┘", "├┼┴┬╌┤")
        case .rounded: boxed("│", "╭┼┴┬─╮", "├┼┴┬─┤", "╰┼┴┬─╯", "├┼┴┬╌┤")
        case .heavy: boxed("┃", "┏╋┻┳━┓", "┣╋┻┳━┫", "┗╋┻┳━┛", "┣╋┻┳╍┫")
        case .double: boxed("║", "╔╬╩╦═╗", "╠╬╩╦═╣", "╚╬╩╦═╝", "╟╫╨╥─╢")
        }
    }
}
