import TableAgent

/// One run of the suite: makes containers, shows tables on them, and collects what they do wrong.
///
/// The checks are functions of it, in files by their subject.
final class ConformanceRun<Container: TableContainer> {
    typealias Requirement = ContainerConformance.Requirement

    /// Something that a user does with a row.
    typealias Act = (Container, RowPosition) throws -> Void

    private let makeContainer: () throws -> Container
    private let shown: ((Container) throws -> String)?
    private var defects: [ContainerConformance.Defect] = []
    /// The type name of the containers, which may be that of a subclass.
    private var containerName = String(describing: Container.self)

    /// Thrown when a check can't go on because of a defect that is listed already.
    private struct Abandoned: Error {}

    init(shown: ((Container) throws -> String)?, _ makeContainer: @escaping () throws -> Container) {
        self.shown = shown
        self.makeContainer = makeContainer
    }

    /// The defects so far; `nil` if there are none.
    var failure: ContainerConformance.Failure? {
        defects.isEmpty ? nil : ContainerConformance.Failure(container: containerName, defects: defects)
    }

    // MARK: Defects

    /// Runs one check; whatever it throws is a defect.
    func perform(_ requirement: Requirement, _ check: () throws -> Void) {
        do {
            try check()
        } catch is Abandoned {
        } catch {
            report(requirement, "The check could not be finished, since something threw: \(error)")
        }
    }

    /// Lists a defect, once.
    func report(_ requirement: Requirement, _ sentence: String) {
        let defect = ContainerConformance.Defect(requirement: requirement, description: sentence)
        if !defects.contains(defect) { defects.append(defect) }
    }

    /// Lists a defect unless a condition holds.
    func require(_ condition: Bool, _ requirement: Requirement, _ sentence: @autoclosure () -> String) {
        if !condition { report(requirement, sentence()) }
    }

    /// Lists a defect and ends the check.
    func abandon(_ requirement: Requirement, _ sentence: String) -> any Error {
        report(requirement, sentence)
        return Abandoned()
    }

    // MARK: Containers

    func newContainer() throws -> Container {
        let container = try makeContainer()
        containerName = String(describing: type(of: container))
        return container
    }

    func agent(for container: Container) throws -> Agent<SampleInput> {
        try Agent(container, reformer: SampleReformer.self)
    }

    /// A new container with its own agent.
    func attached() throws -> (container: Container, agent: Agent<SampleInput>) {
        let container = try newContainer()
        return (container, try agent(for: container))
    }

    /// Whether what a container shows can be read.
    var canRead: Bool { shown != nil }

    /// What is visible; the same text for every table when it can't be read.
    func content(of container: Container) throws -> String {
        try shown?(container) ?? ""
    }

    // MARK: Tables

    /// Shows a table through an agent; if that goes wrong, lists it and ends the check.
    func show(
        _ table: TableInfo?, on agent: Agent<SampleInput>, for requirement: Requirement, _ name: String
    ) throws {
        let old = agent.tableInfo.outline
        do {
            try agent.reload(table.map(SampleInput.table))
        } catch let error as TableError where error.code == .updateNotCommitted {
            throw abandon(
                .commit, "It returned from reload(_:) with \(name) and had not committed the update.")
        } catch  where agent.tableInfo.outline != old {
            throw abandon(.commit, "It committed \(name) and threw afterwards: \(error)")
        } catch {
            throw abandon(requirement, "It can't show \(name): \(error)")
        }
        let new = (table ?? TableInfo()).outline
        require(
            agent.tableInfo.outline == new, requirement,
            "After a reload with \(name), the table is \(agent.tableInfo.outline) and not \(new).")
    }

    /// Shows a table on a new container with its own agent.
    func shown(
        _ table: TableInfo, for requirement: Requirement, _ name: String = "a table"
    ) throws -> (container: Container, agent: Agent<SampleInput>) {
        let (container, agent) = try attached()
        try show(table, on: agent, for: requirement, name)
        return (container, agent)
    }

    /// Checks that a container shows the same as one that never showed anything else.
    func checkShows(
        _ table: TableInfo, _ container: Container, _ agent: Agent<SampleInput>, _ requirement: Requirement,
        _ when: String
    ) throws {
        require(
            agent.tableInfo.outline == table.outline, requirement,
            "\(when), the table is \(agent.tableInfo.outline) and not \(table.outline).")
        guard canRead else { return }
        let (fresh, freshAgent) = try shown(table, for: requirement)
        let (content, expected) = (try content(of: container), try content(of: fresh))
        withExtendedLifetime(freshAgent) {}
        require(
            content == expected, requirement,
            "\(when), it does not show the same as a new container with the same table.")
    }
}
