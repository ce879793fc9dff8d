#if canImport(UIKit) && !os(watchOS)
    import TableAgent
    import UIKit

    // Fills views with rows, heads, and feet.
    extension ViewContainer {
        /// Returns the content of a view for the row at an index path.
        ///
        /// - Parameter supplement: The kind of a supplementary view.
        func content(at path: IndexPath, supplement: String? = nil) -> ViewContent? {
            guard let source = eventSource(at: path), let row = panel?.tableInfo.row(at: RowPosition(path))
            else { return nil }
            return ViewContent(row: row, source: source, supplement: supplement)
        }

        /// Returns the content of a view for the head or foot of a section.
        func content(of kind: HeadFootKind, ofSection index: Int) -> ViewContent? {
            guard let table = panel?.tableInfo, let row = table.row(kind, ofViewSection: index) else {
                return nil
            }
            let section = table.section(at: index)
            let place: EventPlace =
                section == nil ? .tableFoot : kind == .head ? .head(.at(index)) : .foot(.at(index))
            guard let source = try? panel?.source(place) else { return nil }
            return ViewContent(
                row: row, section: section?.state ?? table.state, source: source, headFoot: kind)
        }

        /// Shows content in a cell, head, or foot. If the cell, head, or foot is not of the item's view class, it
        /// hosts the item's view or shows the text of a grid item.
        func fill(_ view: UIView, with content: ViewContent) {
            guard let source = viewSource(of: content) else { return }
            fillingCount += 1
            defer { fillingCount -= 1 }
            if isOwnView(source, of: content) {
                fillOwn(view, with: content, by: source)
            } else {
                (view as? any ContentHolding)?.contentConfiguration = configuration(of: content, by: source)
            }
            display.didFill(view, with: content)
        }

        /// Fills a view that is about to be visible, unless it shows the content already. After the display of a view has
        /// ended, UIKit can show the same view again without requesting a view from the data source.
        func restore(_ view: UIView, with content: ViewContent) {
            if !display.isFilled(view) { fill(view, with: content) }
        }

        /// Returns the content configuration for a cell, head, or foot that is not of the item's view class.
        private func configuration(
            of content: ViewContent, by source: ViewSource
        ) -> any UIContentConfiguration {
            switch source.look {
            case .view(let viewClass):
                return HostedContent(
                    make: { source.makeView { viewClass.init(frame: .zero) } },
                    fill: { [weak self] view in self?.fillOwn(view, with: content, by: source) })
            case .grid(let style):
                let line = content.line
                guard let kind = content.headFoot else { return style.content(line) }
                var configuration = gridContent(of: kind)
                configuration.show(line, split: line.cells.count)
                return configuration
            }
        }

        /// Fills a view of the item's own class.
        private func fillOwn(_ view: UIView, with content: ViewContent, by source: ViewSource) {
            (view as? any ContextView)?.viewController = viewController
            (view as? any EventView)?.source = content.source
            let isFilled = source.fill(content, view)
            precondition(
                isFilled,
                "\(content.row.item) fills a view of type \(content.row.item.viewType), and was given a "
                    + "\(type(of: view)); the first object of its nib must be such a view.")
        }
    }

    // The surface shows the foot of the table as the foot of an additional last section, which has no rows.
    extension TableInfo {
        /// The number of sections in a view, including the section for the foot of the table.
        var viewSectionCount: Int { sections.count + (hasFoot ? 1 : 0) }

        /// Returns the head or foot of a section in a view, or `nil` if the section has no such part.
        func row(_ kind: HeadFootKind, ofViewSection index: Int) -> Row? {
            if let section = section(at: index) { return section.row(kind) }
            return index == sections.count && kind == .foot ? foot : nil
        }
    }

    extension UIView {
        /// Releases the event source of the view or of its hosted view. The visible content stays the same.
        func releaseRow() {
            (self as? any EventView)?.source = nil
            guard let cell = self as? any ContentHolding,
                let content = cell.contentConfiguration as? HostedContent
            else { return }
            cell.contentConfiguration = HostedContent(make: content.make) { $0.releaseRow() }
        }
    }

    /// The content configuration of a cell that hosts a view which is not a cell.
    struct HostedContent: UIContentConfiguration {
        let make: @MainActor () -> UIView
        let fill: @MainActor (UIView) -> Void
        /// The identity of the configuration. When a cell is touched, UIKit sets the same configuration again, which
        /// must not refill the view.
        private let filling = Filling()

        private final class Filling: Sendable {}

        func isSame(as other: HostedContent?) -> Bool { filling === other?.filling }

        func makeContentView() -> any UIView & UIContentView {
            let view = HostView()
            view.configuration = self
            return view
        }

        func updated(for state: any UIConfigurationState) -> HostedContent { self }
    }

    /// Hosts the view of a ``HostedContent``, and refills it when the content changes.
    private final class HostView: UIView, UIContentView {
        private var hosted: UIView?

        var configuration: any UIContentConfiguration = HostedContent(make: { UIView() }, fill: { _ in }) {
            didSet {
                guard let content = configuration as? HostedContent,
                    !content.isSame(as: oldValue as? HostedContent)
                else { return }
                content.fill(hosted ?? host(content.make()))
            }
        }

        private func host(_ view: UIView) -> UIView {
            hosted = view
            view.translatesAutoresizingMaskIntoConstraints = false
            addSubview(view)
            NSLayoutConstraint.activate([
                view.leadingAnchor.constraint(equalTo: leadingAnchor),
                view.trailingAnchor.constraint(equalTo: trailingAnchor),
                view.topAnchor.constraint(equalTo: topAnchor),
                view.bottomAnchor.constraint(equalTo: bottomAnchor),
            ])
            return view
        }
    }

    /// A cell that can show a content configuration in place of its own views.
    @MainActor
    protocol ContentHolding: UIView {
        var contentConfiguration: (any UIContentConfiguration)? { get set }
    }

    extension UITableViewCell: ContentHolding {}
    extension UITableViewHeaderFooterView: ContentHolding {}
    extension UICollectionViewCell: ContentHolding {}
#endif
