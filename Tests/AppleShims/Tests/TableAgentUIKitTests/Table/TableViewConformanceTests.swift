import ShimmedTableAgentUIKit
import TableAgent
import TableAgentTesting
import Testing
import UIKit

@MainActor
@Suite("TableViewContainer conforms to what every container must")
struct TableViewConformanceTests {
    @Test(
        "in a window and out of one, in each style and in either order of display events",
        arguments: [true, false], [true, false])
    func conforms(hasWindow: Bool, endsDisplayBeforeReload: Bool) throws {
        UITableView.endsDisplayBeforeReload = endsDisplayBeforeReload
        defer { UITableView.endsDisplayBeforeReload = true }
        for style in [UITableView.Style.plain, .grouped] {
            let raised = try UIKitException.collect {
                try check(hasWindow ? UIWindow(frame: .zero) : nil, style)
            }
            #expect(raised == [])
        }
    }

    private func check(_ window: UIWindow?, _ style: UITableView.Style) throws {
        try ContainerConformance.check(
            shown: { (container: TableViewContainer) in
                container.tableView.shownLines.joined(separator: "\n")
            },
            select: { $0.tableView.simulateTouch(at: path($1)) },
            deselect: { $0.tableView.simulateDeselection(at: path($1)) },
            scroll: window == nil
                ? nil
                : { container, position in
                    try container.scroll(to: .position(position), at: .top, animated: false)
                    container.tableView.layoutIfNeeded()
                }
        ) {
            let view = UITableView(frame: CGRect(x: 0, y: 0, width: 320, height: 900), style: style)
            window?.subviews.forEach { $0.removeFromSuperview() }
            window?.addSubview(view)
            return TableViewContainer(view)
        }
    }

    private func path(_ position: RowPosition) -> IndexPath {
        IndexPath(row: position.row, section: position.section)
    }
}
