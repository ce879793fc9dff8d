#if canImport(UIKit) && !os(watchOS)
    import TableAgent
    import UIKit

    // Fills views with rows, heads, and feet.
    extension ViewContainer {
        /// Returns the content of a view, or `nil` if there is no such row, head, or foot.
        func content(at place: ViewPlace) -> ViewContent? {
            guard let table = panel?.tableInfo else { return nil }
            let row: Row?
            let sender: EventSender
            var state = SectionState()
            switch place {
            case .row(let position), .supplement(let position, _):
                row = table.row(.at(position))
                sender = .row(.at(position))
            case .boundary(let index, let kind):
                let section = table.section(.at(index))
                row = section.flatMap { registry.sectionRows[kind]?($0) }
                state = section?.state ?? state
                sender = .head(.at(index))
            case .part(let kind, let index):
                let section = table.section(.at(index))
                row = table.row(kind, ofViewSection: index)
                state = section?.state ?? table.state
                sender = section == nil ? .tableFoot : kind == .head ? .head(.at(index)) : .foot(.at(index))
            }
            guard let row, let source = try? panel?.source(sender) else { return nil }
            return ViewContent(
                place: place, row: row, section: state, source: source, words: words, columns: table.columns)
        }

        /// Returns the event source of the row at an index path, or `nil` if there is no row.
        func eventSource(at path: IndexPath) -> EventSource? {
            // The index path of a supplementary view that belongs to the whole layout has only one index.
            path.count == 2 ? try? panel?.source(.row(.at(RowPosition(path)))) : nil
        }

        /// Shows content in a cell, head, or foot. If the cell, head, or foot is not of the item's view class, it
        /// hosts the item's view, or shows a content configuration.
        ///
        /// - Parameter isReused: Whether the view may have shown another row.
        func fill(_ view: UIView, with content: ViewContent, isReused: Bool = false) {
            guard let source = viewSource(of: content) else { return }
            fillingCount += 1
            defer { fillingCount -= 1 }
            let isOwn = adapter.isOwnView(source, at: content.place)
            if case .row(let position) = content.place, !isOwn {
                let accessory = source.accessory?(content.row) ?? .none
                let sender = { [weak self, weak view] in view.flatMap { self?.display.source(of: $0) } }
                (view as? UITableViewCell)?.show(accessory, isReused: isReused, sender: sender)
                if let cell = view as? UICollectionViewListCell {
                    let own = accessory.cellAccessory(
                        replacing: cell.accessories, isReused: isReused, sender: sender)
                    cell.accessories = [own].compactMap(\.self) + editingAccessories(at: position, sender)
                }
            }
            if isOwn {
                fillOwn(view, with: content, by: source)
            } else {
                if content.headFoot != nil {
                    describe(view, as: source.isGrid ? content : nil)
                    takeTaps(
                        view, isActive: headsCollapseSections && source.isGrid && content.headFoot == .head)
                }
                let holder = view as? any ContentHolding
                // The content view of another row may have a state, such as that of a view of SwiftUI.
                if isReused, case .content = source.look { holder?.contentConfiguration = nil }
                holder?.contentConfiguration = configuration(of: content, by: source)
            }
            adapter.didFill(view, with: content)
            display.didFill(view, with: content)
            didFill?(view, content.row)
        }

        /// Returns the accessories of a list cell in the editing mode, which a table view shows by itself.
        ///
        /// - Parameter sender: Returns the event source of the row that the cell shows.
        private func editingAccessories(at position: RowPosition, _ sender: @escaping () -> EventSource?)
            -> [UICellAccessory]
        {
            var accessories: [UICellAccessory] = []
            // Whether a query permits a drag is asked when it begins.
            if let row = panel?.tableInfo.row(.at(position)), canMove?(row) == true {
                accessories.append(.reorder(displayed: .whenEditing))
            }
            if (surface as? UICollectionView)?.allowsMultipleSelectionDuringEditing == true {
                accessories.append(.multiselect(displayed: .whenEditing))
            } else if let deletion = firstAction(
                .trailing, at: position.indexPath, where: { $0.isDestructive })
            {
                accessories.append(
                    .delete(displayed: .whenEditing) { [weak self] in
                        if let source = sender() { self?.perform(deletion, .trailing, of: source) }
                    })
            }
            return accessories
        }

        /// Returns the content configuration for a cell, head, or foot that is not of the item's view class.
        private func configuration(of content: ViewContent, by source: ViewSource) -> (
            any UIContentConfiguration
        )? {
            switch source.look {
            case .view: return HostedContent(hosting: Hosting(content, source, self))
            case .content(let make): return make(content)
            case .grid(let look):
                guard let kind = content.headFoot else {
                    return columns(of: content.line, isRow: true) ?? look.content(of: content)
                }
                let line = content.line
                let folds = headsCollapseSections && kind == .head
                if line.cells.count > 1, !folds, let columns = columns(of: line, isRow: false) {
                    return columns
                }
                var configuration = adapter.gridContent(of: kind)
                configuration.show(line, split: line.cells.count)
                if folds {
                    let name = content.section.isCollapsed ? "chevron.forward" : "chevron.down"
                    configuration.image = UIImage(systemName: name)
                }
                return configuration
            }
        }

        /// Fills a view of the item's own class.
        fileprivate func fillOwn(_ view: UIView, with content: ViewContent, by source: ViewSource) {
            (view as? any ContextView)?.viewController = viewController
            (view as? any EventView)?.source = content.source
            let isFilled = source.fill(content, view)
            precondition(
                isFilled,
                "\(content.row.item) fills a view of type \(content.row.item.viewType), and was given a "
                    + "\(type(of: view)); the first object of its nib must be such a view.")
        }

        /// Describes a head of a grid item to assistive technologies: it is a header, and its section may be collapsed. A view
        /// of a head or foot with other content loses this description.
        func describe(_ view: UIView, as content: ViewContent?) {
            let head = content.flatMap { $0.headFoot == .head ? $0 : nil }
            let line = head?.line
            view.isAccessibilityElement = head != nil
            view.accessibilityLabel = line?.texts(of: 0..<(line?.cells.count ?? 0)).joined(separator: ", ")
            view.accessibilityValue = head?.section.isCollapsed == true ? words.collapsed : nil
            view.accessibilityTraits =
                head == nil ? .none : headsCollapseSections ? [.header, .button] : .header
        }

        /// Lets the view of a head take taps, or not, if it shows other content now.
        private func takeTaps(_ view: UIView, isActive: Bool) {
            let old = view.gestureRecognizers?.lazy.compactMap { $0 as? HeadTap }.first
            old?.isEnabled = isActive
            guard isActive, old == nil else { return }
            view.addGestureRecognizer(
                HeadTap { [weak self, weak view] in view.map { self?.toggleSection(of: $0) } })
        }

        /// Collapses or expands the section of a head.
        private func toggleSection(of view: UIView) {
            guard let panel, let id = display.source(of: view)?.sectionID,
                let section = panel.tableInfo.section(.id(id))
            else { return }
            do {
                try panel.edit {
                    try section.isCollapsed ? $0.expandSection(.id(id)) : $0.collapseSection(.id(id))
                }
            } catch { panel.report("The \(surfaceName) could not fold a section: \(error)") }
        }
    }

    // The heights of rows, heads, and feet.
    extension ViewContainer {
        /// Returns the height that an item gives a row, head, or foot. Texts in system cells grow with the text size that a person
        /// has chosen, and so do their heights.
        func height(of row: Row?) -> CGFloat? {
            guard let row, let height = row.height else { return nil }
            let isSystemCell = viewSource(for: row.item)?.isSystemCell == true
            return isSystemCell ? UIFontMetrics.default.scaledValue(for: height) : height
        }
    }

    // The surface shows the foot of the table as the foot of an additional last section, which has no rows.
    extension TableInfo {
        /// The number of sections in a view, including the section for the foot of the table.
        var viewSectionCount: Int { sections.count + (hasFoot ? 1 : 0) }

        /// Returns the head or foot of a section in a view, or `nil` if the section has no such part.
        func row(_ kind: TablePart, ofViewSection index: Int) -> Row? {
            guard let section = section(.at(index)) else {
                return index == sections.count && kind == .foot ? foot : nil
            }
            return kind == .head ? section.head : section.foot
        }
    }

    extension UIView {
        /// Takes another event source of the same row, head, or foot, or releases it. The visible content stays the same. A content
        /// configuration of the app keeps what it captured.
        func renew(with source: EventSource?) { eventView?.source = source }

        /// Whether the view of the item takes a source of events.
        var sendsEvents: Bool { eventView != nil }

        /// The view of the item, which may be hosted, if it sends events.
        private var eventView: (any EventView)? {
            let content = (self as? any ContentHolding)?.contentConfiguration as? HostedContent
            return (content?.hosting.view ?? self) as? any EventView
        }
    }

    /// A row, head, or foot whose view is hosted by a cell.
    @MainActor private final class Hosting {
        let source: ViewSource
        /// The content until a view is filled with it. A cell in a reuse queue would keep it alive.
        private var content: ViewContent?
        private(set) weak var view: UIView?
        private weak var container: ViewContainer?

        init(_ content: ViewContent, _ source: ViewSource, _ container: ViewContainer) {
            self.content = content
            self.source = source
            self.container = container
        }

        func fill(_ view: UIView) {
            self.view = view
            if let content { container?.fillOwn(view, with: content, by: source) }
            content = nil
        }
    }

    /// The content configuration of a cell that hosts a view which is not a cell.
    ///
    /// When a cell is touched, UIKit sets the same configuration again, which must not refill the view.
    private struct HostedContent: UIContentConfiguration {
        let hosting: Hosting

        func makeContentView() -> any UIView & UIContentView { HostView(self) }

        func updated(for state: any UIConfigurationState) -> HostedContent { self }
    }

    /// Hosts the view of a ``HostedContent``, and refills it when the content changes.
    private final class HostView: UIView, UIContentView {
        private var hosted: (view: UIView, source: ViewSource)?

        private var content: HostedContent?

        var configuration: any UIContentConfiguration {
            get { content ?? UIListContentConfiguration.cell() }
            set {
                guard let new = newValue as? HostedContent, new.hosting !== content?.hosting else { return }
                content = new
                new.hosting.fill(view(from: new.hosting.source))
            }
        }

        convenience init(_ content: HostedContent) {
            self.init(frame: .zero)
            configuration = content
        }

        /// Returns the hosted view. If a head of another class comes to the same place, a new view replaces it.
        private func view(from source: ViewSource) -> UIView {
            if let hosted, hosted.source.queue == source.queue { return hosted.view }
            hosted?.view.removeFromSuperview()
            let view = source.makeHostedView()
            hosted = (view, source)
            view.translatesAutoresizingMaskIntoConstraints = false
            addSubview(view)
            // While a cell is measured, its estimated height would contradict a required constraint.
            let bottom = view.bottomAnchor.constraint(equalTo: bottomAnchor)
            bottom.priority = UILayoutPriority(999)
            NSLayoutConstraint.activate([
                view.leadingAnchor.constraint(equalTo: leadingAnchor),
                view.trailingAnchor.constraint(equalTo: trailingAnchor),
                view.topAnchor.constraint(equalTo: topAnchor), bottom,
            ])
            return view
        }
    }

    /// A cell that can show a content configuration in place of its own views.
    @MainActor protocol ContentHolding: UIView {
        var contentConfiguration: (any UIContentConfiguration)? { get set }
    }

    extension UITableViewCell: ContentHolding {}
    extension UITableViewHeaderFooterView: ContentHolding {}
    extension UICollectionViewCell: ContentHolding {}
#endif
