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
    /// Checks a container.
    ///
    /// The suite calls `makeContainer` many times. Some defects, such as committing an update twice, can't be
    /// caught and stop the program.
    ///
    /// - Parameters:
    ///   - showsHeadsAndFeet: Whether the container shows heads and feet, with the state of their section.
    ///   - showsTableFoot: Whether the container shows the foot of the table.
    ///   - showsHiddenRows: Whether the container shows the rows of collapsed sections, as data formats do.
    ///   - shown: Returns the visible content as text that contains the texts of rows. Different visible
    ///     tables must have different texts. Without this closure, visible content is not checked.
    ///   - select: Selects a row of the container as a user would. Without it, events are not checked.
    ///   - deselect: Deselects a selected row as a user would. Without it, deselection is not checked.
    ///   - scroll: Scrolls to a row. Without it, the suite does not check reuse, and checks display events
    ///     only if the container sends them without scrolling.
    ///   - makeContainer: Returns a new container, to which no other strong reference exists.
    /// - Throws: ``Failure``, which lists the requirements that are not met.
    public static func check<Container: TableContainer>(
        showsHeadsAndFeet: Bool = true, showsTableFoot: Bool = false, showsHiddenRows: Bool = false,
        shown: ((Container) throws -> String)? = nil,
        select: ((Container, RowPosition) throws -> Void)? = nil,
        deselect: ((Container, RowPosition) throws -> Void)? = nil,
        scroll: ((Container, RowPosition) throws -> Void)? = nil,
        _ makeContainer: @escaping () throws -> Container
    ) throws(Failure) {
        let run = ConformanceRun(shown: shown, makeContainer)
        if run.checkItems(), run.checkAttachment() {
            run.checkTables(
                headsAndFeet: showsHeadsAndFeet, tableFoot: showsTableFoot, hiddenRows: showsHiddenRows)
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
            run.checkQueries()
            if let scroll {
                run.checkScrolling(scroll)
                run.checkReloadWhileScrolling(scroll)
            }
        }
        if let failure = run.failure { throw failure }
    }

    /// Lists the requirements that a container does not meet.
    public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// The type name of the container.
        public let container: String

        /// The names of the requirements that are not met. <doc:Test-a-container> lists all names. New versions of the library
        /// can add requirements.
        public let requirements: Set<String>

        /// The defects of the container, in the order of the checks. Each is a sentence that says what the container did
        /// instead, with the name of the requirement in brackets.
        public let defects: [String]

        /// The defects, one on each line.
        public var description: String {
            let title = "\(container) is no sound container; defects: \(defects.count)."
            return ([title] + defects.map { "- \($0)" }).joined(separator: "\n")
        }
    }
}
