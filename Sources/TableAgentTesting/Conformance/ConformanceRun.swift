import TableAgent

/// One pass of the suite: makes containers, watches them and collects what they do wrong.
final class ConformanceRun<Container: TableContainer> {
    typealias Requirement = ContainerConformance.Requirement

    private(set) var defects: [ContainerConformance.Defect] = []
    /// The type name of the containers, which may be that of a subclass.
    private(set) var containerName = String(describing: Container.self)

    private let makeContainer: () throws -> Container
    private let shown: ((Container) throws -> String)?
    let select: Act?
    let deselect: Act?
    let scroll: Act?
    let parts: ContainerConformance.Parts

    /// Something that a person does with a row.
    typealias Act = (Container, RowPosition) throws -> Void

    init(
        makeContainer: @escaping () throws -> Container, shown: ((Container) throws -> String)?,
        select: Act?, deselect: Act?, scroll: Act?, parts: ContainerConformance.Parts
    ) {
        self.parts = parts
        self.makeContainer = makeContainer
        self.shown = shown
        self.select = select
        self.deselect = deselect
        self.scroll = scroll
    }

    /// Thrown when a check can't go on because of a defect that is listed already.
    struct Abandoned: Error {}

    /// Lists a defect, once.
    func report(_ requirement: Requirement, _ sentence: String) {
        let defect = ContainerConformance.Defect(requirement: requirement, description: sentence)
        if !defects.contains(defect) { defects.append(defect) }
    }

    /// Lists a defect unless a condition holds.
    func require(_ condition: Bool, _ requirement: Requirement, _ sentence: @autoclosure () -> String) {
        if !condition { report(requirement, sentence()) }
    }

    /// Runs one check; whatever it throws is a defect.
    func perform(_ requirement: Requirement, _ check: () throws -> Void) {
        do {
            try check()
        } catch is Abandoned {
        } catch {
            report(requirement, "The check could not be finished, since something threw: \(error)")
        }
    }

    func newContainer() throws -> Container {
        let container = try makeContainer()
        containerName = String(describing: type(of: container))
        return container
    }

    /// A new container with an agent of its own.
    func attached() throws -> (container: Container, agent: Agent<SampleInput>) {
        let container = try newContainer()
        return (container, try agent(for: container))
    }

    func agent(for container: Container) throws -> Agent<SampleInput> {
        try Agent(container, reformer: SampleReformer.self)
    }

    /// What is on show; the same text for every table when the container can't be read back.
    func content(of container: Container) throws -> String {
        try shown?(container) ?? ""
    }

    /// Whether the container can be read back.
    var canRead: Bool { shown != nil }

    /// Shows a table through an agent and lists what goes wrong; then the check is abandoned.
    func show(
        _ table: TableInfo?, on agent: Agent<SampleInput>, for requirement: Requirement, _ name: String
    ) throws {
        let former = agent.tableInfo.outline
        try attempt(requirement, name, hasChanged: { agent.tableInfo.outline != former }) {
            try agent.reload(table.map(SampleInput.table))
        }
        let new = (table ?? TableInfo()).outline
        require(
            agent.tableInfo.outline == new, requirement,
            "After a reload with \(name), \(agent.tableInfo.outline) is on show and not \(new).")
    }

    private func attempt(
        _ requirement: Requirement, _ name: String, hasChanged: () -> Bool, _ action: () throws -> Void
    ) throws {
        do {
            try action()
        } catch let error as TableError where error.code == .updateNotCommitted {
            report(.commit, "It returned from reload(_:) with \(name) and had not committed the update.")
            throw Abandoned()
        } catch {
            if hasChanged() {
                report(.commit, "It committed \(name) and threw afterwards: \(error)")
            } else {
                report(requirement, "It can't show \(name): \(error)")
            }
            throw Abandoned()
        }
    }
}
