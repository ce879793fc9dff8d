import Testing
import UIKit

/// Batches that UIKit refuses, one for each of its rules.
@MainActor
@Suite struct BatchRuleTests {
    struct Rule: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let after: [[String]]
        let change: @MainActor @Sendable (UITableView) -> Void
    }

    nonisolated private static func path(_ section: Int, _ row: Int) -> IndexPath {
        IndexPath(row: row, section: section)
    }

    nonisolated static let rules = [
        Rule(testDescription: "a row is deleted and reloaded", after: [["b"], ["c", "d"]]) { view in
            view.deleteRows(at: [path(0, 0)], with: .none)
            view.reloadRows(at: [path(0, 0)], with: .none)
        },
        Rule(testDescription: "a row is deleted and moved", after: [["b"], ["c", "d"]]) { view in
            view.deleteRows(at: [path(0, 0)], with: .none)
            view.moveRow(at: path(0, 0), to: path(0, 0))
        },
        Rule(
            testDescription: "a row is inserted where another moves to",
            after: [["x", "a", "b"], ["c", "d"]]
        ) {
            $0.insertRows(at: [path(0, 0)], with: .none)
            $0.moveRow(at: path(0, 1), to: path(0, 0))
        },
        Rule(testDescription: "a row moves out of a deleted section", after: [["a", "c", "d"]]) { view in
            view.deleteSections([0], with: .none)
            view.moveRow(at: path(0, 0), to: path(0, 0))
        },
        Rule(testDescription: "a row moves to an inserted section", after: [["a"], ["b"], ["c", "d"]]) {
            view in
            view.insertSections([0], with: .none)
            view.moveRow(at: path(0, 0), to: path(0, 0))
        },
        Rule(testDescription: "two rows move to one place", after: [["a", "b"], ["c", "d"]]) { view in
            view.moveRow(at: path(0, 0), to: path(0, 1))
            view.moveRow(at: path(1, 0), to: path(0, 1))
        },
        Rule(testDescription: "a row is deleted twice", after: [["b"], ["c", "d"]]) { view in
            view.deleteRows(at: [path(0, 0), path(0, 0)], with: .none)
        },
        Rule(testDescription: "a row is inserted where there is none", after: [["a", "b"], ["c", "d"]]) {
            view in
            view.insertRows(at: [path(0, 9)], with: .none)
        },
        Rule(testDescription: "a section is not told of", after: [["a", "b"], ["c", "d"], []]) { _ in },
        Rule(testDescription: "a section is reloaded and moves", after: [["c", "d"], ["a", "b"]]) { view in
            view.moveSection(0, toSection: 1)
            view.reloadSections([0], with: .none)
        },
        Rule(testDescription: "a row count is wrong", after: [["a", "b"], ["c"]]) { view in
            view.deleteRows(at: [path(0, 0)], with: .none)
        },
    ]

    @Test(arguments: rules)
    func `A batch that violates a rule raises an exception`(rule: Rule) {
        let table = TestTable([["a", "b"], ["c", "d"]])
        let raised = UIKitException.collect {
            table.view.performBatchUpdates {
                table.sections = rule.after
                rule.change(table.view)
            }
        }
        #expect(raised.count == 1)
        #expect(table.shown == Array(rule.after.joined().prefix(4)), "it reloads")
    }

    @Test func `A legal batch changes sections and rows at once`() {
        let table = TestTable([["a", "b"], ["c", "d"], ["e"]])
        table.view.performBatchUpdates {
            table.sections = [["x"], ["b", "c"], ["e", "y"]]
            table.view.deleteSections([1], with: .none)
            table.view.insertSections([0], with: .none)
            table.view.deleteRows(at: [Self.path(0, 0)], with: .none)
            table.view.insertRows(at: [Self.path(1, 1), Self.path(2, 1)], with: .none)
        }
        #expect(table.shown == ["x", "b", "c", "e"])
    }
}
