#if canImport(UIKit) && !os(watchOS)
    import TableAgent
    import UIKit

    /// The place of a view in the visible table.
    enum ViewPlace: Hashable {
        case row(RowPosition)
        /// A supplementary view of a row, with its kind.
        case supplement(RowPosition, kind: String)
        /// A supplementary view of a section, with its kind.
        case boundary(Int, kind: String)
        /// The head or foot of a section of the view. The foot of the table is that of the section after the last one.
        case part(TablePart, section: Int)

        /// Whether the view shows a row.
        var isRow: Bool { if case .row = self { true } else { false } }

        /// The kind of a supplementary view.
        var supplement: String? {
            switch self {
            case .supplement(_, let kind), .boundary(_, let kind): kind
            case .row, .part: nil
            }
        }
    }

    /// The content of a view: a row, head, or foot, or the data of a supplementary view.
    struct ViewContent {
        let place: ViewPlace
        let row: Row
        /// The state of the section, which a head or foot can show.
        let section: SectionState
        let source: EventSource
        /// The words of series.
        let words: TableWords
        /// The columns of the table. System cells leave out the cells of columns for programs.
        let columns: [GridColumn]

        /// The kind of the head or foot, or `nil` for a row.
        var headFoot: TablePart? { if case .part(let kind, _) = place { kind } else { nil } }

        /// The kind of the supplementary view.
        var supplement: String? { place.supplement }

        /// The cells that a grid item writes.
        var line: GridLine {
            var line = GridLine(words: words, columns: columns)
            row.fill(&line, in: section)
            return line
        }
    }
#endif
