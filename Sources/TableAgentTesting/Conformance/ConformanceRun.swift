import TableAgent

/// One run of the suite. It makes containers, shows tables on them, and collects their defects.
///
/// The checks are methods in extensions, one file for each subject.
final class ConformanceRun<Container: TableContainer> {
    /// A user's action on a row.
    typealias Act = (Container, RowPosition) throws -> Void

    private let makeContainer: () throws -> Container
    private let shown: ((Container) throws -> String)?
    private var defects: [Defect] = []
    /// The type name of the containers, which can be the name of a subclass.
    private var containerName = String(describing: Container.self)

    private struct Defect: Hashable {
        let requirement: Requirement
        let sentence: String
    }

    /// The error that ends a check after a defect that is already listed.
    private struct Abandoned: Error {}

    init(shown: ((Container) throws -> String)?, _ makeContainer: @escaping () throws -> Container) {
        self.shown = shown
        self.makeContainer = makeContainer
    }

    /// The defects so far, or `nil` if there are no defects.
    var failure: ContainerConformance.Failure? {
        if defects.isEmpty { return nil }
        return ContainerConformance.Failure(
            container: containerName, requirements: Set(defects.map(\.requirement.rawValue)),
            defects: defects.map { "\($0.sentence) [\($0.requirement.rawValue)]" })
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
        let defect = Defect(requirement: requirement, sentence: sentence)
        if !defects.contains(defect) { defects.append(defect) }
    }

    /// Lists a defect unless a condition holds.
    func require(
        _ condition: Bool, for requirement: Requirement, _ sentence: @autoclosure () -> String
    ) {
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
            agent.tableInfo.outline == new, for: requirement,
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
        _ table: TableInfo, on container: Container, of agent: Agent<SampleInput>,
        for requirement: Requirement, _ when: String
    ) throws {
        require(
            agent.tableInfo.outline == table.outline, for: requirement,
            "\(when), the table is \(agent.tableInfo.outline) and not \(table.outline).")
        guard canRead else { return }
        let (fresh, freshAgent) = try attached(showing: table, for: requirement)
        let content = try content(of: container)
        let expected = try self.content(of: fresh)
        withExtendedLifetime(freshAgent) {}
        require(
            content == expected, for: requirement,
            "\(when), it does not show the same as a new container with the same table.")
    }
}

/// A requirement of the suite. Its name ends each line of a failure.
enum Requirement: String {
    /// The container has a name for error messages.
    case surfaceName
    /// The container has a view for every grid item.
    case gridItems
    /// The container can be attached and detached without ever showing a table.
    case attachment
    /// The container shows a table without sections, and a table whose sections have no rows.
    case emptyTable
    /// The container shows all rows of a section.
    case oneSection
    /// The container shows sections with heads, feet, and mixed rows, one of them collapsed.
    case severalSections
    /// The container shows the foot of the table.
    case tableFoot
    /// The container shows long texts and texts with special characters.
    case hostileText
    /// The container shows empty cells, and rows with fewer cells than there are columns.
    case emptyCells
    /// The container shows cells of every kind and role.
    case cellKinds
    /// The container commits each update once, and does not throw after the commit.
    case commit
    /// The container replaces the first table with a second one.
    case replacement
    /// The container shows nothing after the table is cleared.
    case clearing
    /// The container refuses an item whose view it can't show, and keeps the visible table unchanged.
    case refusal
    /// The container is not called when the business data can't be reformed.
    case failedReform
    /// The container keeps neither the panel nor the agent alive, and no other object keeps the container alive.
    case ownership
    /// The container works with another agent after the first agent is detached.
    case reattachment
    /// The container sends the events of a user's actions, from the current position of the row.
    case events
    /// The container stays consistent when a listener shows another table or detaches the container during an event.
    case reentrancy
    /// The container asks before it selects or deselects a row, and respects the answer.
    case questions
    /// The container shows every edit of rows, sections, heads, and feet, the table's own foot included, by a batch or a
    /// reload.
    case edits
    /// The container shows the rows that a query asks for, in its order, before and after edits.
    case queries
    /// A container that scrolls shows no traces of other rows in a reused view.
    case reuse
    /// A container that sends display events sends exactly one `didEndDisplay` after each `willDisplay`.
    case display
}
