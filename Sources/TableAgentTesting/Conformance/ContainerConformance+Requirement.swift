extension ContainerConformance {
    /// One thing that the suite requires of a container; the list is open and grows with the library.
    public struct Requirement: RawRepresentable, Hashable, Sendable {
        /// The requirement's name.
        public let rawValue: String

        /// Creates a requirement.
        ///
        /// - Parameter rawValue: The requirement's name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }
    }
}

extension ContainerConformance.Requirement {
    /// The container has a name for error messages.
    public static let surfaceName = Self(rawValue: "surfaceName")

    /// The container has a view for every grid item.
    public static let gridItems = Self(rawValue: "gridItems")

    /// The container can be attached and detached without ever showing a table.
    public static let attachment = Self(rawValue: "attachment")

    /// The container shows a table without sections, and one with sections without rows.
    public static let emptyTable = Self(rawValue: "emptyTable")

    /// The container shows all rows of a section.
    public static let oneSection = Self(rawValue: "oneSection")

    /// The container shows sections with heads, feet and mixed rows, one of them collapsed.
    public static let severalSections = Self(rawValue: "severalSections")

    /// The container shows text that is long or full of characters with a special meaning.
    public static let hostileText = Self(rawValue: "hostileText")

    /// The container shows empty cells, and rows with fewer cells than there are columns.
    public static let emptyCells = Self(rawValue: "emptyCells")

    /// The container shows cells of every kind and role.
    public static let cellKinds = Self(rawValue: "cellKinds")

    /// The container commits each update once, and does not throw afterwards.
    public static let commit = Self(rawValue: "commit")

    /// The container shows a second table in place of the first.
    public static let replacement = Self(rawValue: "replacement")

    /// The container shows nothing after the table was cleared.
    public static let clearing = Self(rawValue: "clearing")

    /// The container declines an item whose view it does not know, and nothing on show changes.
    public static let refusal = Self(rawValue: "refusal")

    /// The container is not touched when the business data can't be reformed.
    public static let failedReform = Self(rawValue: "failedReform")

    /// The container keeps neither panel nor agent alive, and nothing keeps the container alive.
    public static let ownership = Self(rawValue: "ownership")

    /// The container serves another agent once it is detached from the first.
    public static let reattachment = Self(rawValue: "reattachment")

    /// The container tells the panel about what a person does, of the row that is there by then.
    public static let events = Self(rawValue: "events")

    /// The container stays right when a listener shows another table, or lets it go, from inside of an event.
    public static let reentrancy = Self(rawValue: "reentrancy")

    /// The container asks its panel before it selects a row, and selects none that must not be.
    public static let questions = Self(rawValue: "questions")

    /// The container shows every edit, as a batch or by a reload: rows and sections that come, go, move,
    /// change and collapse.
    public static let edits = Self(rawValue: "edits")

    /// The container, if it can be scrolled, shows each row in a view without a trace of others.
    public static let reuse = Self(rawValue: "reuse")

    /// The container, if it can be scrolled or tells of rows, heads and feet that come on show and go, tells
    /// of each in turn.
    public static let display = Self(rawValue: "display")
}
