#if canImport(UIKit) && !os(watchOS)
    import TableAgent
    import UIKit

    /// What a view shows: a row, a head or foot with the state of its section, or what stands beside a row.
    enum ViewContent {
        case row(Row, RowSource)
        case entry(Row, SectionState, EntrySource)
        case supplement(Row, RowSource, kind: String)

        var item: ItemType {
            switch self {
            case .row(let row, _), .supplement(let row, _, _): row.item
            case .entry(let entry, _, _): entry.item
            }
        }

        var section: SectionState {
            switch self {
            case .row, .supplement: SectionState()
            case .entry(_, let section, _): section
            }
        }

        func data<Data>(as type: Data.Type) -> Data? {
            switch self {
            case .row(let row, _), .supplement(let row, _, _): row.data(as: type)
            case .entry(let entry, _, _): entry.data(as: type)
            }
        }

        /// Has the item fill a view; false when the item fills another type of view.
        func fill(_ view: UIView) -> Bool {
            var view = view
            return switch self {
            case .row(let row, _), .supplement(let row, _, _): row.fill(&view)
            case .entry(let entry, let section, _): entry.fill(&view, in: section)
            }
        }

        /// The line of cells that a grid item writes.
        var line: GridLine {
            var line = GridLine()
            switch self {
            case .row(let row, _), .supplement(let row, _, _): row.fill(line: &line)
            case .entry(let entry, let section, _): entry.fill(line: &line, in: section)
            }
            return line
        }

        var sender: EventSender {
            switch self {
            case .row(_, let source): .row(source)
            case .entry(_, _, let source): .entry(source)
            case .supplement(_, let source, let kind): .supplement(source, kind: kind)
            }
        }
    }
#endif
