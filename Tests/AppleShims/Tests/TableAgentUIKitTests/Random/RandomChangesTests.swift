import ShimmedTableAgentUIKit
import TableAgent
import Testing
import UIKit

@MainActor
@Suite struct RandomChangesTests {
    @Test(
        arguments: ModelSurface.allCases,
        RandomTables.Profile.all)
    func `Each visible cell, head, and foot shows its own data after random changes`(
        surface: ModelSurface, profile: RandomTables.Profile
    ) throws {
        let seed = SeededGenerator.seed
        defer { setEndOfDisplay(isFirst: true) }
        for pair in 0..<profile.pairs {
            var tables = RandomTables(profile, seed: seed &* 1_000_003 &+ UInt64(pair))
            let before = tables.table()
            let after = tables.happens(onceIn: 8) ? tables.table() : tables.edited(before)
            setEndOfDisplay(isFirst: tables.happens(onceIn: 2))
            let offset = CGFloat(tables.number(0...40) * 11)
            let keepsPosition = tables.happens(onceIn: 4)
            let problems = try problems(surface, before, after, offset, keepsPosition)
            guard problems.isEmpty else {
                Issue.record(
                    "TABLE_SEED=\(seed), pair \(pair): \(problems)\nfrom\n\(before)\nto\n\(after)")
                return
            }
        }
    }

    @Test(arguments: ModelSurface.allCases)
    func `Each visible view shows its own data after listeners change the table during display events`(
        surface: ModelSurface
    ) throws {
        let seed = SeededGenerator.seed
        let profile = RandomTables.Profile(name: "listeners", pairs: 400, sections: 1...4, rows: 0...12)
        for pair in 0..<profile.pairs {
            var tables = RandomTables(profile, seed: seed &* 1_000_003 &+ UInt64(pair))
            var model = tables.table()
            let audit = DisplayAudit()
            var problems: [String] = []
            problems += try UIKitException.collect {
                let stage = try surface.stage(model.tableInfo(for: surface), audit)
                stage.base.keepsScrollPosition = tables.happens(onceIn: 4)
                var rest = 4
                for name in [EventName<Void>.willDisplay, .didEndDisplay] {
                    stage.agent.on(name) { [weak agent = stage.agent] (_: CellEvent) in
                        guard rest > 0, tables.happens(onceIn: 4) else { return }
                        rest -= 1
                        model = tables.edited(model)
                        do { try agent?.reload(model.tableInfo(for: surface)) } catch {
                            problems.append("\(error)")
                        }
                    }
                }
                for _ in 0..<4 {
                    stage.screen.simulateDrag(to: CGFloat(tables.number(0...40) * 11))
                    problems += stage.screen.differences(from: model)
                }
                for _ in 0..<4 {
                    stage.screen.layoutIfNeeded()
                    RunLoop.main.simulateTurn()
                }
                problems += stage.screen.differences(from: model)
                problems += stage.screen.difference(from: audit, of: model)
            }
            problems += audit.problems
            guard problems.isEmpty else {
                Issue.record("TABLE_SEED=\(seed), pair \(pair): \(problems)")
                return
            }
        }
    }

    private func setEndOfDisplay(isFirst: Bool) {
        UITableView.endsDisplayBeforeReload = isFirst
        UICollectionView.endsDisplayBeforeReload = isFirst
    }

    private func problems(
        _ surface: ModelSurface, _ before: ModelTable, _ after: ModelTable, _ offset: CGFloat,
        _ keepsPosition: Bool
    ) throws -> [String] {
        var problems: [String] = []
        let audit = DisplayAudit()
        problems += try UIKitException.collect {
            let stage = try surface.stage(before.tableInfo(for: surface), audit)
            stage.base.keepsScrollPosition = keepsPosition
            // A batch and a reload end with the same views.
            if keepsPosition { stage.agent.panel.changeLimit = 5 }
            stage.screen.simulateDrag(to: offset)
            problems += stage.screen.differences(from: before)
            try stage.agent.reload(after.tableInfo(for: surface))
            problems += stage.screen.differences(from: after)
            // One turn ends the animations, and the other sends their events.
            for _ in 0..<2 { RunLoop.main.simulateTurn() }
            problems += stage.screen.difference(from: audit, of: after)

            let fresh = try surface.stage(after.tableInfo(for: surface), nil)
            fresh.screen.simulateDrag(to: stage.screen.contentOffset.y)
            let count = after.viewSections.count
            let (lines, expected) = (
                stage.screen.lines(ofSections: count), fresh.screen.lines(ofSections: count)
            )
            if lines != expected { problems.append("\(lines) are shown, and afresh \(expected)") }
        }
        return problems + audit.problems
    }
}

/// The parts of a stage that a test of both surfaces needs.
@MainActor
private protocol RandomStage: AnyObject {
    var screen: any Screen { get }
    var base: ViewContainer { get }
    var agent: Agent<TableInfo> { get }
}

extension ModelSurface {
    @MainActor
    fileprivate func stage(_ table: TableInfo, _ delegate: (any EventDelegate)?) throws -> any RandomStage {
        switch self {
        case .table: try TableStage(table, delegate)
        case .collection: try CollectionStage(table, delegate)
        }
    }
}

extension TableStage: RandomStage where RawData == TableInfo {
    fileprivate var screen: any Screen { tableView }
    fileprivate var base: ViewContainer { container }
}

extension CollectionStage: RandomStage where RawData == TableInfo {
    fileprivate var screen: any Screen { collectionView }
    fileprivate var base: ViewContainer { container }
}
