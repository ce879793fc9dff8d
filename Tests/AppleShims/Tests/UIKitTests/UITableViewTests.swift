import Testing
import UIKit

@MainActor
@Suite struct UITableViewTests {
    @Test func `The table view shows exactly the rows in its window`() {
        let table = TestTable([(0..<10).map(String.init)])
        #expect(table.shown == ["0", "1", "2", "3"])
        #expect(table.view.contentSize.height == 440)
        table.view.contentOffset.y = 66
        #expect(table.shown == ["1", "2", "3", "4", "5"])
    }

    @Test func `Cells are reused, and prepareForReuse is called`() {
        let table = TestTable([(0..<1000).map(String.init)])
        for y in stride(from: 0, to: 40_000, by: 30) { table.view.simulateDrag(to: CGFloat(y)) }
        #expect(table.view.simulatedCellCount <= 6)
        #expect(table.view.visibleCells.allSatisfy { ($0 as? TextCell)?.isPrepared == true })
    }

    @Test(arguments: [true, false])
    func `Display events are reported, also in a reload, in either order`(isEndFirst: Bool) {
        UITableView.endsDisplayBeforeReload = isEndFirst
        defer { UITableView.endsDisplayBeforeReload = true }
        let table = TestTable([["a", "b"]])
        #expect(table.calls == ["+a", "+b"])
        table.calls = []
        table.sections = [["c"]]
        table.view.reloadData()
        #expect(table.calls == (isEndFirst ? ["-b", "-a"] : []))
        table.view.layoutIfNeeded()
        #expect(table.calls == (isEndFirst ? ["-b", "-a", "+c"] : ["+c", "-a", "-b"]))
    }

    @Test func `Cells keep their content in a batch`() {
        let table = TestTable([["a", "b", "c"], ["d"]])
        let cell = table.view.cellForRow(at: IndexPath(row: 2, section: 0))
        table.view.performBatchUpdates {
            table.sections = [["x", "c", "a"], ["d"]]
            table.view.deleteRows(at: [IndexPath(row: 1, section: 0)], with: .fade)
            table.view.insertRows(at: [IndexPath(row: 0, section: 0)], with: .left)
            table.view.moveRow(at: IndexPath(row: 2, section: 0), to: IndexPath(row: 1, section: 0))
        }
        #expect(table.shown == ["x", "c", "a", "d"])
        #expect(table.view.cellForRow(at: IndexPath(row: 1, section: 0)) === cell)
        #expect(table.view.animations == [.fade, .left])
    }

    @Test func `A reload beside a move hits another row, as in UIKit`() {
        let table = TestTable([["a", "b", "c", "d"]])
        let raised = UIKitException.collect {
            table.view.performBatchUpdates {
                table.sections = [["b!", "c", "d", "a"]]
                table.view.reloadRows(at: [IndexPath(row: 1, section: 0)], with: .none)
                table.view.moveRow(at: IndexPath(row: 0, section: 0), to: IndexPath(row: 3, section: 0))
            }
        }
        #expect(raised == [])
        #expect(table.shown == ["c", "c", "d", "a"], "the reload of row 1 came to row 1 and not to row 0")
    }

