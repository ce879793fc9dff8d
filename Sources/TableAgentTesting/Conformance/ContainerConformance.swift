public import TableAgent

/// Puts a container through everything that an agent and its panel may ask of one.
///
/// It needs no test framework: call it in any test that may throw. The error lists every requirement that
/// the container does not meet, each in a sentence.
///
/// ```swift
/// @Test func conforms() throws {
///     try ContainerConformance.check(
///         shown: { $0.text }, select: { try $0.touch($1) }, scroll: { try $0.scroll(to: $1) }
///     ) { MyContainer() }
/// }
/// ```
///
/// The tables of the suite are made of grid items. Give the closures that a container can serve: only with
/// them does the suite see that the right table is on show, that events arrive and that views are reused
/// well.
public enum ContainerConformance {
    /// What of a table a container shows beside the rows of sections that are not collapsed.
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

        /// The rows of collapsed sections, as data formats show them.
        public static let hiddenRows = Self(rawValue: 2)
    }

    /// Checks a container.
    ///
    /// The closure is called many times. Some defects of a container can't be caught and end the test with
    /// a trap instead, such as committing an update twice.
    ///
    /// - Parameters:
    ///   - parts: What of a table it shows.
    ///   - shown: Returns what is on show as text, in any form that differs when the table on show differs
    ///     and that contains the texts of rows. Without it, what is on show is not checked.
    ///   - select: Selects a row of the container as a person would. Without it, events are not checked.
    ///   - deselect: Deselects a row that is selected, as a person would. Without it, that is not checked.
    ///   - scroll: Brings a row into sight. Without it, reuse is not checked, and display only by what the
    ///     container tells by itself.
    ///   - makeContainer: Makes a new container, which nothing else may keep alive.
    /// - Throws: ``Failure``, which lists the requirements that are not met.
    public static func check<Container: TableContainer>(
        parts: Parts = .headsAndFeet,
        shown: ((Container) throws -> String)? = nil,
        select: ((Container, RowPosition) throws -> Void)? = nil,
        deselect: ((Container, RowPosition) throws -> Void)? = nil,
        scroll: ((Container, RowPosition) throws -> Void)? = nil,
        _ makeContainer: @escaping () throws -> Container
    ) throws {
        let run = ConformanceRun(
            makeContainer: makeContainer, shown: shown, select: select, deselect: deselect, scroll: scroll,
            parts: parts)
        if run.checkItems(), run.checkAttachment() {
            run.checkTables()
            run.checkReplacement()
            run.checkClearing()
            run.checkRefusal()
            run.checkFailedReform()
            run.checkOwnership()
            run.checkReattachment()
            run.checkEvents()
            run.checkEventsOfAnotherAgent()
            run.checkQuestions()
            run.checkReentrancy()
            run.checkEdits()
            run.checkScrolling()
            run.checkReloadWhileScrolling()
        }
        if !run.defects.isEmpty {
            throw Failure(container: run.containerName, defects: run.defects)
        }
    }
}
