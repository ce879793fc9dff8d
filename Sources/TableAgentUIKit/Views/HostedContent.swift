#if canImport(UIKit) && !os(watchOS)
    import UIKit

    /// The content of a cell that shows a view which is no cell.
    struct HostedContent: UIContentConfiguration {
        let make: @MainActor () -> UIView
        let fill: @MainActor (UIView) -> Void
        /// Tells one filling from the next: UIKit sets the same content again when a cell is touched.
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

    /// Holds the view of a ``HostedContent``, and fills it again for each other content.
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
