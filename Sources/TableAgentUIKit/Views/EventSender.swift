#if canImport(UIKit) && !os(watchOS)
    import TableAgent

    /// Who sends the events of a view: a row, a head or foot, or a row by a supplementary view beside its
    /// cell.
    enum EventSender {
        case row(RowSource)
        case entry(EntrySource)
        case supplement(RowSource, kind: String)

        /// What makes it another sender; it stays the same wherever the row or section goes.
        struct Key: Hashable {
            let section: AnyID
            var row: AnyID?
            var kind: String?
        }

        var key: Key {
            switch self {
            case .row(let source): Key(section: source.sectionID, row: source.rowID)
            case .entry(let source): Key(section: source.sectionID, kind: source.kind.rawValue)
            case .supplement(let source, let kind):
                Key(section: source.sectionID, row: source.rowID, kind: kind)
            }
        }

        /// Whether its row or section is no longer in the table.
        var isGone: Bool {
            switch self {
            case .row(let source), .supplement(let source, _): source.position == nil
            case .entry(let source): source.index == nil
            }
        }

        func tellBegin() {
            switch self {
            case .row(let source): source.post(.willDisplay)
            case .entry(let source): source.post(.willDisplay)
            case .supplement(let source, let kind): source.post(.willDisplaySupplement, kind)
            }
        }

        func tellEnd() {
            switch self {
            case .row(let source): source.post(.didEndDisplay)
            case .entry(let source): source.post(.didEndDisplay)
            case .supplement(let source, let kind): source.post(.didEndDisplaySupplement, kind)
            }
        }
    }
#endif
