#if canImport(UIKit) && !os(watchOS)
    import TableAgent
    import UIKit

    extension ViewContainer {
        /// The row at a place, for a view to show.
        func content(at path: IndexPath) -> ViewContent? {
            // That of a view which belongs to all of the table has one number only.
            guard path.count == 2, let panel, let row = panel.tableInfo.row(at: RowPosition(path)),
                let source = try? panel.source(at: RowPosition(path))
            else { return nil }
            return .row(row, source)
        }

        /// The head or foot of a section, for a view to show.
        func content(of kind: HeadFootKind, ofSection number: Int) -> ViewContent? {
            guard let panel, let section = panel.tableInfo.section(at: number),
                let entry = section.row(kind),
                let source = try? panel.source(of: kind, ofSection: number)
            else { return nil }
            return .entry(entry, section.state, source)
        }

        /// Shows a row, head or foot in a cell: by the cell itself if it is the item's view, else within it.
        func fill(_ cell: UIView, with content: ViewContent, by source: ViewSource, isOwn: Bool) {
            if isOwn {
                fillOwn(cell, with: content, by: source)
            } else {
                (cell as? any ContentHolding)?.contentConfiguration = configuration(of: content, by: source)
            }
            display.renew(cell, content.sender)
        }

        /// What a cell shows in place of its own views.
        private func configuration(
            of content: ViewContent, by source: ViewSource
        ) -> any UIContentConfiguration {
            switch (source.look, content) {
            case (.view(let viewClass), _):
                return HostedContent(
                    make: { source.makeView { viewClass.init(frame: .zero) } },
                    fill: { [weak self] view in self?.fillOwn(view, with: content, by: source) })
            case (.grid(let style), .row), (.grid(let style), .supplement):
                return style.content(content.line)
            case (.grid, .entry(_, _, let entry)):
                var configuration = gridContent(of: entry.kind)
                let line = content.line
                configuration.show(line, split: line.cells.count)
                return configuration
            }
        }

        /// Fills the head or foot of a section.
        func fillEntry(_ view: UIView, with content: ViewContent) {
            guard let source = registry.source(for: content.item) else { return }
            fill(view, with: content, by: source, isOwn: isOwnEntry(source))
        }

        /// Fills a view of the item's own.
        private func fillOwn(_ view: UIView, with content: ViewContent, by source: ViewSource) {
            (view as? any ContextView)?.viewController = viewController
            switch content.sender {
            case .row(let sender), .supplement(let sender, _): (view as? any RowView)?.source = sender
            case .entry(let sender): (view as? any HeadFootView)?.source = sender
            }
            let isFilled = source.fill(content, view)
            precondition(
                isFilled,
                "\(content.item) fills a view of type \(content.item.view), and was given a "
                    + "\(type(of: view)); the first object of its nib must be such a view.")
        }
    }
#endif
