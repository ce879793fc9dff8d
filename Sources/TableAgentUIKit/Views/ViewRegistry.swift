#if canImport(UIKit) && !os(watchOS)
    import TableAgent
    import UIKit

    /// Creates, reuses, and fills the views of one item.
    @MainActor struct ViewSource {
        enum Look {
            /// The text of a grid item, in a system cell.
            case grid(GridLook)
            /// A content configuration of the app, in a system cell.
            case content((ViewContent) -> (any UIContentConfiguration)?)
            /// A view of the app.
            case view(UIView.Type)
        }

        let look: Look
        /// Returns the accessory of a row in a system cell.
        var accessory: ((Row) -> GridAccessory)?
        /// Whether the source shows the text of a grid item in a system cell.
        var isGrid: Bool { if case .grid = look { true } else { false } }
        /// Whether the source shows its content in a system cell.
        var isSystemCell: Bool { if case .view = look { false } else { true } }
        /// The item that fills the views.
        let item: Any.Type
        private(set) var nib: UINib?
        /// The reuse identifier of the views, or `nil` if every view is new.
        let reuseIdentifier: String?
        /// The reuse identifier in a collection view, which can only dequeue views.
        let queue: String
        /// Whether a storyboard has registered the views.
        private(set) var isPrototype = false
        /// Whether the nib specifies the reuse identifier.
        private(set) var isNamedByNib = false
        /// Fills a view. Returns `false` if the view has another class.
        let fill: (ViewContent, UIView) -> Bool

        /// Creates the source of a grid item.
        init(_ look: GridLook) { self.init(GridLine.self, .grid(look), queue: "TableAgent.GridLineItem") }

        /// Creates the source of an item with a content configuration.
        init<Item: ContentItem>(_ item: Item.Type) {
            let make = { (content: ViewContent) -> (any UIContentConfiguration)? in
                content.row.data(as: Item.Data.self).map {
                    item.content(
                        for: $0, in: ContentContext(source: content.source, section: content.section))
                }
            }
            self.init(item, .content(make), queue: String(reflecting: Item.View.self))
            accessory = { row in row.data(as: Item.Data.self).map(item.accessory) ?? .none }
        }

        private init(_ item: Any.Type, _ look: Look, queue: String) {
            self.item = item
            self.look = look
            self.queue = queue
            reuseIdentifier = queue
            fill = { _, _ in true }
        }

        /// Creates the source of an item with views of a class.
        init(_ item: Any.Type, _ viewClass: UIView.Type, fill: @escaping (ViewContent, UIView) -> Bool) {
            let options = item as? any ViewItem.Type
            look = .view(viewClass)
            self.item = item
            nib = options?.nib
            let object = nib?.instantiate(withOwner: nil, options: nil).first
            let identifier =
                (object as? UITableViewCell)?.reuseIdentifier
                ?? (object as? UICollectionReusableView)?.reuseIdentifier
            let nibIdentifier = identifier?.isEmpty == false ? identifier : nil
            // A nib belongs to one item. Other items with the same view class do not use the nib, so they need another
            // identifier.
            let own =
                nib == nil
                ? String(reflecting: viewClass) : nibIdentifier ?? "nib of \(String(reflecting: item))"
            let reuse = options?.reuse ?? .shared
            isNamedByNib = nibIdentifier != nil && (reuse == .shared || reuse == .never)
            switch reuse {
            case .shared: reuseIdentifier = own
            case .identifier(let identifier), .prototype(let identifier): reuseIdentifier = identifier
            case .never: reuseIdentifier = nil
            }
            isPrototype = if case .prototype = reuse { true } else { false }
            precondition(
                nibIdentifier == nil || reuseIdentifier == nil || nibIdentifier == reuseIdentifier,
                "The nib of \(item) has the reuse identifier “\(nibIdentifier ?? "")”, and its ViewReuse has "
                    + "“\(reuseIdentifier ?? "")”; use the same identifier, or leave one of them out.")
            queue = reuseIdentifier ?? own
            self.fill = fill
        }

        /// Returns the class of the item's view if this class is `kind` or a subclass. The surface can then show the
        /// view directly, without a cell around it.
        func ownClass<View: UIView>(_ kind: View.Type) -> View.Type? {
            if case .view(let viewClass) = look { viewClass as? View.Type } else { nil }
        }

        /// Creates a view of a class that is not a cell of the surface.
        func makeHostedView() -> UIView {
            guard case .view(let viewClass) = look else { return UIView() }
            return makeView { viewClass.init(frame: .zero) }
        }

        /// Creates a view from the nib, or from its class if there is no nib.
        func makeView<View: UIView>(byClass make: () -> View) -> View {
            guard let nib else { return make() }
            let object = nib.instantiate(withOwner: nil, options: nil).first
            guard let view = object as? View else {
                preconditionFailure(
                    "The first object of the nib for \(look) is \(object.map { "\($0)" } ?? "missing"), "
                        + "and no \(View.self).")
            }
            return view
        }
    }

    /// The view sources of all items.
    @MainActor struct ViewRegistry {
        /// The style of grid items without a registered style.
        var gridStyle = GridStyle.value { didSet { resolved = [:] } }

        /// Returns whether a view class belongs to another kind of surface, which makes it impossible to show here.
        private let isForeign: (UIView.Type) -> Bool
        private var registered: [ObjectIdentifier: ViewSource] = [:]
        private var resolved: [ObjectIdentifier: ViewSource] = [:]
        /// The view sources of supplementary views, by their kinds.
        private(set) var supplements: [String: ViewSource] = [:]
        /// The functions that return the row of a section's supplementary view, by its kind.
        private(set) var sectionRows: [String: (TableSection) -> Row?] = [:]
        private var classes: [String: (viewClass: UIView.Type, isNib: Bool)] = [:]
        private var nibItems: [String: Any.Type] = [:]

        init(isForeign: @escaping (UIView.Type) -> Bool) { self.isForeign = isForeign }

        mutating func register(_ source: ViewSource, for item: any TableItem.Type) {
            registered[ObjectIdentifier(item)] = source
            resolved[ObjectIdentifier(item)] = nil
        }

        mutating func register(
            _ source: ViewSource, forSupplementsOfKind kind: String,
            ofSection row: ((TableSection) -> Row?)? = nil
        ) {
            supplements[kind] = source
            sectionRows[kind] = row
        }

        /// Returns the view source of an item, or `nil` if the item can't be shown.
        mutating func source(for item: any TableItem.Type) -> ViewSource? {
            let key = ObjectIdentifier(item)
            if let source = resolved[key] { return source }
            guard let source = registered[key] ?? makeSource(item) else { return nil }
            if case .view(let viewClass) = source.look {
                guard !isForeign(viewClass) else { return nil }
                checkIdentifier(of: source, viewClass)
            }
            resolved[key] = source
            return source
        }

        private func makeSource(_ item: any TableItem.Type) -> ViewSource? {
            if item.viewType == GridLine.self { return ViewSource(GridLook(style: gridStyle)) }
            if let item = item as? any ContentItem.Type { return ViewSource(item) }
            guard let viewClass = item.viewType as? UIView.Type else { return nil }
            return ViewSource(item, viewClass) { content, view in
                var view = view
                return content.row.fill(&view, in: content.section)
            }
        }

        private mutating func checkIdentifier(of source: ViewSource, _ viewClass: UIView.Type) {
            if source.isNamedByNib {
                let identifier = source.queue
                let other = nibItems[identifier] ?? source.item
                precondition(
                    other == source.item,
                    "The nibs of \(other) and \(source.item) have the reuse identifier “\(identifier)”; change one of them, or "
                        + "return it as the ViewReuse of both items if they have the same nib.")
                nibItems[identifier] = source.item
            }
            guard let identifier = source.reuseIdentifier else { return }
            let isNib = source.nib != nil
            let other = classes[identifier] ?? (viewClass, isNib)
            precondition(
                other.viewClass == viewClass && other.isNib == isNib,
                "The reuse identifier “\(identifier)” is that of \(other.viewClass) and of \(viewClass); "
                    + "items share views only if they have the same class of view, all with a nib or none.")
            classes[identifier] = other
        }
    }
#endif