    @Test func `Wrong counts raise an exception, in a batch and after unreported changes`() {
        let table = TestTable([["a", "b"]])
        let wrong = UIKitException.collect {
            table.view.performBatchUpdates {
                table.sections = [["a"]]
                table.view.insertRows(at: [IndexPath(row: 0, section: 0)], with: .none)
            }
        }
        #expect(wrong.count == 1)
        #expect(wrong.first?.contains("1 rows after, not 3") == true)
        table.view.layoutIfNeeded()
        table.sections = [["a", "b", "c"]]
        #expect(UIKitException.collect { table.view.performBatchUpdates(nil) }.count == 1)
        #expect(
            UIKitException.collect { table.view.deleteRows(at: [IndexPath(row: 9, section: 0)], with: .none) }
                .count == 1)
    }

    @Test(arguments: ["+4", "-0"])
    func `A reload during display events runs in a later turn, and the table is frozen until then`(
        moment: String
    ) {
        let table = TestTable([(0..<9).map(String.init)])
        table.calls = []
        table.onDisplay = { [weak table] call in
            guard call == moment else { return }
            table?.onDisplay = { _ in }
            table?.sections[0].append("9")
            table?.view.reloadData()
        }
        table.view.simulateDrag(to: 44)
        #expect(table.calls == ["-0", "+4", "-1", "-2", "-3", "-4"])
        #expect(table.shown == [])
        #expect(table.view.numberOfRows(inSection: 0) == 9)
        let raised = UIKitException.collect {
            table.view.performBatchUpdates {
                table.sections[0].append("10")
                table.view.insertRows(at: [IndexPath(row: 10, section: 0)], with: .none)
            }
        }
        #expect(raised.first?.hasPrefix("Invalid update") == true)
    }

    @Test func `A suspended reload waits for the end of a drag`() {
        let table = TestTable([(0..<9).map(String.init)])
        table.onDisplay = { [weak table] _ in
            table?.onDisplay = { _ in }
            table?.sections = [["a"]]
            table?.view.reloadData()
        }
        table.view.simulateDrag(to: 1)
        RunLoop.main.simulateTurn(in: .tracking)
        #expect(table.shown == [])
        RunLoop.main.simulateTurn()
        #expect(table.shown == ["a"])
    }

    @Test func `A batch keeps the first visible row in place, and a reload keeps its index`() {
        let table = TestTable([["a"], (0..<9).map(String.init)])
        table.view.simulateDrag(to: 98)
        #expect(table.shown.first == "1")
        table.view.performBatchUpdates {
            table.sections[0] += ["b"]
            table.view.insertRows(at: [IndexPath(row: 1, section: 0)], with: .none)
        }
        #expect(table.view.contentOffset.y == 142)
        #expect(table.shown.first == "1")
        table.sections[0] += ["c"]
        table.view.reloadData()
        #expect(table.shown.first == "0")
        #expect(table.view.contentOffset.y == 142)
    }

    @Test(arguments: [0, 44])
    func `The offset stays at the top and without estimated heights`(offset: CGFloat) {
        let table = TestTable([(0..<9).map(String.init)])
        if offset > 0 { table.view.estimatedRowHeight = 0 }
        table.view.simulateDrag(to: offset)
        table.view.performBatchUpdates {
            table.sections[0].insert("new", at: 0)
            table.view.insertRows(at: [IndexPath(row: 0, section: 0)], with: .none)
        }
        #expect(table.view.contentOffset.y == offset)
    }

    @Test func `An unregistered identifier raises an exception`() {
        let table = TestTable([["a"]])
        let raised = UIKitException.collect {
            _ = table.view.dequeueReusableCell(withIdentifier: "other", for: IndexPath(row: 0, section: 0))
        }
        #expect(raised.first?.contains("must register a nib or a class") == true)
    }

    @Test func `A touch asks before it selects a row, and deselects the selected row`() {
        let table = TestTable([["a", "b"]])
        table.calls = []
        table.view.simulateTouch(at: IndexPath(row: 0, section: 0))
        #expect(table.calls == ["highlight", "unhighlight", "willSelect", "didSelect"])
        table.calls = []
        table.view.simulateTouch(at: IndexPath(row: 1, section: 0))
        #expect(table.calls == ["highlight", "unhighlight", "willSelect", "didDeselect", "didSelect"])
        table.refused = [IndexPath(row: 0, section: 0)]
        table.view.simulateTouch(at: IndexPath(row: 0, section: 0))
        #expect(table.view.indexPathsForSelectedRows == [IndexPath(row: 1, section: 0)])
        table.view.performBatchUpdates {
            table.sections = [["x", "a", "b"]]
            table.view.insertRows(at: [IndexPath(row: 0, section: 0)], with: .none)
        }
        #expect(table.view.indexPathForSelectedRow == IndexPath(row: 2, section: 0))
    }
}
