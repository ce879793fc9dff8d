#if canImport(UIKit) && !os(watchOS)
    import TableAgent
    import UIKit

    /// How the views of one item are made, reused and filled.
    @MainActor
    struct ViewSource {
        enum Look {
            /// The text of a grid item, in a cell that UIKit has.
            case grid(GridStyle)
            /// A view of the app's own.
            case view(UIView.Type)
        }

        let look: Look
        let nib: UINib?
        /// The queue of the views; `nil` if each time a new one is made.
        let reuseIdentifier: String?
        /// The queue of a surface that takes views from queues only.
        let queue: String
        /// Fills a view of the class; false when it is of another one.
        let fill: (ViewContent, UIView) -> Bool

        /// The source of a grid item.
        init(_ style: GridStyle) {
            look = .grid(style)
            nib = nil
            reuseIdentifier = "TableAgent.GridLineItem"
            queue = "TableAgent.GridLineItem"
            fill = { _, _ in true }
        }

        /// The source of an item with views of a class.
        init(_ item: Any.Type, _ viewClass: UIView.Type, fill: @escaping (ViewContent, UIView) -> Bool) {
            let options = item as? any ViewItem.Type
            look = .view(viewClass)
            nib = options?.nib
            // A class may be an item itself, and be made by a nib for that one alone.
            let own = nib == nil ? String(reflecting: viewClass) : "nib of \(String(reflecting: item))"
            reuseIdentifier =
                switch options?.reuse ?? .shared {
                case .shared: own
                case .identifier(let identifier): identifier
                case .never: nil
                }
            queue = reuseIdentifier ?? own
            self.fill = fill
        }

        /// The class of the item's view, if it is one of the surface's own kind, which needs no cell around
        /// it.
        func ownClass<View: UIView>(_ kind: View.Type) -> View.Type? {
            if case .view(let viewClass) = look { viewClass as? View.Type } else { nil }
        }

        /// A new view of the app's own, from the nib, or else made by its class.
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
#endif
