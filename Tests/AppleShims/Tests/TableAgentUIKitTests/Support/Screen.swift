import TableAgent
import UIKit

extension UIView {
    /// The texts of the view and its subviews, from top to bottom.
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
    /// Creates a label in a view, for views that create their labels at first use and so need no initializer.
    convenience init(in view: UIView) {
        self.init(frame: .zero)
        view.addSubview(self)
    }
}

/// The common interface of table views and collection views for reading visible content.
@MainActor
protocol Screen: UIScrollView {
    var pathsOnScreen: [IndexPath] { get }
    func cell(on path: IndexPath) -> UIView?
    func entry(_ kind: TablePart, _ section: Int) -> UIView?
}

extension UITableView: Screen {
    var pathsOnScreen: [IndexPath] { indexPathsForVisibleRows ?? [] }
    func cell(on path: IndexPath) -> UIView? { cellForRow(at: path) }
    func entry(_ kind: TablePart, _ section: Int) -> UIView? {
        kind == .head ? headerView(forSection: section) : footerView(forSection: section)
    }
}

extension UICollectionView: Screen {
    var pathsOnScreen: [IndexPath] { indexPathsForVisibleItems.sorted() }
    func cell(on path: IndexPath) -> UIView? { cellForItem(at: path) }
    func entry(_ kind: TablePart, _ section: Int) -> UIView? {
        let view = supplementaryView(
            forElementKind: kind == .head ? Self.elementKindSectionHeader : Self.elementKindSectionFooter,
            at: IndexPath(item: 0, section: section))
        // A layout that reserves space for heads and feet gets an empty view for a missing one.
        return view?.shownTexts.isEmpty == false ? view : nil
    }
}

extension Screen {
    /// Returns the visible texts: heads in brackets, rows, and feet in parentheses.
    func lines(ofSections count: Int) -> [String] {
        (0..<count).flatMap { section in
            let rows = pathsOnScreen.filter { $0.section == section }
            return [entry(.head, section).map { "[\($0.shownText)]" }].compactMap(\.self)
                + rows.compactMap { cell(on: $0)?.shownText }
                + [entry(.foot, section).map { "(\($0.shownText))" }].compactMap(\.self)
        }
    }

    /// Returns the visible views whose data differs from the data at their position.
    func differences(from table: ModelTable) -> [String] {
        var problems: [String] = []
        func compare(_ shown: String?, _ expected: String?, _ place: String) {
            if let shown, shown != expected {
                problems.append("\(place) shows “\(shown)”, not “\(expected ?? "nothing")”")
            }
        }
        for path in pathsOnScreen {
            compare(
                cell(on: path)?.shownText ?? "", table.sections[path.section].rows[path.row].text, "\(path)")
        }
        for (number, section) in table.viewSections.enumerated() {
            compare(entry(.head, number)?.shownText, section.head?.text(section), "head \(number)")
            compare(entry(.foot, number)?.shownText, section.foot?.text(section), "foot \(number)")
        }
        return problems
    }

    /// Returns the differences between an audit and the visible rows.
    func difference(from audit: DisplayAudit, of table: ModelTable) -> [String] {
        if table.hasEqualIDs { return [] }
        var expected = Set(
            pathsOnScreen.map {
                "\(table.sections[$0.section].id)/\(table.sections[$0.section].rows[$0.row].shownID)"
            })
        for (number, section) in table.viewSections.enumerated() {
            if entry(.head, number) != nil { expected.insert("\(section.id)/head") }
            if entry(.foot, number) != nil { expected.insert("\(section.id)/foot") }
        }
        return audit.shown == expected ? [] : ["told of \(audit.shown), shown are \(expected)"]
    }
}
