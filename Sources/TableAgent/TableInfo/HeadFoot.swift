/// The entry of a section's head or foot: its data and the item that shows it.
///
/// It is written as ``Head`` or ``Foot`` in a section's builder.
public struct HeadFoot {
    let run: Run

    init(run: Run) {
        self.run = run
    }

    /// The item that shows the entry, with its data and view types.
    public var item: ItemType { run.item }

    /// The height in the surface's unit; `nil` lets the surface decide.
    public var height: Double? { run.height(at: 0) }

    /// Returns the business data as it was put in.
    ///
    /// - Parameter type: The type of the data.
    /// - Returns: The data, or `nil` when it is of another type.
    public func data<Data>(as type: Data.Type = Data.self) -> Data? {
        run.data(at: 0) as? Data
    }

    /// Fills a view with the entry's data.
    ///
    /// For a ``GridLine`` use ``fill(line:in:)``, which makes the line empty first.
    ///
    /// - Parameters:
    ///   - view: A view of the type that the entry's item fills.
    ///   - section: The state of the section that the entry belongs to.
    /// - Returns: Whether the view was filled; `false` when the item fills another type of view.
    @discardableResult
    public func fill<View>(_ view: inout View, in section: SectionState) -> Bool {
        run.fill(&view, at: 0, in: section)
    }
}

/// Whether an entry is the head or the foot of its section.
public enum HeadFootKind: String, Hashable, Sendable, Codable {
    /// The entry above the section's rows.
    case head
    /// The entry below the section's rows.
    case foot
}
