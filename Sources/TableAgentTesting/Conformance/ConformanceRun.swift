import TableAgent

/// One run of the suite. It makes containers, shows tables on them, and collects their defects.
///
/// The checks are methods in extensions, one file for each subject.
final class ConformanceRun<Container: TableContainer> {
    typealias Requirement = ContainerConformance.Requirement

    /// A user's action on a row.
    typealias Act = (Container, RowPosition) throws -> Void

    private let makeContainer: () throws -> Container
    private let shown: ((Container) throws -> String)?
    private var defects: [ContainerConformance.Defect] = []
    /// The type name of the containers, which can be the name of a subclass.
    private var containerName = String(describing: Container.self)

    /// The error that ends a check after a defect that is already listed.
    private struct Abandoned: Error {}

    init(shown: ((Container) throws -> String)?, _ makeContainer: @escaping () throws -> Container) {
        self.shown = shown
        self.makeContainer = makeContainer
    }

    /// The defects so far, or `nil` if there are no defects.
    var failure: ContainerConformance.Failure? {
        defects.isEmpty ? nil : ContainerConformance.Failure(container: containerName, defects: defects)
    }

    // MARK: Defects

    /// Runs one check. An error of the check is listed as a defect.
    func perform(_ requirement: Requirement, _ check: () throws -> Void) {
        do {
            try check()
        } catch is Abandoned {
        } catch {
            report(requirement, "The check could not be finished, since something threw: \(error)")
        }
    }

    /// Lists a defect once, even if it is reported again.
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

    /// Returns a new container with its own agent.
    func attached() throws -> (container: Container, agent: Agent<SampleInput>) {
        let container = try newContainer()
        return (container, try agent(for: container))
    }

    /// Whether the visible content of a container can be read.
    var canRead: Bool { shown != nil }

    /// Returns the visible content. If it can't be read, every table returns the same text.
    func content(of container: Container) throws -> String {
        try shown?(container) ?? ""
    }

    // MARK: Tables

    /// Shows a table through an agent. A failure is listed as a defect and ends the check.
    func show(
        _ table: TableInfo?, on agent: Agent<SampleInput>, for requirement: Requirement, _ name: String
    ) throws {
        let old = agent.tableInfo.outline
        do {
            try agent.reload(table.map(SampleInput.success))
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
    func attached(
        showing table: TableInfo, for requirement: Requirement, _ name: String = "a table"
    ) throws -> (container: Container, agent: Agent<SampleInput>) {
        let (container, agent) = try attached()
        try show(table, on: agent, for: requirement, name)
        return (container, agent)
    }

    /// Checks that a container shows the same as a new container with the same table.
    func checkShows(
        _ table: TableInfo, _ container: Container, _ agent: Agent<SampleInput>, _ requirement: Requirement,
        _ when: String
    ) throws {
        require(
            agent.tableInfo.outline == table.outline, requirement,
            "\(when), the table is \(agent.tableInfo.outline) and not \(table.outline).")
        guard canRead else { return }
        let (fresh, freshAgent) = try attached(showing: table, for: requirement)
        let (content, expected) = (try content(of: container), try content(of: fresh))
        withExtendedLifetime(freshAgent) {}
        require(
            content == expected, requirement,
            "\(when), it does not show the same as a new container with the same table.")
    }
}
