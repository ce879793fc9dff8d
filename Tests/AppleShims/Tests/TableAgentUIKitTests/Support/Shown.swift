import UIKit

extension UIView {
    /// The texts that the view and those in it show, from the top.
    var shownTexts: [String] {
        switch self {
        case let label as UILabel: [label.text].compactMap(\.self)
        case let list as UIListContentView:
            (list.configuration as? UIListContentConfiguration).map {
                [$0.text, $0.secondaryText].compactMap(\.self)
            } ?? []
        default: subviews.flatMap(\.shownTexts)
        }
    }

    var shownText: String { shownTexts.joined(separator: " | ") }
}

extension UITableView {
    var shownLines: [String] { lines(ofSections: numberOfSections) }
}

extension UICollectionView {
    var shownLines: [String] { lines(ofSections: numberOfSections) }
}

extension UILabel {
    /// A label in a view, for views that make theirs at first use and so need no initialiser.
    convenience init(in view: UIView) {
        self.init(frame: .zero)
        view.addSubview(self)
    }
}
