import Dispatch
import TableAgent
import TableAgentTesting
import Testing

/// Tests of reforming off the caller's actor: the latest data wins, and each call has one result.
struct AgentConcurrencyTests {
    /// Raw data that is isolated to no actor and can't be shared.
    final class Numbers {
        var values: [Int]
        init(_ values: [Int]) { self.values = values }
    }

    enum NumberLine: GridLineItem {
        static func fill(_ line: inout GridLine, with number: Int) { line.integer(number) }
    }

    struct Refused: Error {}

    struct NumbersReformer: StatelessReformer {
        func reform(_ numbers: Numbers) throws -> TableInfo {
            if numbers.values.isEmpty { throw Refused() }
            return TableInfo {
                TableSection(id: "all") { Rows(numbers.values, id: \.self, as: NumberLine.self) }
            }
        }
    }

    /// A service that owns an agent.
    actor Service {
        private let container = RecordingContainer(appliesChanges: true)
        private var agent: Agent<Numbers>?

        init() throws {
            agent = try Agent(container, rawData: Numbers([0]), reformer: NumbersReformer.self)
        }

        func reload(_ values: [Int]) async throws -> Bool {
            guard let agent else { return false }
            return try await agent.reload(concurrently: Numbers(values), by: NumbersReformer())
        }

        func reloadAtOnce(_ values: [Int]) throws { try agent?.reload(Numbers(values)) }
        func detach() { agent?.detach() }
        func release() { agent = nil }

        var shown: [String] { container.sections.flatMap { $0.texts.flatMap(\.self) } }
        var violations: Int { container.violations.count }
        var dataIsShown: Bool { agent?.dataSource?.rawData?.values.map(String.init) == shown }
    }

    @Test func `An actor reloads concurrently and shows the table`() async throws {
        let service = try Service()
        #expect(try await service.reload([1, 2]))
        #expect(await service.shown == ["1", "2"])
    }

    @MainActor
    @Test func `The main actor reloads concurrently and shows the table`() async throws {
        let container = RecordingContainer()
        let agent = try Agent(container, rawData: Numbers([0]), reformer: NumbersReformer.self)
        #expect(try await agent.reload(concurrently: Numbers([5]), by: NumbersReformer()))
        #expect(container.sections.map(\.texts) == [[["5"]]])
    }

    @Test func `A plain task reloads and shows the table`() async throws {
        let shown = try await Task.detached {
            let container = RecordingContainer()
            let agent = try Agent(container, rawData: Numbers([0]), reformer: NumbersReformer.self)
            _ = try await agent.reload(concurrently: Numbers([7]), by: NumbersReformer())
            return container.sections.flatMap(\.texts)
        }.value
        #expect(shown == [["7"]])
    }

    /// A reformer that is isolated to the main actor.
    @MainActor
    private struct BoundReformer: StatelessReformer {
        func reform(_ numbers: [Int]) -> TableInfo {
            MainActor.assertIsolated()
            return TableInfo {
                TableSection(id: 0) { Rows(numbers, id: \.self, as: NumberLine.self) }
            }
        }
    }

    private struct FreeReformer: Reformer {
        func reform(_ numbers: [Int]) -> TableInfo {
            TableInfo { TableSection(id: 0) { Rows(numbers, id: \.self, as: NumberLine.self) } }
        }
    }

    @MainActor
    @Test func `An isolated reformer runs on its actor, and any other one runs concurrently`() async throws {
        let container = RecordingContainer()
        let agent = try Agent(container, rawData: [3], reformer: BoundReformer())
        #expect(container.sections.map(\.texts) == [[["3"]]])
        #expect(try await agent.reload(concurrently: [4], by: FreeReformer()))
        #expect(container.sections.map(\.texts) == [[["4"]]])
    }

    @Test func `A reform error reaches the caller, and the visible table is kept`() async throws {
        let service = try Service()
        await #expect(throws: Refused.self) { try await service.reload([]) }
        #expect(await service.shown == ["0"])
        #expect(await service.dataIsShown)
    }

