extension TextFormat {
    /// The lines between and around the cells of a text table.
    public enum Border: String, Hashable, Sendable, CaseIterable {
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

        /// The strings of a border. Each character takes one terminal column.
        struct Strokes {
            /// The line between two columns; empty for two spaces.
            var vertical = ""
            /// The characters of the lines across the table; empty for no line. The first and last character are
            /// the ends of a line. The four characters between them are the line itself and its junctions with
            /// column lines: below, above, and on both sides.
            var top = ""
            var middle = ""
            var bottom = ""
            /// The characters of the line between two rows if one of them takes several lines.
            var row = ""

            /// The number of spaces beside each cell.
            var padding: Int { vertical.isEmpty ? 0 : 1 }
            /// The text between two columns, without their padding.
            var separator: String { vertical.isEmpty ? "  " : vertical }
            /// The width between the texts of two columns.
            var separatorWidth: Int { vertical.isEmpty ? 2 : 3 }
            /// The width of both outer lines, including padding.
            var outerWidth: Int { vertical.isEmpty ? 0 : 4 }
        }

        func strokes(_ policy: WidthPolicy) -> Strokes {
            // Box-drawing characters would be two columns wide.
            let border = policy.hasWideAmbiguous && self != .none ? .ascii : self
            return switch border {
            case .none: Strokes()
            case .ascii:
                Strokes(vertical: "|", top: "+-++++", middle: "+-++++", bottom: "+-++++", row: "+.++++")
            case .light:
                Strokes(vertical: "│", top: "┌─┬┴┼┐", middle: "├─┬┴┼┤", bottom: "└─┬┴┼┘", row: "├╌┬┴┼┤")
            case .rounded:
                Strokes(vertical: "│", top: "╭─┬┴┼╮", middle: "├─┬┴┼┤", bottom: "╰─┬┴┼╯", row: "├╌┬┴┼┤")
            case .heavy:
                Strokes(vertical: "┃", top: "┏━┳┻╋┓", middle: "┣━┳┻╋┫", bottom: "┗━┳┻╋┛", row: "┣╍┳┻╋┫")
            case .double:
                Strokes(vertical: "║", top: "╔═╦╩╬╗", middle: "╠═╦╩╬╣", bottom: "╚═╦╩╬╝", row: "╟─╥╨╫╢")
            }
        }
    }
}
