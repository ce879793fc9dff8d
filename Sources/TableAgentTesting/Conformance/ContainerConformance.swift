public import TableAgent

/// Puts a container through everything that an agent and its panel may ask of one.
///
/// It needs no test framework: call it in any test that may throw. The error lists every requirement that
/// the container does not meet, each in a sentence.
///
/// ```swift
/// @Test func `My container conforms`() throws {
///     try ContainerConformance.check(
///         shown: { $0.text }, select: { try $0.touch($1) }, scroll: { try $0.scroll(to: $1) }
///     ) { MyContainer() }
/// }
/// ```
///
/// The tables of the suite are made of grid items. Give the closures that a container can serve: only with
/// them does the suite check that the right table is visible, that events arrive, and that views are reused
/// well.
public enum ContainerConformance {
    /// What a container shows of a table beside the rows of sections that are not collapsed.
    public struct Parts: OptionSet, Hashable, Sendable {
        /// The options as bits.
        public let rawValue: Int

        /// Creates a set of options.
        ///
        /// - Parameter rawValue: The options as bits.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// Heads and feet, with the state of their section.
        public static let headsAndFeet = Self(rawValue: 1)

        /// The rows of collapsed sections, as data formats write them.
        public static let hiddenRows = Self(rawValue: 2)
    }

    /// Checks a container.
    ///
    /// The closure is called many times. Some defects of a container can't be caught and end the test with
    /// a trap instead, such as committing an update twice.
    ///
    /// - Parameters:
    ///   - parts: What the container shows of a table.
    ///   - shown: Returns what is visible as text, in any form that differs when the visible table differs
    ///     and that contains the texts of rows. Without it, what is visible is not checked.
    ///   - select: Selects a row of the container as a user would. Without it, events are not checked.
    ///   - deselect: Deselects a selected row as a user would. Without it, that is not checked.
    ///   - scroll: Scrolls to a row. Without it, reuse is not checked, and display only by what the container
    ///     tells by itself.
    ///   - makeContainer: Makes a new container, which nothing else may keep alive.
    /// - Throws: ``Failure``, which lists the requirements that are not met.
    public static func check<Container: TableContainer>(
        parts: Parts = .headsAndFeet,
        shown: ((Container) throws -> String)? = nil,
        select: ((Container, RowPosition) throws -> Void)? = nil,
        deselect: ((Container, RowPosition) throws -> Void)? = nil,
        scroll: ((Container, RowPosition) throws -> Void)? = nil,
        _ makeContainer: @escaping () throws -> Container
    ) throws(Failure) {
        let run = ConformanceRun(shown: shown, makeContainer)
        if run.checkItems(), run.checkAttachment() {
            run.checkTables(parts)
            run.checkReplacement()
            run.checkClearing()
            run.checkRefusal()
            run.checkFailedReform()
            run.checkOwnership()
            run.checkReattachment()
            if let select {
                run.checkEvents(select)
                run.checkEventsOfAnotherAgent(select)
                run.checkQuestions(select, deselect)
                run.checkReentrancy(select)
            }
            run.checkEdits(select)
            if let scroll {
                run.checkScrolling(scroll)
                run.checkReloadWhileScrolling(scroll)
            }
        }
        if let failure = run.failure { throw failure }
    }

    /// A requirement that a container does not meet.
    public struct Defect: Hashable, Sendable, CustomStringConvertible {
        /// The requirement.
        public let requirement: Requirement

        /// What the container did instead, in a sentence.
        public let description: String
    }

    /// Lists the requirements that a container does not meet.
    public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// The type name of the container.
        public let container: String

        /// What the container does wrong, in the order of the checks.
        public let defects: [Defect]

        /// The requirements that are not met.
        public var requirements: Set<Requirement> { Set(defects.map(\.requirement)) }

        /// The defects, one on each line.
        public var description: String {
            let lines = defects.map { "- \($0.description) [\($0.requirement.name)]" }
            let title = "\(container) is no sound container; defects: \(defects.count)."
            return ([title] + lines).joined(separator: "\n")
        }
    }

    /// One thing that the suite requires of a container. The list is open and grows with the library.
    public struct Requirement: Hashable, Sendable {
        /// The requirement's name, which ends each line of a failure.
        public let name: String

        /// The container has a name for error messages.
        public static let surfaceName = Self(name: "surfaceName")

        /// The container has a view for every grid item.
        public static let gridItems = Self(name: "gridItems")

        /// The container can be attached and detached without ever showing a table.
        public static let attachment = Self(name: "attachment")

        /// The container shows a table without sections, and one with sections without rows.
        public static let emptyTable = Self(name: "emptyTable")

        /// The container shows all rows of a section.
        public static let oneSection = Self(name: "oneSection")

        /// The container shows sections with heads, feet, and mixed rows, one of them collapsed.
        public static let severalSections = Self(name: "severalSections")

        /// The container shows text that is long or full of characters with a special meaning.
        public static let hostileText = Self(name: "hostileText")

        /// The container shows empty cells, and rows with fewer cells than there are columns.
        public static let emptyCells = Self(name: "emptyCells")

        /// The container shows cells of every kind and role.
        public static let cellKinds = Self(name: "cellKinds")

        /// The container commits each update once, and does not throw afterwards.
        public static let commit = Self(name: "commit")

        /// The container shows a second table in place of the first.
        public static let replacement = Self(name: "replacement")

        /// The container shows nothing after the table was cleared.
        public static let clearing = Self(name: "clearing")

        /// The container declines an item whose view it does not know, and nothing visible changes.
        public static let refusal = Self(name: "refusal")

        /// The container is not touched when the business data can't be reformed.
        public static let failedReform = Self(name: "failedReform")

        /// The container keeps neither panel nor agent alive, and nothing keeps the container alive.
        public static let ownership = Self(name: "ownership")

        /// The container serves another agent once it is detached from the first.
        public static let reattachment = Self(name: "reattachment")

        /// The container sends the events of what a user does, from the row that is there by then.
        public static let events = Self(name: "events")

        /// The container stays right when a listener shows another table, or detaches it, during an event.
        public static let reentrancy = Self(name: "reentrancy")

        /// The container asks before it selects or deselects a row, and obeys the answer.
        public static let questions = Self(name: "questions")

        /// The container shows every edit, as a batch or by a reload: rows and sections that are inserted,
        /// deleted, moved, updated, and collapsed.
        public static let edits = Self(name: "edits")

        /// The container, if it can be scrolled, shows each row in a view without a trace of others.
        public static let reuse = Self(name: "reuse")

        /// The container, if it can be scrolled or tells which rows, heads, and feet become visible and cease
        /// to be, tells both of each in turn.
        public static let display = Self(name: "display")
    }
}