    @Test func `A concurrent reload without a container is an error`() async throws {
        let agent = Agent<Int>()
        let reformer = HeldReformer()
        let error = await #expect(throws: TableError.self) {
            try await agent.reload(concurrently: 1, by: reformer)
        }
        #expect(error?.code == .notAttached)
    }

    @Test func `A cancelled task shows nothing`() async throws {
        let service = try Service()
        let task = Task {
            try? await Task.sleep(nanoseconds: .max)
            return try await service.reload([9])
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(await service.shown == ["0"])
    }

    @Test func `Each of many overlapping reloads ends once, and the latest one is shown`()
        async throws
    {
        let service = try Service()
        let count = 1_000
        let results = await withTaskGroup(of: Result<Bool, any Error>.self) { group in
            for number in 1...count {
                group.addTask {
                    if number % 7 == 0 { _ = await service.shown }
                    do { return .success(try await service.reload([number])) } catch {
                        return .failure(error)
                    }
                }
            }
            var results: [Result<Bool, any Error>] = []
            for await result in group { results.append(result) }
            return results
        }
        #expect(results.count == count)
        let applied = results.filter { (try? $0.get()) == true }
        #expect(applied.count >= 1)
        #expect(results.allSatisfy { (try? $0.get()) != nil })
        #expect(await service.dataIsShown)
        #expect(await service.violations == 0)

        #expect(try await service.reload([-1]))
        #expect(await service.shown == ["-1"])
    }

    @Test func `With random cancellation, each call ends once, and data and surface agree`()
        async throws
    {
        let service = try Service()
        var tasks: [Task<Bool, any Error>] = []
        for number in 1...500 {
            tasks.append(Task { try await service.reload(number % 50 == 0 ? [] : [number]) })
            if Bool.random(), let task = tasks.randomElement() { task.cancel() }
            if number % 100 == 0 { try await service.reloadAtOnce([-number]) }
        }
        var ended = 0
        for task in tasks {
            switch await task.result {
            case .success: ended += 1
            case .failure(let error): if error is CancellationError || error is Refused { ended += 1 }
            }
        }
        #expect(ended == tasks.count)
        #expect(await service.dataIsShown)
        #expect(await service.violations == 0)
    }

    @Test(arguments: [true, false])
    func `A reload that loses its agent ends without showing a table`(detaches: Bool) async throws {
        let service = try Service()
        let tasks = (1...50).map { number in Task { try await service.reload([number]) } }
        if detaches { await service.detach() } else { await service.release() }
        for task in tasks {
            do { _ = try await task.value } catch let error as TableError {
                #expect(error.code == .notAttached)
            }
        }
    }

    /// Reports when it reforms odd numbers, and then waits for permission to continue.
    private struct HeldReformer: Reformer, Sendable {
        var reached: AsyncStream<Void>.Continuation?
        var hold: DispatchSemaphore?

        func reform(_ number: Int) -> TableInfo {
            if number % 2 == 1 {
                reached?.yield()
                hold?.wait()
            }
            return TableInfo { TableSection(id: 0) { Row(number, id: number, as: NumberLine.self) } }
        }
    }

    private actor HeldService {
        private let container = RecordingContainer()
        private let agent = Agent<Int>()
        private let reformer: HeldReformer

        init(_ reformer: HeldReformer) throws {
            self.reformer = reformer
            try agent.attach(container, dataSource: DataSource(reformer: reformer))
        }

        func reload(_ number: Int) async throws -> Bool {
            try await agent.reload(concurrently: number, by: reformer)
        }

        func reloadAtOnce(_ number: Int) throws { try agent.reload(number) }
        func detach() { agent.detach() }
        var shown: [[String]] { container.sections.flatMap(\.texts) }
    }

    @Test(.serialized, arguments: ["a reload at once", "a concurrent reload", "a detach"])
    func `A later reload supersedes a running one`(what: String) async throws {
        let (stream, reached) = AsyncStream<Void>.makeStream()
        let hold = DispatchSemaphore(value: 0)
        let service = try HeldService(HeldReformer(reached: reached, hold: hold))
        let slow = Task { try await service.reload(1) }
        for await _ in stream { break }
        switch what {
        case "a reload at once": try await service.reloadAtOnce(2)
        case "a concurrent reload": #expect(try await service.reload(2))
        default: await service.detach()
        }
        hold.signal()
        #expect(try await !slow.value)
        #expect(await service.shown == (what == "a detach" ? [] : [["2"]]))
    }
}
