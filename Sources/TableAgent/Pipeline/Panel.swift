/// Shows tables on a container: it brings a new table to the surface and answers the surface's questions.
///
/// ``StandardPanel`` is the one that an agent uses by itself. Subclass it to add to it, or conform a class of
/// your own to replace it, and name the type when you attach an agent.
public protocol Panel: AnyObject {
    /// Creates a panel for a container.
    ///
    /// An agent does so, and makes it the container's panel; until then the panel sends no events.
    ///
    /// - Parameters:
    ///   - container: The surface to show tables on.
    ///   - eventHandler: Takes the events of the surface.
    init(container: any TableContainer, eventHandler: EventHandler)

    /// The surface.
    var container: any TableContainer { get }

    /// Takes the events of the surface.
    var eventHandler: EventHandler { get }

    /// The table on show, as the container has committed it.
    var tableInfo: TableInfo { get }

    /// Shows a table.
    ///
    /// - Parameter tableInfo: The table to show.
    /// - Throws: When the container can't show it; the table on show stays.
    func show(_ tableInfo: TableInfo) throws

    /// Lets go of the container. The default clears the container's panel if it is this one.
    func detach()
}

extension Panel {
    /// Default implementation. Clears the container's panel if it is this one.
    public func detach() {
        releaseContainer()
    }

    /// The panel as long as its container shows tables for it; once detached, it sends no events.
    var attached: Self? { container.panel === self ? self : nil }

    func releaseContainer() {
        if container.panel === self { container.panel = nil }
    }
}
