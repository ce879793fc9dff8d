#if canImport(UIKit) && !os(watchOS)
    import TableAgent
    import UIKit

    extension ViewContainer {
        func actions(_ place: RowActionPlace, at path: IndexPath) -> [RowAction] {
            panel?.tableInfo.row(at: RowPosition(path))?.actions(place) ?? []
        }

        #if !os(tvOS)
            /// The context menu of a row; `nil` if it offers none.
            func menu(at path: IndexPath) -> UIContextMenuConfiguration? {
                let actions = actions(.menu, at: path)
                guard !actions.isEmpty, let source = try? panel?.source(at: RowPosition(path)) else {
                    return nil
                }
                return UIContextMenuConfiguration(identifier: nil, previewProvider: nil) { _ in
                    UIMenu(
                        children: actions.map { action in
                            UIAction(
                                title: action.title, image: action.image,
                                attributes: action.style == .destructive ? .destructive : []
                            ) { _ in source.perform(action) }
                        })
                }
            }
        #endif
    }

    extension RowAction {
        /// The symbol of the system with the action's name, or else the app's picture.
        @MainActor var image: UIImage? {
            symbol.flatMap { UIImage(systemName: $0) ?? UIImage(named: $0) }
        }
    }
#endif
