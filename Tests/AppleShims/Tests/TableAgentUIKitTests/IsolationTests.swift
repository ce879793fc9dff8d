import ShimmedTableAgentUIKit
import TableAgent
import Testing
import UIKit

/// Tests of agents that leave the main actor, to which the views belong.
@MainActor
@Suite struct IsolationTests {
    /// An agent that is shared with another thread, as in a program with a data race.
    private struct SharedAgent: @unchecked Sendable {
        let agent: Agent<TableInfo>
    }

    private struct SharedContainer: @unchecked Sendable {
        let container: any TableContainer

        @MainActor init(container: TableViewContainer) { self.container = container }
    }

    private final class WatchedTable: UITableView {
        var onReload: (_ isOnMainActor: Bool) -> Void = { _ in }

        override func reloadData() {
            super.reloadData()
            onReload(MainQueue.isCurrent)
        }
    }

    private final class WatchedCollection: UICollectionView {
        var onReload: (_ isOnMainActor: Bool) -> Void = { _ in }

        override func reloadData() {
            super.reloadData()
            onReload(MainQueue.isCurrent)
        }
    }

    nonisolated private static func table(_ words: [String]) -> TableInfo {
        TableInfo { TableSection(id: 0) { Rows(words, id: \.self, as: NoteLine.self) } }
    }

    private static func sharedAgent(showing words: [String], in window: UIWindow) throws -> SharedAgent {
        let view = UITableView(frame: window.frame)
        window.addSubview(view)
        return SharedAgent(
            agent: try Agent(
                TableViewContainer(view), rawData: table(words), reformer: TableReformer.self))
    }

    /// Releases an agent on another thread. `Unmanaged` ensures that this reference is the last one.
    private func release(_ agent: Unmanaged<Agent<TableInfo>>) {
        let address = UInt(bitPattern: agent.toOpaque())
        Task.detached {
            UnsafeRawPointer(bitPattern: address).map { Unmanaged<Agent<TableInfo>>.fromOpaque($0).release() }
        }
    }

    @Test func `A table view is restored on the main actor after a release on another thread`() async throws {
        let view = WatchedTable(frame: CGRect(x: 0, y: 0, width: 320, height: 440))
        let agent = Unmanaged.passRetained(
            try Agent(
                TableViewContainer(view), rawData: Self.table(["a"]), reformer: TableReformer.self))
        let isOnMainActor = await withCheckedContinuation { continuation in
            view.onReload = { continuation.resume(returning: $0) }
            release(agent)
        }
        #expect(isOnMainActor)
        #expect(view.dataSource == nil && view.delegate == nil)
    }

    @Test func `A collection view is restored on the main actor after a release on another thread`()
        async throws
    {
        let view = WatchedCollection(frame: CGRect(x: 0, y: 0, width: 320, height: 440))
        let agent = Unmanaged.passRetained(
            try Agent(
                CollectionViewContainer(view), rawData: Self.table(["a"]), reformer: TableReformer.self))
        let isOnMainActor = await withCheckedContinuation { continuation in
            view.onReload = { continuation.resume(returning: $0) }
            release(agent)
        }
        #expect(isOnMainActor)
        #expect(view.dataSource == nil && view.delegate == nil)
    }

    @Test func `A reload off the main actor stops the program with a message`() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let shared = try await Self.sharedAgent(showing: ["a"], in: UIWindow(frame: .zero))
            try await Task.detached { try shared.agent.reload(nil) }.value
        }
        try expectSentence(in: #require(result))
    }

    @Test func `A batch off the main actor stops the program with a message`() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let window = await UIWindow(frame: .zero)
            let shared = try await Self.sharedAgent(showing: ["a"], in: window)
            try await Task.detached { try shared.agent.edit { try $0.removeRow(.last()) } }.value
            await window.setNeedsLayout()
        }
        try expectSentence(in: #require(result))
    }

    @Test func `Attaching off the main actor stops the program with a message`() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = await SharedContainer(container: TableViewContainer(UITableView(frame: .zero)))
            try await Task.detached {
                try Agent<TableInfo>().attach(
                    container.container, dataSource: DataSource(nil, reformer: TableReformer()))
            }.value
        }
        try expectSentence(in: #require(result))
    }

    private func expectSentence(in result: ExitTest.Result) throws {
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.contains("The agent of a TableViewContainer is used on the main actor"))
    }
}

/// On Linux, the main actor runs on its queue, on any thread.
private enum MainQueue {
    private static let key = {
        let key = DispatchSpecificKey<Void>()
        DispatchQueue.main.setSpecific(key: key, value: ())
        return key
    }()

    static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) != nil }
}
