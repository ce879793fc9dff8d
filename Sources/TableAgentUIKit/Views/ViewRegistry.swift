#if canImport(UIKit) && !os(watchOS)
    import TableAgent
    import UIKit

    /// Knows for each item by which views it is shown.
    @MainActor
    struct ViewRegistry {
        /// Whether views of a class can't be shown, being cells of another kind of surface.
        let isForeign: (UIView.Type) -> Bool

        /// How grid items look that have no look of their own.
        var gridStyle = GridStyle.value {
            didSet { known = [:] }
        }

        private var registered: [ItemType: ViewSource] = [:]
        /// What was found out so far.
        private var known: [ItemType: ViewSource] = [:]
        private var classes: [String: (viewClass: UIView.Type, isNib: Bool)] = [:]

        init(isForeign: @escaping (UIView.Type) -> Bool) {
            self.isForeign = isForeign
        }

        mutating func register(_ source: ViewSource, for item: ItemType) {
            registered[item] = source
            known[item] = nil
        }

        /// By which views an item is shown; `nil` if it can't be.
        mutating func source(for item: ItemType) -> ViewSource? {
            if let source = known[item] { return source }
            guard let source = registered[item] ?? makeSource(item) else { return nil }
            if case .view(let viewClass) = source.look {
                guard !isForeign(viewClass) else { return nil }
                checkIdentifier(of: source, viewClass)
            }
            known[item] = source
            return source
        }

        private func makeSource(_ item: ItemType) -> ViewSource? {
            if item.view == GridLine.self { return ViewSource(gridStyle) }
            guard let viewClass = item.view as? UIView.Type else { return nil }
            return ViewSource(item.item, viewClass) { content, view in content.fill(view) }
        }

        private mutating func checkIdentifier(of source: ViewSource, _ viewClass: UIView.Type) {
            guard let identifier = source.reuseIdentifier else { return }
            let isNib = source.nib != nil
            let other = classes[identifier] ?? (viewClass, isNib)
            precondition(
                other.viewClass == viewClass && other.isNib == isNib,
                "The reuse identifier “\(identifier)” is that of \(other.viewClass) and of \(viewClass); "
                    + "views are reused only for items with the same class of view, all with a nib or none.")
            classes[identifier] = other
        }
    }
#endif
