#if canImport(UIKit) && !os(watchOS)
    public import TableAgent
    public import UIKit

    /// A view that sends events of the row that it shows, such as a cell with a button.
    ///
    /// ```swift
    /// final class OrderCell: UITableViewCell, RowView {
    ///     var source: RowSource?
    ///
    ///     func payTapped() { source?.post(.pay, amount) }
    /// }
    /// ```
    ///
    /// The source finds the row again wherever it stands by then, also when the view is off the screen.
    @MainActor
    public protocol RowView: UIView {
        /// Sends the row's events; set each time before the view is filled.
        var source: RowSource? { get set }
    }

    /// A view that sends events of the head or foot that it shows, such as one that folds its section.
    ///
    /// ```swift
    /// final class MonthTitle: UITableViewHeaderFooterView, HeadFootView {
    ///     var source: EntrySource?
    ///
    ///     func tapped() { source?.post(.fold) }
    /// }
    /// ```
    @MainActor
    public protocol HeadFootView: UIView {
        /// Sends the events of the head or foot; set each time before the view is filled.
        var source: EntrySource? { get set }
    }

    /// A view that needs its surroundings, such as a cell that holds the view of a child controller.
    @MainActor
    public protocol ContextView: UIView {
        /// The container's ``ViewContainer/viewController``; set before the view is filled. Declare it
        /// `weak`.
        var viewController: UIViewController? { get set }
    }
#endif
