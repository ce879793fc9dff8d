import ShimmedTableAgentUIKit
import TableAgent
import Testing
import UIKit

@MainActor
@Suite struct LayoutChangeTests {
    private func numbers(_ count: Int) -> TableInfo {
        TableInfo { TableSection(id: 0) { Rows(Array(0..<count), id: \.self, as: NumberLine.self) } }
    }

    private enum NumberLine: GridLineItem {
        static func fill(_ line: inout GridLine, with number: Int) { line.integer(number) }
    }

    @Test(arguments: [true, false])
    func `A listener appends rows when the last one becomes visible`(isTable: Bool) throws {
        var count = 5
        let raised = try UIKitException.collect {
            let agent = Agent<TableInfo>()
            agent.on(.willDisplay, of: Int.self) { [weak agent] number in
                guard number == count - 1, count < 100 else { return }
                let new = count..<count + 5
                count += 5
                _ = try? agent?.edit {
                    try $0.append(Rows(Array(new), id: \.self, as: NumberLine.self), to: .at(0))
                }
            }
            let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 440))
            let view: any Screen
            if isTable {
                let table = UITableView(frame: window.frame, style: .plain)
                window.addSubview(table)
                try agent.attach(
                    TableViewContainer(table), dataSource: DataSource(numbers(5), reformer: TableReformer()))
                view = table
            } else {
                let layout = LineFlowLayout(itemsPerLine: 1, margin: 0)
                layout.itemHeight = 44
                let collection = UICollectionView(frame: window.frame, collectionViewLayout: layout)
                window.addSubview(collection)
                let container = CollectionViewContainer(collection)
                try agent.attach(container, dataSource: DataSource(numbers(5), reformer: TableReformer()))
                view = collection
            }
            view.layoutIfNeeded()
            #expect(count == 15)
            #expect(view.lines(ofSections: 1) == (0..<10).map(String.init))
            for y in stride(from: 0, through: 4000, by: 110) { view.simulateDrag(to: CGFloat(y)) }
            #expect(count == 100)
            #expect(agent.tableInfo.rowCount == 100)
        }
        #expect(raised == [])
    }
}
