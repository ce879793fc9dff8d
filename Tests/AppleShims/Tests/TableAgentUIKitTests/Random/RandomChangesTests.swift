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
            stage.screen.simulateDrag(to: offset)
            problems += stage.screen.differences(from: before)
            try stage.agent.reload(after.tableInfo(for: surface))
            problems += stage.screen.differences(from: after)
            // One turn for the end of animations, and one for the events of it.
            for _ in 0..<2 { RunLoop.main.simulateTurn() }
            problems += stage.screen.difference(from: audit, of: after)

            let fresh = try surface.stage(after.tableInfo(for: surface), nil)
            fresh.screen.simulateDrag(to: stage.screen.contentOffset.y)
            let count = after.sections.count
            let (lines, expected) = (
                stage.screen.lines(ofSections: count), fresh.screen.lines(ofSections: count)
            )
            if lines != expected { problems.append("\(lines) are shown, and afresh \(expected)") }
        }
        return problems + audit.problems
    }
}

/// What a test of both surfaces needs of a stage.
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
