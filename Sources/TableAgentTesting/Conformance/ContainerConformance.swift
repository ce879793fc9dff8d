public import TableAgent

/// Tests a container against every requirement of agents and panels.
///
/// The suite needs no test framework: call it in any test that can throw. The error lists every requirement
/// that the container does not meet, each in a sentence.
///
/// ```swift
/// @Test func `My container conforms`() throws {
///     try ContainerConformance.check(
///         shown: { $0.text }, select: { try $0.touch($1) }, scroll: { try $0.scroll(to: $1) }
///     ) { MyContainer() }
/// }
/// ```
///
/// The suite's tables consist of grid items. Pass the closures that your container supports. Without them,
/// the suite can't check that the right table is visible, that events arrive, and that views are reused
/// correctly.
public enum ContainerConformance {
    /// The parts of a table that a container shows in addition to the rows of expanded sections.
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

        /// The rows of collapsed sections, which data formats also write.
        public static let hiddenRows = Self(rawValue: 2)

        /// The foot of the table.
        public static let tableFoot = Self(rawValue: 4)
    }

    /// Checks a container.
    ///
    /// The suite calls `makeContainer` many times. Some defects, such as committing an update twice, can't be
    /// caught and stop the program.
    ///
    /// - Parameters:
    ///   - parts: The parts of a table that the container shows.
    ///   - shown: Returns the visible content as text that contains the texts of rows. Different visible
    ///     tables must have different texts. Without this closure, visible content is not checked.
    ///   - select: Selects a row of the container as a user would. Without it, events are not checked.
    ///   - deselect: Deselects a selected row as a user would. Without it, deselection is not checked.
    ///   - scroll: Scrolls to a row. Without it, the suite does not check reuse, and checks display events
    ///     only if the container sends them without scrolling.
    ///   - makeContainer: Returns a new container, to which no other strong reference exists.
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

        /// The defects of the container, in the order of the checks.
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

    /// A requirement of the suite. New versions of the library can add requirements.
    public struct Requirement: Hashable, Sendable {
        /// The requirement's name, which ends each line of a failure.
        public let name: String

        /// The container has a name for error messages.
        public static let surfaceName = Self(name: "surfaceName")
        /// The container has a view for every grid item.
        public static let gridItems = Self(name: "gridItems")
        /// The container can be attached and detached without ever showing a table.
        public static let attachment = Self(name: "attachment")
        /// The container shows a table without sections, and a table whose sections have no rows.
        public static let emptyTable = Self(name: "emptyTable")
        /// The container shows all rows of a section.
        public static let oneSection = Self(name: "oneSection")
        /// The container shows sections with heads, feet, and mixed rows, one of them collapsed.
        public static let severalSections = Self(name: "severalSections")
        /// The container shows the foot of the table.
        public static let tableFoot = Self(name: "tableFoot")
        /// The container shows long texts and texts with special characters.
        public static let hostileText = Self(name: "hostileText")
        /// The container shows empty cells, and rows with fewer cells than there are columns.
        public static let emptyCells = Self(name: "emptyCells")
        /// The container shows cells of every kind and role.
        public static let cellKinds = Self(name: "cellKinds")
        /// The container commits each update once, and does not throw after the commit.
        public static let commit = Self(name: "commit")
        /// The container replaces the first table with a second one.
        public static let replacement = Self(name: "replacement")
        /// The container shows nothing after the table is cleared.
        public static let clearing = Self(name: "clearing")
        /// The container refuses an item whose view it can't show, and keeps the visible table unchanged.
        public static let refusal = Self(name: "refusal")
        /// The container is not called when the business data can't be reformed.
        public static let failedReform = Self(name: "failedReform")
        /// The container keeps neither the panel nor the agent alive, and no other object keeps the container
        /// alive.
        public static let ownership = Self(name: "ownership")
        /// The container works with another agent after the first agent is detached.
        public static let reattachment = Self(name: "reattachment")
        /// The container sends the events of a user's actions, from the current position of the row.
        public static let events = Self(name: "events")
        /// The container stays consistent when a listener shows another table or detaches the container
        /// during an event.
        public static let reentrancy = Self(name: "reentrancy")
        /// The container asks before it selects or deselects a row, and respects the answer.
        public static let questions = Self(name: "questions")
        /// The container shows every edit of rows, sections, heads, and feet, the table's own foot included, by a
        /// batch or a reload.
        public static let edits = Self(name: "edits")
        /// A container that scrolls shows no traces of other rows in a reused view.
        public static let reuse = Self(name: "reuse")
        /// A container that sends display events sends exactly one `didEndDisplay` after each `willDisplay`.
        public static let display = Self(name: "display")
    }
}
